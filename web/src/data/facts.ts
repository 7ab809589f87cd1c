// What the cells of each column have in common, and what the column is therefore guessed to be. One
// pass a column and a sort of its numbers, done where the table is read: beside the page.
import { is_missing, number_of, type Column, type Table } from './table'

export type Kind = 'number' | 'yes/no' | 'category' | 'date'
export type Role = Kind | 'leave out'

export interface Facts {
  missing: number
  distinct: number
  numbers: number
  /** Rows whose cell is neither a number nor missing although nearly all others are numbers. */
  odd: number[]
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
  reason: string
}

const STEPS = 20
const TRUTHS = [['yes', 'no'], ['true', 'false'], ['y', 'n'], ['t', 'f'], ['0', '1']]
const MOSTLY_NUMBERS = 0.9
const FREE_TEXT = 100
/** What the engine reads as a date: in figures, or with the month's name, and perhaps a time. */
const DATE = /^\s*((\p{L}{3,}\.?,? +)?(\d{4}[-/.](\d{1,2}|\p{L}{3,})[-/.]\d{1,2}|\d{1,2}[-/.] ?(\d{1,2}|\p{L}{3,})[-/.] ?(\d{4}|\d{2})|\d{1,2}\.?[ -]\p{L}{3,}\.?[ ,-]+\d{2,4}|\p{L}{3,}\.?[ -]\d{1,2},? \d{4})|\d{4}-\d{2})([T ,:]+\d{1,2}:\d{2}.*)?\s*$/u

function histogram(values: number[], least: number, largest: number): number[] {
  const counts = new Array<number>(STEPS).fill(0)
  const step = (largest - least) / STEPS || 1
  for (const value of values) counts[Math.min(STEPS - 1, Math.floor((value - least) / step))]! += 1
  return counts
}

function median_of(values: number[]): number {
  return Float64Array.from(values).sort()[Math.floor((values.length - 1) / 2)] ?? 0
}

export function column_of(name: string, cells: string[]): Column {
  return { name, cells, facts: facts_of(name, cells) }
}

function facts_of(name: string, cells: string[]): Facts {
  const counts = new Map<string, number>()
  const values: number[] = []
  const texts: number[] = []
  let missing = 0
  cells.forEach((cell, row) => {
    if (is_missing(cell)) {
      missing += 1
      return
    }
    const value = number_of(cell)
    if (Number.isNaN(value)) texts.push(row)
    else values.push(value)
    const text = cell.trim()
    counts.set(text, (counts.get(text) ?? 0) + 1)
  })
  let least = Infinity
  let largest = -Infinity
  for (const value of values) {
    if (value < least) least = value
    if (value > largest) largest = value
  }
  const present = cells.length - missing
  const numeric = present > 0 && values.length >= MOSTLY_NUMBERS * present
  const words = [...counts.keys()].map((word) => word.toLowerCase())
  const truths = counts.size === 2 && TRUTHS.some((pair) => pair.every((word) => words.includes(word)))
  const dates = texts.filter((row) => DATE.test(cells[row]!)).length
  const dated = texts.length > 0 && dates >= MOSTLY_NUMBERS * present
  const kind: Kind = truths ? 'yes/no' : numeric ? 'number' : dated ? 'date' : 'category'
  const facts: Facts = {
    missing,
    distinct: counts.size,
    numbers: values.length,
    odd: numeric ? texts : [],
    least,
    largest,
    median: median_of(values),
    whole: values.every(Number.isInteger),
    commonest: [...counts].sort((a, b) => b[1] - a[1]).slice(0, STEPS),
    histogram: numeric ? histogram(values, least, largest) : [],
    kind,
    role: kind,
    reason: '',
  }
  return { ...facts, ...role_of(name, cells.length, facts) }
}

function role_of(name: string, rows: number, facts: Facts): { role: Role; reason: string } {
  const present = rows - facts.missing
  const left_out = (reason: string) => ({ role: 'leave out' as const, reason })
  if (present === 0) return left_out('every cell is missing')
  if (facts.distinct === 1) return left_out('every cell says the same')
  const named = /(^|[_ ])(id|index|key|nr)$/i.test(name) || /[a-z]I[dD]$/.test(name)
  if (rows >= 10 && named && facts.distinct === rows) return left_out('it numbers the rows')
  if (facts.kind === 'category' && facts.distinct > FREE_TEXT && facts.distinct > present / 2)
    return left_out('nearly every text is different: names or free text')
  return { role: facts.kind, reason: '' }
}

/** Whether a target is told apart in classes rather than as a number. */
export function is_classes(facts: Facts): boolean {
  if (facts.kind !== 'number') return true
  const whole = facts.commonest.every(([text]) => Number.isInteger(number_of(text)))
  return whole && facts.distinct <= 20 && facts.largest - facts.least < 1.5 * facts.distinct && facts.least >= 0 && facts.least <= 1
}

const ANSWER = /^(target|label|class|outcome|response|answer|y)$/i

/**
 * The column most likely to be the answer: the last of those called so,
 * else the last that is fit for it.
 */
export function guess_target({ columns }: Table): string {
  const fit = columns.filter(({ facts }) => facts.role !== 'leave out' && facts.role !== 'date')
  return (fit.findLast(({ name }) => ANSWER.test(name.trim())) ?? fit.at(-1) ?? columns.at(-1)!).name
}
