// Rows a second that a model of 300 centres and 10 columns answers, given as typed arrays:
// `node bench/predict.mjs`. Processor time of one thread, the best of five.
import { load } from 'rfm-wasm/sync'
import { open } from 'rfm-wasm/predict'
import { noise } from '../tests/support/tables.mjs'

const rfm = await load()
const train = { data: noise(300, 11, 1), shape: [300, 11] }, rows = 100_000
const batch = { data: Float32Array.from(noise(rows, 10, 2)), shape: [rows, 10] }
console.log('kernel  rfm-wasm rows/s  rfm-wasm/predict rows/s')
for (const kernel of ['laplace', 'gaussian', 'lpq-1.5']) {
  const model = rfm.fit(train, { kernel, metric: 'full', rounds: 2, bandwidth: 10, ridge: 0.001 })
  const alone = await open(model.toBytes())
  const rates = [model, alone].map(answering => {
    const seconds = Array.from({ length: 5 }, () => {
      const started = process.cpuUsage()
      answering.predict(batch)
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1e6
    })
    return Math.round(rows / Math.min(...seconds))
  })
  console.log([kernel, ...rates].join('  '))
}
