// Threads in Chromium: in a cross-origin isolated page under a strict content security policy, and
// in pages that are not isolated.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { crc } from './support/crc.mjs'
import { browser, serve, visit } from './support/serving.mjs'
import { noise, tables } from './support/tables.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const native = JSON.parse(readFileSync(new URL('support/native.json', import.meta.url), 'utf8'))
const page = '<!doctype html><title>x</title>'
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
const isolated = await serve(folder, { headers: { ...isolation, 'content-security-policy': policy }, page })
const ordinary = await serve(folder, { page })
const chromium = await browser()
const [name, csv, options] = tables[7]

test.after(async () => {
  await chromium.close()
  isolated.close()
  ordinary.close()
})

const { page: alone, complaints } = await visit(chromium, isolated.url)

for (const threads of [1, 2, 3]) {
  test(`isolated, ${threads} threads: the native model and answers`, async () => {
    const found = await alone.evaluate(async ([csv, options, threads]) => {
      const { load } = await import('/dist/index.js')
      const rfm = await load({ threads })
      const model = await rfm.fit(csv, options)
      const answers = model.predict(csv).probabilities
      const found = { threads: rfm.threads, file: [...model.toBytes()], answers: [...new Uint8Array(answers.buffer)],
        words: model.explain({ size: 20, colour: 'red', old: 'no', weight: 1 }).label + model.toC('iris').length }
      model.dispose()
      rfm.dispose()
      return found
    }, [csv, options, threads])
    assert.equal(found.threads, threads)
    assert.equal(crc(found.file), native[name].model)
    assert.equal(crc(found.answers), native[name].answers)
    assert.match(found.words, /^[a-z]+\d+$/)
  })
}

test('isolated: abort ends every thread, and dispose the idle ones', async () => {
  const found = await alone.evaluate(async ([data, csv, options]) => {
    const { load } = await import('/dist/index.js')
    const Real = Worker, counts = []
    let living = 0
    globalThis.Worker = class extends Real {
      constructor(...given) { super(...given); ++living }
      terminate() { super.terminate(); --living }
    }
    const rfm = await load({ threads: 3 })
    const control = new AbortController()
    const fitting = rfm.fit({ data, shape: [1000, 10] }, { signal: control.signal, onProgress: () => {
      counts.push(living)
      control.abort()
    } })
    const code = await fitting.catch(error => error.code)
    counts.push(living)
    const { rows } = (await rfm.fit(csv, options)).predict(csv)
    counts.push(living)
    rfm.dispose()
    counts.push(living)
    globalThis.Worker = Real
    return { code, counts, rows }
  }, [Array.from(noise(1000, 10, 1)), csv, options])
  assert.deepEqual(found, { code: 'aborted', counts: [3, 0, 3, 0], rows: 90 })
})

test('nothing on the isolated page was refused or reported', () => assert.deepEqual(complaints, []))

test('not isolated: a number of threads is refused with the headers to send, and auto is one', async () => {
  const { page: visitor, complaints: heard } = await visit(chromium, ordinary.url)
  const found = await visitor.evaluate(async ([csv, options]) => {
    const { load } = await import('/dist/index.js')
    const refused = await load({ threads: 2 }).catch(({ code, message }) => ({ code, message }))
    const rfm = await load({ threads: 'auto' })
    return { ...refused, threads: rfm.threads, target: (await rfm.fit(csv, options)).target }
  }, [csv, options])
  assert.equal(found.code, 'unsupported')
  assert.match(found.message, /Cross-Origin-Opener-Policy: same-origin.*Cross-Origin-Embedder-Policy: require-corp/)
  assert.equal(found.threads, 1)
  assert.equal(found.target, 'answer')
  assert.deepEqual(heard, [])
})
