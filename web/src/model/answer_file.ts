// A whole table answered: the table's own columns, then the answer with probabilities or an
// interval, as CSV. Works in batches and gives the page time between them.
import type { Model } from 'rfm-wasm'
import { is_missing, type Table } from '../data/table'
import { csv_of } from '../plots/figure'
import { breath } from './breath'

const BATCH = 1000

export interface Answered {
  csv: string
  header: string[]
  /** The first rows with their answers. */
  first: string[][]
  rows: number
  notes: string[]
}

export async function answer_table(model: Model, table: Table, signal: AbortSignal, on_share: (share: number) => void): Promise<Answered> {
  const lacking = model.columns.filter((name) => !table.columns.some((column) => column.name === name))
  if (lacking.length > 0) throw new Error(`${table.name} has no column “${lacking.join('”, “')}”, which the model needs.`)
  const classes = model.classes
  const added = classes.length > 0 ? [model.target, ...classes.map((name) => `probability of ${name}`)] : [model.target, 'low', 'high']
  const taken = new Set(table.columns.map(({ name }) => name))
  const header = [...taken, ...added.map((name) => (taken.has(name) ? `${name} (predicted)` : name))]
  const rows: string[][] = []
  const notes = new Set<string>()
  for (let start = 0; start < table.rows; start += BATCH) {
    signal.throwIfAborted()
    const end = Math.min(table.rows, start + BATCH)
    const wanted = table.columns.filter(({ name }) => model.columns.includes(name))
    const batch = Object.fromEntries(wanted.map(({ name, cells }) => [name, cells.slice(start, end).map((cell) => (is_missing(cell) ? '' : cell))]))
    const { values, labels, probabilities, intervals, notes: said } = model.predict(batch)
    said.forEach((note) => notes.add(note))
    for (let k = 0; k < end - start; k += 1) {
      const own = table.columns.map(({ cells }) => cells[start + k]!)
      const chances = classes.map((_, label) => String(probabilities![k * classes.length + label]))
      const bounds = intervals ? [String(intervals[2 * k]), String(intervals[2 * k + 1])] : ['', '']
      rows.push([...own, ...(labels ? [labels[k]!, ...chances] : [String(values[k]), ...bounds])])
    }
    on_share(end / table.rows)
    await breath()
  }
  return { csv: csv_of(header, rows), header, first: rows.slice(0, 6), rows: rows.length, notes: [...notes] }
}
