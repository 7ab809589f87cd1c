// What the cells of a column have in common: what rfm-wasm found, and what pictures and forms need
// besides. One pass a column and a sort of its numbers, done beside the page.
import type { ColumnFacts } from 'rfm-wasm'
import type { Column, Kind, Read, Role } from './table'

export interface Facts {
  missing: number
  distinct: number
  /** Line of the first cell that is neither a number nor missing, 0 when there is none. */
  odd_line: number
  least: number
  largest: number
  median: number
  whole: boolean
  /** The commonest texts with their counts. */
  commonest: [string, number][]
  /** Counts of twenty equal steps from least to largest. */
  histogram: number[]
  kind: Kind
  role: Role
  /** Why it is what it is. */
  reason: string
}

const STEPS = 20

function histogram(values: Float64Array, least: number, largest: number): number[] {
  const counts = new Array<number>(STEPS).fill(0)
  const step = (largest - least) / STEPS || 1
  for (const value of values) counts[Math.min(STEPS - 1, Math.floor((value - least) / step))]! += 1
  return counts
}

function commonest(cells: readonly string[], read: readonly Read[]): [string, number][] {
  const counts = new Map<string, number>()
  read.forEach((found, row) => {
    if (found === null) return
    const text = typeof found === 'string' ? found : cells[row]!.trim()
    counts.set(text, (counts.get(text) ?? 0) + 1)
  })
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, STEPS)
}

export function column_of(found: ColumnFacts, cells: readonly string[], read: readonly Read[]): Column {
  const numeric = found.kind === 'number' || found.kind === 'date'
  const values = numeric ? Float64Array.from(read.filter((value) => typeof value === 'number')).sort() : new Float64Array()
  const least = values[0] ?? 0
  const largest = values.at(-1) ?? 0
  const facts: Facts = {
    missing: found.missing,
    distinct: found.distinct,
    odd_line: found.oddLine,
    least,
    largest,
    median: values[Math.floor((values.length - 1) / 2)] ?? 0,
    whole: values.every(Number.isInteger),
    commonest: commonest(cells, read),
    histogram: values.length > 0 ? histogram(values, least, largest) : [],
    kind: found.kind,
    role: found.role === 'ignored' ? 'leave out' : found.kind,
    reason: found.reason,
  }
  return { name: found.name, cells, read, facts }
}

const ANSWER = /^(target|label|class|outcome|response|answer|y)$/i

/**
 * The column most likely to be the answer: the last of those called so,
 * else the last that is fit for it.
 */
export function guess_target(columns: readonly ColumnFacts[]): string {
  const fit = columns.filter(({ role, kind, distinct }) => distinct > 1 && (role === 'target' || (role === 'feature' && kind !== 'date')))
  return (fit.findLast(({ name }) => ANSWER.test(name.trim())) ?? fit.at(-1) ?? columns.at(-1)!).name
}
