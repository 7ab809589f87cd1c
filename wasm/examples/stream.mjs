// node stream.mjs houses.rfm < rows.csv > answers.csv: a table of any size in constant memory. The
// model reads a few thousand lines at a time, each time with the names of the columns in front.
import { readFile } from 'node:fs/promises'
import { load } from 'rfm-wasm/sync'

const [file] = process.argv.slice(2)
const rfm = await load()
const model = rfm.open(await readFile(file))
const linesAtOnce = 5000

/** Whole records: a quoted cell may hold line breaks, and then its quotes are not yet even. */
async function* records(input) {
  let open = ''
  for await (const text of input) {
    const lines = (open + text).split('\n')
    open = lines.pop()
    let record
    for (const line of lines) {
      record = record === undefined ? line : `${record}\n${line}`
      if ((record.match(/"/g) ?? []).length % 2 === 1) continue
      yield record
      record = undefined
    }
    if (record !== undefined) open = `${record}\n${open}`
  }
  if (open !== '') yield open
}

function answer(header, lines) {
  const { values, labels, intervals } = model.predict({ csv: [header, ...lines].join('\n'), header: true })
  const row = k => labels ? labels[k] : [values[k], intervals[2 * k], intervals[2 * k + 1]].join(',')
  process.stdout.write(Array.from(values, (_, k) => `${row(k)}\n`).join(''))
}

process.stdin.setEncoding('utf8')
console.log(model.task === 'regression' ? `${model.target},low,high` : model.target)
let header, lines = []
for await (const record of records(process.stdin)) {
  if (header === undefined) {
    header = record
  } else if (lines.push(record) === linesAtOnce) {
    answer(header, lines)
    lines = []
  }
}
if (lines.length > 0) answer(header, lines)
