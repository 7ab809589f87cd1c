// What is to be trained, as the engine takes it: a table and what its columns are for, split into
// rows to learn from and rows to check on. Both parts keep the target's distribution.
import type { ColumnOptions, CsvTable, Wishes } from 'rfm-wasm'
import { csv_of_columns } from '../data/csv'
import { random_from } from '../data/random'
import { csv_options } from '../data/reading'
import { class_of, type Column, type Read, type Role, type Table, type Task } from '../data/table'

/** Columns of cells as they are written. */
export type Cells = Record<string, readonly string[]>

export interface Request {
  /** As CSV, which is read as the file was. */
  learn: CsvTable
  /** Some of these rows, for rounds that are watched. */
  watched: CsvTable
  check: Cells
  /** What the cells of `check` are read as. */
  check_read: Record<string, readonly Read[]>
  /** The answers of `check`: numbers, or names of classes. */
  truth: readonly (number | string)[]
  learn_rows: number
  check_rows: number
  /** Rows of the table that are checked on. */
  check_places: readonly number[]
  options: ColumnOptions & { target: string; task: Task }
  wishes: Wishes
  seed: number
  /** Seconds of search; 0: no limit. */
  budget: number
}

const WATCHED = 2000

/**
 * Rows of these answers, each group of neighbours in their order
 * giving one to the rows to check on.
 */
export function split_rows(answers: readonly (number | string)[], share: number, most: number, seed: number): { learn: number[]; check: number[] } {
  const random = random_from(seed)
  let rows = answers.map((_, row) => ({ row, key: random() }))
  rows.sort((a, b) => a.key - b.key)
  if (most > 0) rows = rows.slice(0, most)
  const order = (a: number, b: number) => (answers[a]! < answers[b]! ? -1 : answers[a]! > answers[b]! ? 1 : 0)
  rows.sort((a, b) => order(a.row, b.row) || a.key - b.key)
  const learn: number[] = []
  const check: number[] = []
  const phase = random()
  rows.forEach(({ row }, k) => {
    if (Math.floor((k + 1) * share + phase) > Math.floor(k * share + phase)) check.push(row)
    else learn.push(row)
  })
  return { learn: learn.sort((a, b) => a - b), check: check.sort((a, b) => a - b) }
}

/** No class is kept aside as a whole: what no row to learn from has cannot be answered. */
function with_every_class(answers: readonly (number | string)[], { learn, check }: { learn: number[]; check: number[] }): { learn: number[]; check: number[] } {
  const known = new Set(learn.map((row) => answers[row]))
  const moved = check.filter((row) => !known.has(answers[row]) && known.add(answers[row]))
  return { learn: [...learn, ...moved].sort((a, b) => a - b), check: check.filter((row) => !moved.includes(row)) }
}

/** At most so many, evenly drawn. */
const some = (rows: readonly number[], most: number): readonly number[] =>
  rows.length <= most ? rows : Array.from({ length: most }, (_, k) => rows[Math.floor((k * rows.length) / most)]!)

interface Asked {
  table: Table
  /** The target and what it is predicted from. */
  columns: Column[]
  roles: Map<string, Role>
  target: string
  task: Task
  wishes: Wishes
  seed: number
  budget: number
  /** Share of the rows to check on. */
  share: number
  /** At most so many rows; 0 for all. */
  sample: number
  /** Whole groups are kept aside, or the latest rows; at random where there is nothing. */
  divide: { by: 'groups' | 'time'; column: string } | null
}

/** The rows whose cell in this column comes last, or whole groups of rows, are kept aside. */
function divide_rows({ by, column }: NonNullable<Asked['divide']>, { columns, share, sample, seed }: Asked): { learn: number[]; check: number[] } {
  const held = columns.find(({ name }) => name === column)!
  const all = some([...held.read.keys()], sample > 0 ? sample : Infinity)
  const key = (row: number) => held.read[row] ?? ''
  if (by === 'time') {
    const order = [...all].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b))
    const first = Math.floor((1 - share) * order.length)
    return { learn: order.slice(0, first), check: order.slice(first) }
  }
  const random = random_from(seed + 1)
  const sizes = new Map<Read, number>()
  for (const row of all) sizes.set(key(row), (sizes.get(key(row)) ?? 0) + 1)
  const groups = [...sizes].map(([group, size]) => ({ group, size, order: random() })).sort((a, b) => a.order - b.order)
  const aside = new Set<Read>()
  let rows = 0
  for (const { group, size } of groups) {
    if (rows >= share * all.length || aside.size + 1 === groups.length) break
    aside.add(group)
    rows += size
  }
  return { learn: all.filter((row) => !aside.has(key(row))), check: all.filter((row) => aside.has(key(row))) }
}

/** Spellings that count as one are not asked to be categories, which would keep them apart. */
function options_of({ table, columns, roles, target, task, divide }: Asked): Request['options'] {
  const inputs = columns.map(({ name }) => name).filter((name) => name !== target && name !== divide?.column)
  const said = table.reading.roles.map(([name]) => name)
  const folded = (name: string) => !said.includes(name) && table.findings.some(({ what, column }) => what === 'folded' && column === name)
  const of = (role: Role) => inputs.filter((name) => roles.get(name) === role)
  return {
    target,
    task,
    columns: inputs,
    numeric: of('number'),
    categorical: of('category').filter((name) => !folded(name)),
    dates: of('date'),
    keepTotals: true,
    ...(divide && { [divide.by]: divide.column }),
    ...(table.reading.dates !== '' && { dateOrder: table.reading.dates }),
  }
}

export function make_request(asked: Asked): Request {
  const { table, columns, target, task } = asked
  const answer = columns.find(({ name }) => name === target)!
  const answers = answer.read.map((read, row) => (task === 'regression' ? Number(read) : class_of(answer, row)))
  const divided = asked.divide ? divide_rows(asked.divide, asked) : split_rows(answers, asked.share, asked.sample, asked.seed + 1)
  const { learn, check } = task === 'regression' ? divided : with_every_class(answers, divided)
  const { separator } = table
  const csv = (rows: readonly number[]): CsvTable =>
    ({ csv: csv_of_columns(columns, rows, separator), ...csv_options({ ...table.reading, separator, header: 'yes' }) })
  const take = <T>(of: (column: Column) => readonly T[]): Record<string, readonly T[]> =>
    Object.fromEntries(columns.map((column) => [column.name, check.map((row) => of(column)[row]!)]))
  return {
    learn: csv(learn),
    watched: csv(some(learn, WATCHED)),
    check: take(({ cells }) => cells),
    check_read: take(({ read }) => read),
    truth: check.map((row) => answers[row]!),
    learn_rows: learn.length,
    check_rows: check.length,
    check_places: check,
    options: options_of(asked),
    wishes: asked.wishes,
    seed: asked.seed,
    budget: asked.budget,
  }
}
