// How a table is to be read: what rfm-wasm finds out, unless the reader of the page says otherwise.
import type { ColumnOptions, CsvTable } from 'rfm-wasm'
import type { Role, Task } from './table'

export interface Reading {
  /** Empty: the column that is called like an answer, else the last. */
  target: string
  task: Task | ''
  /** What the reader of the page says that columns are, in place of what was found. */
  roles: readonly (readonly [string, Role])[]
  /** Each of these empty: found out. */
  separator: string
  header: '' | 'yes' | 'no'
  decimal: '' | '.' | ','
  dates: '' | 'dmy' | 'mdy'
  /** Whether a last row of totals is a row like others. */
  totals: boolean
}

export const SEPARATORS: readonly (readonly [string, string])[] = [[',', 'commas'], [';', 'semicolons'], ['\t', 'tabs'], ['|', 'bars']]

export const as_found: Reading = { target: '', task: '', roles: [], separator: '', header: '', decimal: '', dates: '', totals: false }

/** How text is cut into cells. */
export function csv_options({ separator, header, decimal }: Reading): Omit<CsvTable, 'csv'> {
  return {
    ...(SEPARATORS.some(([known]) => known === separator) && { delimiter: separator as ',' }),
    ...(header !== '' && { header: header === 'yes' }),
    ...(decimal !== '' && { decimal }),
  }
}

/** What columns are, as far as the reader said it; names that the table lacks are passed over. */
export function column_options({ target, task, roles, dates, totals }: Reading, names: readonly string[]): ColumnOptions {
  const of = (role: Role) => roles.filter(([name, said]) => said === role && name !== target && names.includes(name)).map(([name]) => name)
  return {
    ...(names.includes(target) && { target }),
    ...(task !== '' && { task }),
    ...(dates !== '' && { dateOrder: dates }),
    ...(totals && { keepTotals: true }),
    numeric: of('number'),
    categorical: of('category'),
    dates: of('date'),
    drop: of('leave out'),
  }
}
