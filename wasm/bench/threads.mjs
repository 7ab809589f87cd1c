// Time of a fit on 2,000 rows by one thread and by several: `node bench/threads.mjs [threads]`, 2
// by default. The shortest of three each, in turns, on the clock: a busy machine shows too
// little. The same bytes, or it stops.
import { execFileSync } from 'node:child_process'
import { load } from 'rfm-wasm'
import { noise } from '../tests/support/tables.mjs'

const threads = Number(process.argv[2] ?? 2), rows = 2000, columns = 20, repeats = 3
const x = noise(rows, columns, 1)
const data = Float64Array.from({ length: rows * (columns + 1) }, (_, i) => {
  const row = Math.floor(i / (columns + 1)), column = i % (columns + 1), at = row * columns
  return column < columns ? x[at + column] : x[at] * x[at + 1] + x[at + 2]
})
const table = { data, shape: [rows, columns + 1] }
const options = { kernel: 'laplace', metric: 'full', rounds: 5, bandwidth: 10, ridge: 0.001 }
const machines = [await load(), await load({ threads })]

async function timed(rfm, work) {
  const started = performance.now()
  const result = await work(rfm)
  return { seconds: (performance.now() - started) / 1000, result }
}

const fit = async rfm => {
  const model = await rfm.fit(table, options)
  const bytes = model.toBytes()
  model.dispose()
  return bytes
}
const search = async rfm => {
  const small = { data: data.subarray(0, 300 * (columns + 1)), shape: [300, columns + 1] }
  const model = await rfm.fit(small, { kernel: 'laplace', effort: 0.2 })
  const bytes = model.toBytes()
  model.dispose()
  return bytes
}
async function watch(rfm) {
  let last
  for await (const { matrix } of rfm.rounds(table, { ...options, heldOut: 0 })) last = matrix
  return last
}

// Solve, learn and score once; without reading the table, which one thread does. The shortest of
// many: whoever waits for a processor is as slow as that.
async function round(rfm) {
  let least = Infinity
  for (let k = 0; k < repeats; ++k) {
    let started
    for await (const { round } of rfm.rounds(table, { ...options, rounds: 20, heldOut: 0 })) {
      if (round > 0) least = Math.min(least, performance.now() - started)
      started = performance.now()
    }
  }
  return least / 1000
}

const say = (name, [one, several]) =>
  console.log([name, one.toFixed(3), several.toFixed(3), (one / several).toFixed(2)].join(' | '))

console.log(`work | 1 thread s | ${threads} threads s | ratio`)
for (const [name, work] of [['fit, n=2000', fit], ['rounds, n=2000', watch], ['search, n=300', search]]) {
  const best = [Infinity, Infinity]
  for (let k = 0; k < repeats; ++k) {
    const runs = []
    for (const rfm of machines) runs.push(await timed(rfm, work))
    if (Buffer.compare(Buffer.from(runs[0].result.buffer), Buffer.from(runs[1].result.buffer)) !== 0)
      throw new Error('the bytes differ')
    runs.forEach(({ seconds }, i) => { best[i] = Math.min(best[i], seconds) })
  }
  say(name, best)
}
const rounds = []
for (const rfm of machines) rounds.push(await round(rfm))
say('a round, n=2000', rounds)
console.log(`load average at the end: ${execFileSync('uptime', { encoding: 'utf8' }).match(/load average: (.*)/)[1]}`)
for (const rfm of machines) rfm.dispose()
