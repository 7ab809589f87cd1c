// Models and answers have the bits of the native portable build, recorded in native.json by record_native.mjs, in both builds
// of the module.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { load } from 'rfm-wasm/sync'
import { crc } from './crc.mjs'
import { tables } from './tables.mjs'

const native = JSON.parse(readFileSync(new URL('native.json', import.meta.url), 'utf8'))

for (const simd of [false, true]) {
  const rfm = await load({ simd })
  for (const [name, csv, options] of tables) {
    test(`${name}: the native model and answers, ${simd ? 'SIMD' : 'baseline'}`, () => {
      const model = rfm.fit(csv, options)
      const { values, probabilities } = model.predict(csv)
      const answers = probabilities ?? values
      assert.deepEqual({ bytes: model.size, model: crc(model.toBytes()), answers: crc(new Uint8Array(answers.buffer)) },
        native[name])
      model.dispose()
    })
  }
}
