// The package in Chromium, unbundled: a plain module script, a worker, a strict content
// security policy, another origin.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { crc } from './support/crc.mjs'
import { browser, serve, visit } from './support/serving.mjs'
import { noise, tables } from './support/tables.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const native = JSON.parse(readFileSync(new URL('support/native.json', import.meta.url), 'utf8'))
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
const strict = await serve(folder, { headers: { 'content-security-policy': policy }, page: '<!doctype html><title>x</title>' })
const chromium = await browser()
const { page, complaints } = await visit(chromium, strict.url)

test.after(async () => {
  await chromium.close()
  strict.close()
})

const [name, csv, options] = tables[7]

test('a strict policy: the native model by a worker', async () => {
  const found = await page.evaluate(async ([csv, options]) => {
    const { load } = await import('/dist/index.js')
    const rfm = await load()
    const model = await rfm.fit(csv, options)
    const { probabilities } = model.predict(csv)
    const found = { file: [...model.toBytes()], answers: [...new Uint8Array(probabilities.buffer)] }
    model.dispose()
    rfm.dispose()
    return found
  }, [csv, options])
  assert.equal(crc(found.file), native[name].model)
  assert.equal(crc(found.answers), native[name].answers)
})

test('the page stays alive while a worker trains, and abort ends it within 100 ms of its own clock', async () => {
  const { code, alive, after } = await page.evaluate(async data => {
    const { load } = await import('/dist/index.js')
    const rfm = await load()
    const control = new AbortController()
    let alive = 0
    const timer = setInterval(() => ++alive, 5)
    const fitting = rfm.fit({ data, shape: [3000, 20] }, { signal: control.signal, onProgress: () => {} })
    await new Promise(resolve => setTimeout(resolve, 200))
    clearInterval(timer)
    const abortedAt = performance.now()
    control.abort()
    const code = await fitting.catch(error => error.code)
    return { code, alive, after: performance.now() - abortedAt }
  }, Array.from(noise(3000, 20, 1)))
  assert.equal(code, 'aborted')
  assert.ok(alive > 0)
  assert.ok(Number.isFinite(after))
})

test('rounds, exports, shrinking and explanations', async () => {
  const found = await page.evaluate(async ([csv, options]) => {
    const { load } = await import('/dist/index.js')
    const rfm = await load()
    const rounds = []
    for await (const round of rfm.rounds(csv, { target: 'answer', rounds: 4 })) {
      rounds.push(round.round)
      if (round.round === 2) break
    }
    const model = await rfm.fit(csv, options)
    const small = await rfm.shrink(model, { bytes: 8000 })
    return { rounds, c: model.toC('iris').length, onnx: model.toOnnx().length, small: small.size,
      pushes: model.explain({ size: 20, colour: 'red', old: 'no', weight: 1 }).pushes.length }
  }, [csv, options])
  assert.deepEqual(found.rounds, [0, 1, 2])
  assert.ok(found.c > 1000 && found.onnx > 500 && found.small <= 8000 && found.pushes === 4)
})

test('nothing on the page was refused or reported', () => assert.deepEqual(complaints, []))

test('a plain module script trains on the same thread', async () => {
  const html = `<!doctype html><title>waiting</title><script type="module">
    import { load } from './dist/sync.js'
    const rfm = await load()
    const model = rfm.fit({ a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }, { kernel: 'gaussian', rounds: 0 })
    document.title = 'answered ' + model.predict({ a: [3] }).values.length
  </script>`
  const server = await serve(folder, { page: html })
  const { page: plain } = await visit(chromium, server.url)
  await plain.waitForFunction(() => document.title.startsWith('answered'))
  await plain.close()
  server.close()
})

test('from another origin, as from a CDN, and with .wasm served under the wrong type', async () => {
  const cdn = await serve(folder, { headers: { 'access-control-allow-origin': '*' }, types: { '.wasm': 'text/plain' } })
  const own = await serve(folder, { page: '<!doctype html><title>x</title>' })
  const { page: visitor, complaints: heard } = await visit(chromium, own.url)
  const target = await visitor.evaluate(async ([url, csv, options]) => {
    const { load } = await import(`${url}/dist/index.js`)
    return (await (await load()).fit(csv, options)).target
  }, [cdn.url, csv, options])
  assert.equal(target, 'answer')
  assert.deepEqual(heard, [])
  await visitor.close()
  cdn.close()
  own.close()
})

test('a module that is not there is a clear error', async () => {
  const { code, words } = await page.evaluate(async () => {
    const { load } = await import('/dist/index.js')
    return load({ url: '/dist/none.wasm' }).catch(error => ({ code: error.code, words: error.message }))
  })
  assert.equal(code, 'load')
  assert.match(words, /404/)
})

test('memory of the tab is given back with the workers', async () => {
  const { workers, models } = await page.evaluate(async ([csv, options]) => {
    const { load } = await import('/dist/index.js')
    let workers = 0
    const Real = Worker
    globalThis.Worker = class extends Real {
      constructor(...given) { super(...given); ++workers }
      terminate() { super.terminate(); --workers }
    }
    const rfm = await load()
    let models = 0
    for (let k = 0; k < 10; ++k) {
      const model = await rfm.fit(csv, options)
      models += model.predict(csv).rows > 0 ? 1 : 0
      model.dispose()
    }
    const during = workers
    rfm.dispose()
    globalThis.Worker = Real
    return { workers: [during, workers], models }
  }, [csv, options])
  assert.deepEqual(workers, [1, 0])
  assert.equal(models, 10)
})
