// A whole table answered: the table's own columns, then the answer with probabilities or an
// interval, as CSV written as the file was. Works in batches and gives the page time between them.
import type { Model } from 'rfm-wasm'
import { csv_of } from '../data/csv'
import type { TextRows } from '../data/read.worker'
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

export async function answer_table(model: Model, name: string, table: TextRows, signal: AbortSignal, on_share: (share: number) => void): Promise<Answered> {
  const lacking = model.columns.filter((column) => !table.header.includes(column))
  if (lacking.length > 0) throw new Error(`${name} has no column “${lacking.join('”, “')}”, which the model needs.`)
  const classes = model.classes
  const added = classes.length > 0 ? [model.target, ...classes.map((label) => `probability of ${label}`)] : [model.target, 'low', 'high']
  const taken = new Set(table.header)
  const header = [...taken, ...added.map((column) => (taken.has(column) ? `${column} (predicted)` : column))]
  const rows: string[][] = []
  const notes = new Set<string>()
  const number = (value: number) => (table.decimal_comma ? String(value).replace('.', ',') : String(value))
  for (let start = 0; start < table.rows.length; start += BATCH) {
    signal.throwIfAborted()
    const given = table.rows.slice(start, start + BATCH)
    const batch = Object.fromEntries(model.columns.map((column) => [column, given.map((row) => row[table.header.indexOf(column)]!)]))
    const { values, labels, probabilities, intervals, notes: said } = model.predict(batch)
    said.forEach((note) => notes.add(note))
    given.forEach((own, k) => {
      const chances = classes.map((_, label) => number(probabilities![k * classes.length + label]!))
      const bounds = intervals ? [number(intervals[2 * k]!), number(intervals[2 * k + 1]!)] : ['', '']
      rows.push([...own, ...(labels ? [labels[k]!, ...chances] : [number(values[k]!), ...bounds])])
    })
    on_share((start + given.length) / table.rows.length)
    await breath()
  }
  return { csv: csv_of(header, rows, table.separator), header, first: rows.slice(0, 6), rows: rows.length, notes: [...notes] }
}
