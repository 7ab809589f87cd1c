// What is to be trained, as the engine takes it: a table and what its columns are for, split into
// rows to learn from and rows to check on. Both parts keep the target's distribution.
import type { ColumnOptions, Wishes } from 'rfm-wasm'
import type { Role } from '../data/facts'
import { is_missing, number_of, type Column } from '../data/table'
import { random_from } from '../data/random'

export type Cells = Record<string, string[]>

export interface Request {
  learn: Cells
  check: Cells
  learn_rows: number
  check_rows: number
  options: ColumnOptions & { target: string; task: 'regression' | 'classification' }
  wishes: Wishes
  seed: number
  /** Seconds of search; 0: no limit. */
  budget: number
}

const cleaned = new WeakMap<Column, Map<boolean, string[]>>()

/**
 * Cells as the engine reads them: what counts as missing on the page is empty there. Done
 * once for each column and kind.
 */
function clean(column: Column, role: Role): string[] {
  const numeric = role === 'number'
  const kinds = cleaned.get(column) ?? new Map<boolean, string[]>()
  cleaned.set(column, kinds)
  const known = kinds.get(numeric)
  if (known) return known
  const cells = column.cells.map((cell) => (is_missing(cell) || (numeric && Number.isNaN(number_of(cell))) ? '' : cell.trim()))
  kinds.set(numeric, cells)
  return cells
}

/**
 * Rows with an answer, each group of neighbours in the target's order
 * giving one to the rows to check on.
 */
export function split_rows(target: string[], numeric: boolean, share: number, most: number, seed: number): { learn: number[]; check: number[] } {
  const random = random_from(seed)
  let rows = target.flatMap((cell, row) => (cell === '' ? [] : [{ row, key: random() }]))
  rows.sort((a, b) => a.key - b.key)
  if (most > 0) rows = rows.slice(0, most)
  const order = numeric
    ? (a: { row: number }, b: { row: number }) => Number(target[a.row]) - Number(target[b.row])
    : (a: { row: number }, b: { row: number }) => (target[a.row]! < target[b.row]! ? -1 : target[a.row]! > target[b.row]! ? 1 : 0)
  rows.sort((a, b) => order(a, b) || a.key - b.key)
  const learn: number[] = []
  const check: number[] = []
  const phase = random()
  rows.forEach(({ row }, k) => {
    if (Math.floor((k + 1) * share + phase) > Math.floor(k * share + phase)) check.push(row)
    else learn.push(row)
  })
  return { learn: learn.sort((a, b) => a - b), check: check.sort((a, b) => a - b) }
}

const take = (cells: Cells, rows: number[]): Cells =>
  Object.fromEntries(Object.entries(cells).map(([name, column]) => [name, rows.map((row) => column[row]!)]))

interface Asked {
  columns: Column[]
  roles: Map<string, Role>
  target: string
  task: 'regression' | 'classification'
  wishes: Wishes
  seed: number
  budget: number
  /** Share of the rows to check on. */
  share: number
  /** At most so many rows; 0 for all. */
  sample: number
}

export function make_request(asked: Asked): Request {
  const { columns, roles, target, task } = asked
  const role = (name: string): Role => (name === target ? (task === 'regression' ? 'number' : 'category') : roles.get(name)!)
  const cells: Cells = {}
  for (const column of columns) cells[column.name] = clean(column, role(column.name))
  const { learn, check } = split_rows(cells[target]!, task === 'regression', asked.share, asked.sample, asked.seed + 1)
  const inputs = columns.map(({ name }) => name).filter((name) => name !== target)
  return {
    learn: take(cells, learn),
    check: take(cells, check),
    learn_rows: learn.length,
    check_rows: check.length,
    options: {
      target,
      task,
      columns: inputs,
      numeric: inputs.filter((name) => role(name) === 'number'),
      categorical: inputs.filter((name) => role(name) === 'category'),
      dates: inputs.filter((name) => role(name) === 'date'),
    },
    wishes: asked.wishes,
    seed: asked.seed,
    budget: asked.budget,
  }
}
