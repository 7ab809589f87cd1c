// A table as the page holds it: columns of cells, as they are written and as rfm-wasm reads them,
// with what is known of each and of how the file was read.
import type { Finding } from 'rfm-wasm'
import type { Facts } from './facts'
import type { Reading } from './reading'

export type Kind = 'number' | 'yes/no' | 'category' | 'date'
export type Role = Kind | 'leave out'
export type Task = 'regression' | 'classification'

/**
 * What a cell is read as: a number, 0 or 1 of yes/no, seconds since 1970, the name of a category;
 * null where it is missing.
 */
export type Read = number | string | null

export interface Column {
  name: string
  cells: readonly string[]
  read: readonly Read[]
  facts: Facts
}

export interface Table {
  name: string
  columns: Column[]
  /** Of the columns here: the file's, or a sample of them. */
  rows: number
  /** Rows of the file, and how many of them count. */
  rows_in_file: number
  rows_that_count: number
  target: string
  task: Task
  task_reason: string
  findings: readonly Finding[]
  /** How it was asked to be read, as text. */
  asked: string
  reading: Reading
  /** What stood between the cells. */
  separator: string
  /** How it was read in words, or where the table comes from. */
  about: string
}

/** A table that cannot be used, in words for the person who chose it. */
export class TableError extends Error {}

/** The class of a row, as the model names it. */
export const class_of = ({ cells, read }: Column, row: number): string => {
  const found = read[row]
  return typeof found === 'string' ? found : cells[row]!.trim()
}
