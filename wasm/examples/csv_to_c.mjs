// node csv_to_c.mjs houses.csv price 16384 > houses.h: a model of at most so many bytes as C.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { load } from 'rfm-wasm/sync'

const [file, target, bytes] = process.argv.slice(2)
const rfm = await load()
const model = rfm.fit(readFileSync(file), { target })
const small = rfm.shrink(model, { bytes: Number(bytes) })
process.stdout.write(small.toC(basename(file, '.csv').replace(/\W/g, '_')))
console.error(`R2 or accuracy of all centres and of those kept: ${[model, small].map(each => {
  const { r2, accuracy } = each.evaluate(readFileSync(file))
  return (r2 ?? accuracy).toFixed(4)
}).join(', ')}`)
