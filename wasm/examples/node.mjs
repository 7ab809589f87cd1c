// node node.mjs houses.csv price: trains, and says how good the model is and what it listens to.
import { readFile } from 'node:fs/promises'
import { load } from 'rfm-wasm'

const [file, target] = process.argv.slice(2)
const rfm = await load()
const model = await rfm.fit(await readFile(file), { target, test: 0.2,
  onProgress: ({ done, secondsLeft = 0 }) => process.stderr.write(`\r${Math.round(100 * done)} %, ${secondsLeft.toFixed(0)} s left `) })
process.stderr.write('\n')
const { test } = model.report().history
console.log(model.task === 'regression' ? `R2 ${test.r2.toFixed(3)}` : `accuracy ${test.accuracy.toFixed(3)}`, `on ${test.rows} rows`)
for (const { column, share } of model.importances()) console.log(`${(100 * share).toFixed(1).padStart(5)} %  ${column}`)
for (const { column, reason } of model.dropped) console.log(`left out: ${column}, ${reason}`)
rfm.dispose()
