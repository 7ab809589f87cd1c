// Training time of the build with relaxed SIMD against the one with SIMD: `node bench/relaxed.mjs`, on node 20
// `node --experimental-wasm-relaxed-simd bench/relaxed.mjs`. Processor time, one thread, the shortest of five, in turns.
import { load } from 'rfm-wasm/sync'
import { noise } from '../tests/tables.mjs'

const columns = 20, repeats = 5
const options = { kernel: 'laplace', metric: 'full', rounds: 5, bandwidth: 10, ridge: 0.001 }
const builds = [await load(), await load({ relaxed: true })]
if (!builds[1].relaxed) throw new Error('this engine has no relaxed SIMD')

console.log('rows  SIMD s  relaxed s  SIMD / relaxed')
for (const rows of [500, 1000, 2000]) {
  const x = noise(rows, columns, 1)
  const data = Float64Array.from({ length: rows * (columns + 1) }, (_, i) => {
    const row = Math.floor(i / (columns + 1)), column = i % (columns + 1), at = row * columns
    return column < columns ? x[at + column] : x[at] * x[at + 1] + x[at + 2]
  })
  const least = [Infinity, Infinity]
  for (let k = 0; k < repeats; ++k)
    builds.forEach((rfm, i) => {
      const started = process.cpuUsage().user
      rfm.fit({ data, shape: [rows, columns + 1] }, options).dispose()
      least[i] = Math.min(least[i], (process.cpuUsage().user - started) / 1e6)
    })
  console.log([rows, ...least.map(s => s.toFixed(2)), (least[0] / least[1]).toFixed(2)].join('  '))
}
