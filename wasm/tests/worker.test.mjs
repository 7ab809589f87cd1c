// What the worker adds: the calling thread stays free, aborting is quick and final,
// progress arrives, programs can end.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { load, RfmError } from 'rfm-wasm'
import { load as loadSync } from 'rfm-wasm/sync'
import { crc } from './support/crc.mjs'
import { noise, tables } from './support/tables.mjs'

const rfm = await load()
const [, csv, options] = tables[3]
// A search of minutes.
const large = { data: noise(3000, 20, 1), shape: [3000, 20] }

test('fit gives the bytes of the same thread', async () => {
  const model = await rfm.fit(csv, options)
  const same = (await loadSync()).fit(csv, options)
  assert.equal(crc(model.toBytes()), crc(same.toBytes()))
  model.dispose()
})

test('progress tells what is tried and how far it is', async () => {
  const seen = []
  await rfm.fit({ data: noise(300, 10, 5), shape: [300, 10] }, { onProgress: progress => seen.push({ ...progress, at: performance.now() }) })
  assert.ok(seen.length > 5)
  assert.ok(seen.every((p, k) => k === 0 || p.done >= seen[k - 1].done))
  assert.ok(seen.at(-1).best.score <= seen[0].best.score)
  assert.match(seen[0].trying.words, /bandwidth|layers/)
  assert.equal(seen.at(-1).done, 1)
  assert.equal(seen.at(-1).secondsLeft, 0)
  assert.ok(seen.slice(1, -1).every((p, k) => p.at - seen[k].at >= 45), 'at most twenty a second')
  assert.ok(seen.filter(p => p.secondsLeft > 0).length > seen.length / 2)
  const tried = seen.flatMap(p => p.tried)
  assert.ok(tried.length > 10)
  assert.ok(tried.every(({ choice, error, rows }) => typeof choice.kernel === 'string' && error > 0 && rows <= 300))
  assert.equal(new Set(tried.map(({ choice, error }) => JSON.stringify([choice, error]))).size, tried.length, 'each once')
})

test('abort rejects at once, and the next fit works', async () => {
  const control = new AbortController()
  const fitting = rfm.fit(large, { signal: control.signal, onProgress: () => control.abort() })
  await assert.rejects(fitting, error => error instanceof RfmError && error.code === 'aborted')
  assert.equal((await rfm.fit(csv, options)).target, 'y')
})

test('abort with keepBest gives the best candidate so far, refitted', async () => {
  const control = new AbortController()
  let best
  const model = await rfm.fit(csv, { target: 'y', test: 0.2, ensemble: 3, signal: control.signal, keepBest: true,
    onProgress: progress => {
      best = progress.best.choice
      control.abort()
    } })
  const { chosen, search, test: scores } = model.report().history
  assert.deepEqual(chosen, best)
  assert.equal(search.tried.length, 1)
  assert.equal(scores.rows, 24)
  assert.equal(model.report().members, 1)
})

test('abort with keepBest before there is a best one rejects', async () => {
  const control = new AbortController()
  const fitting = rfm.fit(large, { signal: control.signal, keepBest: true })
  control.abort()
  await assert.rejects(fitting, { code: 'aborted' })
})

test('a signal that was aborted before starts nothing', async () => {
  await assert.rejects(rfm.fit(csv, { signal: AbortSignal.abort() }), { code: 'aborted' })
})

test('an exception in onProgress ends the fit with it', async () => {
  await assert.rejects(rfm.fit(large, { onProgress: () => { throw new Error('mine') } }), /mine/)
})

test('the calling thread runs while a fit does', async () => {
  let ticks = 0
  const timer = setInterval(() => ++ticks, 1)
  await rfm.fit(csv, { target: 'y' })
  clearInterval(timer)
  assert.ok(ticks > 0)
})

test('fits at the same time do not mix', async () => {
  const models = await Promise.all(tables.slice(3, 6).map(([, text, given]) => rfm.fit(text, given)))
  assert.deepEqual(models.map(model => model.classes.length), [0, 2, 3])
})

test('rounds can be left early, and ended by a signal', async () => {
  for await (const round of rfm.rounds(csv, { target: 'y', rounds: 50 })) if (round.round === 2) break
  const control = new AbortController()
  await assert.rejects(async () => {
    for await (const round of rfm.rounds(csv, { target: 'y', rounds: 50, signal: control.signal }))
      if (round.round === 1) control.abort()
  }, { code: 'aborted' })
})

test('errors keep their code, words and place', async () => {
  await assert.rejects(rfm.fit('a,b\n1,2\n3,4,5\n'), { code: 'input', line: 3 })
  await assert.rejects(rfm.fit(csv, { memoryLimit: 1e5 }), error => error.code === 'too-large' && error.bytesNeeded > 1e5)
  await assert.rejects(rfm.fit({ a: [() => 1], b: [2] }), { code: 'input' })
})

test('describe and shrink run in the worker too', async () => {
  assert.equal((await rfm.describe(csv)).features, 6)
  const model = await rfm.fit(csv, options)
  assert.ok((await rfm.shrink(model, { bytes: 3000 })).size <= 3000)
})

test('dispose ends what runs, and models stay', async () => {
  const other = await load()
  const model = await other.fit(csv, options)
  const fitting = other.fit(large)
  setTimeout(() => other.dispose(), 50)
  await assert.rejects(fitting, { code: 'disposed' })
  await assert.rejects(other.fit(csv), { code: 'disposed' })
  assert.equal(model.predict(csv).rows, 120)
})

test('an idle worker lets the program end', () => {
  const program = `import { load } from 'rfm-wasm'
    const rfm = await load()
    await rfm.fit({ a: [1, 2, 3, 4, 5, 6], b: [1.5, 2, 3, 4, 5, 7] }, { task: 'regression', kernel: 'gaussian', rounds: 0 })
    console.log('ended')`
  const words = ['--input-type=module', '--eval', program]
  assert.match(execFileSync(process.execPath, words, { encoding: 'utf8', timeout: 120_000 }), /ended/)
})

test.after(() => rfm.dispose())
