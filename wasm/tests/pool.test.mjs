// Many jobs at once share few workers; what cannot begin, or is ended, says so with the caller's stack.
import assert from 'node:assert/strict'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'
import { load, RfmError } from 'rfm-wasm'
import { load as loadInline, loadSync as loadInlineSync } from 'rfm-wasm/inline'
import { open } from 'rfm-wasm/predict'
import { load as loadSync } from 'rfm-wasm/sync'
import { noise } from './support/tables.mjs'

const table = { a: [1, 2, 3, 4, 5, 6], b: [2.5, 4, 6, 8, 10, 13] }, quick = { kernel: 'gaussian', rounds: 0, task: 'regression' }
const large = { data: noise(3000, 20, 1), shape: [3000, 20] }
const folder = mkdtempSync(join(tmpdir(), 'rfm-pool-'))
test.after(() => rmSync(folder, { recursive: true }))
const script = (name, text) => {
  writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, name))
}

test('a hundred fits at once share three workers', async () => {
  const log = join(folder, 'started')
  writeFileSync(log, '')
  const real = new URL('../dist/worker.node.cjs', import.meta.url)
  const workerUrl = script('counted.mjs', `import { appendFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(log)}, 'x')
    await import(${JSON.stringify(real.href)})`)
  const rfm = await load({ workerUrl, workers: 3 })
  const models = await Promise.all(Array.from({ length: 100 }, () => rfm.fit(table, quick)))
  assert.equal(new Set(models.map(model => String(model.toBytes()))).size, 1)
  const { readFileSync } = await import('node:fs')
  assert.equal(readFileSync(log, 'utf8'), 'xxx')
  rfm.dispose()
})

test('who waits for a worker can be aborted and disposed of', async () => {
  const rfm = await load({ workers: 1 }), control = new AbortController()
  const first = rfm.fit(large), second = rfm.fit(table, { ...quick, signal: control.signal }), third = rfm.fit(table, quick)
  control.abort(new Error('enough'))
  await assert.rejects(second, { name: 'AbortError', code: 'aborted' })
  rfm.dispose()
  for (const fitting of [first, third]) await assert.rejects(fitting, { code: 'disposed' })
})

test('rounds leave their worker to nobody and wait for none', async () => {
  const rfm = await load({ workers: 1 })
  for await (const { round } of rfm.rounds(table, { rounds: 2, task: 'regression' }))
    assert.equal((await rfm.fit(table, quick)).target, 'b', `round ${round}`)
  rfm.dispose()
})

test('an aborted fit has the name that callers look for, and their stack', async () => {
  const rfm = await load(), control = new AbortController()
  const fitting = async function mine() { return rfm.fit(large, { signal: control.signal, onProgress: () => control.abort() }) }
  const error = await fitting().catch(error => error)
  assert.ok(error instanceof RfmError)
  assert.equal(error.name, 'AbortError')
  assert.match(error.stack, /^AbortError: the work was aborted\n.*mine/)
  for (const call of [rfm.describe, rfm.rounds].map(call => call.bind(rfm))) {
    const signal = AbortSignal.abort()
    await assert.rejects(async () => {
      const begun = call(table, { signal })
      await ('next' in begun ? begun.next() : begun)
    }, { name: 'AbortError' })
  }
  await assert.rejects(load({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  rfm.dispose()
})

test('an error of the worker has the stack of the caller', async () => {
  const rfm = await load()
  const error = await (async function mine() { return rfm.fit('a,b\n1,2\n3,4,5\n') })().catch(error => error)
  assert.match(error.stack, /^RfmError: .*\n.*mine.*pool\.test\.mjs/)
  rfm.dispose()
})

test('a worker that does not answer is an error with what to look at', async () => {
  const rfm = await load({ workerUrl: script('silent.mjs', 'setInterval(() => {}, 1000)'), workerTimeout: 0.3 })
  await assert.rejects(rfm.fit(table, quick), { code: 'load', message: /did not answer within 0.3 seconds.*silent\.mjs.*workerUrl/ })
  rfm.dispose()
})

test('a worker that ends, or is not there, is an error', async () => {
  for (const workerUrl of [script('short.mjs', ''), join(folder, 'none.mjs')].map(String)) {
    const rfm = await load({ workerUrl })
    await assert.rejects(rfm.fit(table, quick), { code: 'load' })
    rfm.dispose()
  }
})

for (const [name, given] of [['workers', 0], ['workers', 1.5], ['workerTimeout', 0]])
  test(`refused: ${given} for ${name}`, () => assert.rejects(load({ [name]: given }), { code: 'input' }))

test('everything that holds memory is disposed of in the same way', async () => {
  const rfm = await load(), sync = await loadSync(), model = sync.fit(table, quick)
  const bytes = model.toBytes(), alone = await open(bytes)
  const key = Symbol.dispose ?? Object.getOwnPropertySymbols(Object.getPrototypeOf(alone)).find(({ description }) => description === 'Symbol.dispose')
  for (const held of [rfm, sync, model, alone]) {
    assert.equal(typeof held[key], 'function')
    held.dispose()
    held[key]()
  }
  assert.throws(() => alone.predict(table), { code: 'disposed' })
  assert.throws(() => sync.fit(table, quick), { code: 'disposed' })
  assert.ok(alone.disposed)
})

test('one file has it all: the same bytes in a worker, on this thread, and with the module of another', async () => {
  const inline = await loadInline(), sync = await loadInlineSync(), expected = (await loadSync()).fit(table, quick).toBytes()
  assert.deepEqual((await inline.fit(table, quick)).toBytes(), expected)
  assert.deepEqual(sync.fit(table, quick).toBytes(), expected)
  await assert.rejects(loadInline({ threads: 2 }), { code: 'unsupported', message: /inline has one thread/ })
  inline.dispose()
})

test('progress of a fit without a search is 1 at its end, in a worker and on this thread', async () => {
  const rfm = await load(), sync = await loadSync()
  for (const way of [rfm, sync]) {
    const seen = []
    await way.fit(table, { ...quick, bandwidth: 2, ridge: 0.01, metric: 'full', onProgress: ({ done }) => seen.push(done) })
    assert.equal(seen.at(-1), 1)
  }
  rfm.dispose()
})
