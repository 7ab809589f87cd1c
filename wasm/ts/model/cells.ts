// Tables of JavaScript, in any of the forms of types.ts but CSV text, as
// columns of numbers or of text.
import { RfmError } from '../interface/errors.js'
import type { Cell, ColumnsTable, CsvTable, NumberArray, ShapedTable, Table } from '../interface/types.js'

export const isNumbers = (value: unknown): value is NumberArray => ArrayBuffer.isView(value) && !(value instanceof DataView)
const isCsv = (table: object): table is CsvTable =>
  'csv' in table && (typeof table.csv === 'string' || table.csv instanceof Uint8Array || table.csv instanceof ArrayBuffer)
const isShaped = (table: object): table is ShapedTable => 'data' in table && 'shape' in table

/** What kind of table it is, its rows made columns. */
export function kindOf(table: Table): { csv: CsvTable } | { shaped: ShapedTable } | { columns: ColumnsTable } {
  if (typeof table === 'string') return { csv: { csv: table } }
  if (typeof table !== 'object' || table === null)
    throw new RfmError('input', 'a table is CSV text, columns, rows, or numbers with a shape')
  if (Array.isArray(table)) return { columns: columnsOf(table) }
  if (isCsv(table)) return { csv: table }
  if (isShaped(table)) return { shaped: table }
  return { columns: table as ColumnsTable }
}

function textOf(cell: Cell, column: string, row: number): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell)
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString()
  if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol')
    throw new RfmError('input', `row ${row + 1} of column '${column}' holds neither text nor a number`)
  const text = String(cell)
  if (text.includes('\0')) throw new RfmError('input', `row ${row + 1} of column '${column}' holds a zero byte`)
  return text
}

/**
 * The cells as numbers, missing ones NaN; or as text, each ended by a
 * zero byte, unless all are numbers.
 */
export function cellsOf(cells: readonly Cell[] | NumberArray, column: string): Float64Array | string {
  const allNumbers = isNumbers(cells) ||
    cells.every(cell => typeof cell === 'number' || cell === null || cell === undefined)
  return allNumbers ? Float64Array.from(cells as ArrayLike<number>, cell => cell ?? NaN)
    : (cells as readonly Cell[]).map((cell, row) => textOf(cell, column, row) + '\0').join('')
}

/** Its names, or else these if they are as many. */
export function checkShape(shaped: ShapedTable, names: readonly string[] | undefined): readonly string[] | undefined {
  const [rows, columns] = shaped.shape
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns > 0 &&
    rows * columns === shaped.data.length))
    throw new RfmError('input', `the shape [${shaped.shape}] does not have the ${shaped.data.length} numbers of data`)
  const given = shaped.names ?? (names?.length === columns ? names : undefined)
  if (given !== undefined && given.length !== columns)
    throw new RfmError('input', `there are ${columns} columns and ${given.length} names`)
  return given
}

function columnsOf(rows: readonly Readonly<Record<string, Cell>>[]): ColumnsTable {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  const columns: Record<string, Cell[]> = Object.create(null)
  for (const name of names) columns[name] = rows.map(row => row[name])
  return columns
}

/** How many rows they all have. */
export function rowsOf(columns: ColumnsTable): number {
  const names = Object.keys(columns)
  const rows = names.length === 0 ? 0 : columns[names[0]!]!.length
  for (const name of names) {
    const cells = columns[name]!
    if (!Array.isArray(cells) && !isNumbers(cells))
      throw new RfmError('input', `column '${name}' is not an array`)
    if (cells.length !== rows)
      throw new RfmError('input', `column '${name}' has ${cells.length} rows, '${names[0]}' has ${rows}`)
  }
  return rows
}
