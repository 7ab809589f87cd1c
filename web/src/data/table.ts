// A table as the page holds it: columns of text cells and what they have in common, with what went
// wrong while reading and where.
import type { Facts } from './facts'

export interface Problem {
  /** Line of the file, or 0 where the problem belongs to no line. */
  line: number
  words: string
}

export interface Column {
  name: string
  cells: string[]
  facts: Facts
}

export interface Table {
  name: string
  columns: Column[]
  rows: number
  /** Rows of the file before a sample was taken. */
  rows_in_file: number
  problems: Problem[]
  /** Encoding and delimiter in words, or where the table comes from. */
  about: string
}

/** A table that cannot be used, in words for the person who chose it. */
export class TableError extends Error {}

const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-', '.'])

export function is_missing(cell: string): boolean {
  return MISSING.has(cell.trim().toLowerCase())
}

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/** The number a cell holds, or NaN. */
export function number_of(cell: string): number {
  return NUMBER.test(cell) ? Number(cell) : NaN
}

const DECIMAL_COMMA = /^\s*[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+\s*$/

/**
 * Cells with decimal points where all of a column are numbers and some have decimal
 * commas; null where there are none.
 */
export function without_decimal_commas(cells: string[]): string[] | null {
  let found = false
  for (const cell of cells) {
    if (DECIMAL_COMMA.test(cell)) found = true
    else if (!is_missing(cell) && Number.isNaN(number_of(cell))) return null
  }
  if (!found) return null
  return cells.map((cell) => (DECIMAL_COMMA.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell))
}

/** Names made distinct and non-empty, with a problem for each that had to change. */
export function tidy_names(names: string[], problems: Problem[]): string[] {
  const seen = new Set<string>()
  return names.map((given, index) => {
    const wanted = given.trim() || `column ${index + 1}`
    if (!given.trim()) problems.push({ line: 1, words: `Column ${index + 1} has no name; it is called “${wanted}”.` })
    let name = wanted
    for (let copy = 2; seen.has(name); copy += 1) name = `${wanted} (${copy})`
    if (name !== wanted) problems.push({ line: 1, words: `The name “${wanted}” stands twice; the second column is called “${name}”.` })
    seen.add(name)
    return name
  })
}
