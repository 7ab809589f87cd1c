// Fits that several threads share, in Node: the bits of one thread, refusals,
// threads that end with their fit.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import test from 'node:test'
import threads from 'node:worker_threads'
import { crc } from './support/crc.mjs'
import { noise, tables } from './support/tables.mjs'

// Every worker that lives, the package's among them.
const living = new Set()
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given)
    living.add(this)
    this.once('exit', () => living.delete(this))
  }
}
syncBuiltinESMExports()
const { load } = await import('rfm-wasm')
const { load: loadSync } = await import('rfm-wasm/sync')

const all = async until => { while (!until()) await new Promise(resolve => setTimeout(resolve, 5)) }
const large = { data: noise(3000, 20, 1), shape: [3000, 20] }
const middle = { data: noise(600, 8, 2), shape: [600, 8] }
const fixed = { kernel: 'laplace', metric: 'full', rounds: 2, bandwidth: 5, ridge: 0.001 }
const jobs = [...[3, 5, 7].map(k => tables[k].slice(1)), [middle, fixed]]

const one = await load({ threads: 1 })
const expected = []
for (const [table, options] of jobs) expected.push(crc((await one.fit(table, options)).toBytes()))
one.dispose()

for (const count of [2, 3]) {
  test(`${count} threads give the bytes of one`, async () => {
    const rfm = await load({ threads: count })
    assert.equal(rfm.threads, count)
    for (const [k, [table, options]] of jobs.entries()) {
      const model = await rfm.fit(table, options)
      assert.equal(living.size, count)
      assert.equal(crc(model.toBytes()), expected[k])
      assert.ok(model.predict(table).rows > 0)
    }
    rfm.dispose()
    await all(() => living.size === 0)
  })
}

test('where 4 GiB of shared memory cannot be set aside, less is', async () => {
  const { Memory } = WebAssembly, asked = []
  WebAssembly.Memory = class extends Memory {
    constructor(limits) {
      asked.push(limits.maximum)
      if (limits.maximum > 8192) throw new RangeError('no room')
      super(limits)
    }
  }
  try {
    const rfm = await load({ threads: 2 })
    assert.equal(rfm.threads, 2)
    assert.equal((await rfm.fit(middle, fixed)).predict(middle).rows, 600)
    rfm.dispose()
  } finally {
    WebAssembly.Memory = Memory
  }
  assert.deepEqual(asked, [65536, 32768, 16384, 8192])
})

test('rounds by two threads are the rounds of one', async () => {
  const seen = []
  for (const threads of [1, 2]) {
    const rfm = await load({ threads })
    const matrices = []
    for await (const { matrix } of rfm.rounds(middle, { rounds: 3 })) matrices.push(crc(new Uint8Array(matrix.buffer)))
    seen.push(matrices)
    rfm.dispose()
  }
  assert.equal(seen[0].length, 4)
  assert.deepEqual(seen[0], seen[1])
})

test('an aborted fit ends all of its threads, and the next one works', async () => {
  const rfm = await load({ threads: 3 })
  const control = new AbortController()
  await assert.rejects(rfm.fit(large, { signal: control.signal, onProgress: () => control.abort() }), { code: 'aborted' })
  await all(() => living.size === 0)
  assert.equal(crc((await rfm.fit(...jobs[0])).toBytes()), expected[0])
  rfm.dispose()
})

test('dispose ends the threads of a running fit', async () => {
  const rfm = await load({ threads: 2 })
  const fitting = rfm.fit(large, { onProgress: () => rfm.dispose() })
  await assert.rejects(fitting, { code: 'disposed' })
  await all(() => living.size === 0)
})

test('auto takes a thread for each processor', async () => {
  const rfm = await load({ threads: 'auto' })
  assert.ok(rfm.threads >= 1 && rfm.threads <= 8)
  rfm.dispose()
})

test('more threads need more memory, and the facts say so', async () => {
  const [few, many] = await Promise.all([1, 4].map(threads => load({ threads })))
  const bytes = await Promise.all([few, many].map(async rfm => (await rfm.describe(large)).bytesToTrain))
  assert.ok(bytes[1] > bytes[0])
  few.dispose()
  many.dispose()
})

test('idle threads let the program end', () => {
  const program = `import { load } from 'rfm-wasm'
    const rfm = await load({ threads: 3 })
    await rfm.fit({ a: [1, 2, 3, 4, 5, 6], b: [1.5, 2, 3, 4, 5, 7] }, { task: 'regression', kernel: 'gaussian', rounds: 0 })
    console.log('ended')`
  const words = ['--input-type=module', '--eval', program]
  assert.match(execFileSync(process.execPath, words, { encoding: 'utf8', timeout: 120_000 }), /ended/)
})

for (const [what, load_, options, code, words] of [
  ['half a thread', load, { threads: 1.5 }, 'input', /whole number/],
  ['no thread', load, { threads: 0 }, 'input', /whole number/],
  ['words', load, { threads: 'many' }, 'input', /'auto'/],
  ['threads with a module that has none', load, { threads: 2, url: new URL('../dist/rfm.wasm', import.meta.url) },
    'unsupported', /rfm-threads.wasm/],
  ['threads of the same-thread interface', loadSync, { threads: 2 }, 'unsupported', /calling thread/]
]) test(`refused: ${what}`, () => assert.rejects(load_(options), error => {
  assert.equal(error.code, code)
  assert.match(error.message, words)
  return true
}))

test('the same-thread interface takes auto for one', async () => {
  assert.equal((await loadSync({ threads: 'auto' })).threads, 1)
})
