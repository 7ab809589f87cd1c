// Models and answers have the bits of the native portable build, recorded in support/native.json by
// record_native.mjs; and what an engine without SIMD may do.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { open } from 'rfm-wasm/predict'
import { load } from 'rfm-wasm/sync'
import { crc } from './support/crc.mjs'
import { tables } from './support/tables.mjs'

const native = JSON.parse(readFileSync(new URL('support/native.json', import.meta.url), 'utf8'))

const rfm = await load()

for (const [name, csv, options] of tables)
  test(`${name}: the native model and answers`, () => {
    const model = rfm.fit(csv, options)
    const { values, probabilities, novelties } = model.predict(csv)
    const sum = numbers => crc(new Uint8Array(numbers.buffer))
    assert.deepEqual({ bytes: model.size, model: crc(model.toBytes()), answers: sum(probabilities ?? values),
      novelties: sum(novelties) }, native[name])
    model.dispose()
  })

test('an engine without SIMD is refused in a clear sentence, and not by prediction alone', async () => {
  const { validate } = WebAssembly
  WebAssembly.validate = bytes => !`${bytes}`.includes('253,15') && validate(bytes)
  try {
    await assert.rejects(load(), { name: 'RfmError', code: 'unsupported', message: /this engine has no SIMD.*rfm-wasm\/predict/ })
    const model = rfm.fit(...tables[0].slice(1))
    assert.equal((await open(model.toBytes())).size, model.size)
  } finally {
    WebAssembly.validate = validate
  }
})

test('prediction alone is made without an instruction of SIMD', () => {
  const text = execFileSync('wasm-dis', [fileURLToPath(new URL('../dist/predict.wasm', import.meta.url))], { maxBuffer: 2 ** 28 })
  assert.doesNotMatch(`${text}`, /v128|memory\.copy|atomic/)
})
