// Tables of JavaScript, in any of the forms of types.ts, made tables of the module. Text crosses as one block for each column,
// numbers as float64.
import type { Core, Handle } from './core.js'
import { RfmError } from './errors.js'
import type { Answers, Cell, ColumnsTable, CsvTable, Features, NumberArray, ShapedTable, Table } from './types.js'

const isNumbers = (value: unknown): value is NumberArray => ArrayBuffer.isView(value) && !(value instanceof DataView)
const isCsv = (table: object): table is CsvTable =>
  'csv' in table && (typeof table.csv === 'string' || table.csv instanceof Uint8Array || table.csv instanceof ArrayBuffer)
const isShaped = (table: object): table is ShapedTable => 'data' in table && 'shape' in table

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

function addNumbers(core: Core, table: Handle, name: string, numbers: Float64Array, rows: number, first: number,
  stride: number): void {
  const data = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  core.lend(data, address => core.lendText(name, (at, size) =>
    core.exports.table_add_numbers(table, at, size, address + 8 * first, rows, stride)))
}

function addColumn(core: Core, table: Handle, name: string, cells: readonly Cell[] | NumberArray): void {
  const allNumbers = isNumbers(cells) ||
    cells.every(cell => typeof cell === 'number' || cell === null || cell === undefined)
  if (allNumbers) {
    const numbers = Float64Array.from(cells as ArrayLike<number>, cell => cell ?? NaN)
    return addNumbers(core, table, name, numbers, numbers.length, 0, 1)
  }
  const text = (cells as readonly Cell[]).map((cell, row) => textOf(cell, name, row) + '\0').join('')
  core.lendText(text, (address, bytes) => core.lendText(name, (at, size) =>
    core.exports.table_add_text(table, at, size, address, bytes)))
}

function addShaped(core: Core, table: Handle, shaped: ShapedTable, names: readonly string[] | undefined): void {
  const [rows, columns] = shaped.shape
  const given = shaped.names ?? (names?.length === columns ? names : undefined)
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns > 0 &&
    rows * columns === shaped.data.length))
    throw new RfmError('input', `the shape [${shaped.shape}] does not have the ${shaped.data.length} numbers of data`)
  if (given !== undefined && given.length !== columns)
    throw new RfmError('input', `there are ${columns} columns and ${given.length} names`)
  const numbers = Float64Array.from(shaped.data as ArrayLike<number>)
  core.lend(new Uint8Array(numbers.buffer), address => {
    for (let k = 0; k < columns; ++k)
      core.lendText(given?.[k] ?? `column_${k + 1}`, (at, size) =>
        core.exports.table_add_numbers(table, at, size, address + 8 * k, rows, columns))
  })
}

function addCsv(core: Core, table: Handle, csv: string | Uint8Array | ArrayBuffer, delimiter = '', header = true): void {
  const take = (address: number, size: number): number =>
    core.exports.table_csv(table, address, size, delimiter === '' ? 0 : delimiter.charCodeAt(0), header ? 1 : 0)
  core.call(() => typeof csv === 'string' ? core.lendText(csv, take)
    : core.lend(csv instanceof ArrayBuffer ? new Uint8Array(csv) : csv, take), () => {})
}

function columnsOf(rows: readonly Readonly<Record<string, Cell>>[]): ColumnsTable {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  const columns: Record<string, Cell[]> = Object.create(null)
  for (const name of names) columns[name] = rows.map(row => row[name])
  return columns
}

function addColumns(core: Core, table: Handle, columns: ColumnsTable): void {
  const names = Object.keys(columns)
  const rows = names.length === 0 ? 0 : columns[names[0]!]!.length
  for (const name of names) {
    const cells = columns[name]!
    if (!Array.isArray(cells) && !isNumbers(cells))
      throw new RfmError('input', `column '${name}' is not an array`)
    if (cells.length !== rows)
      throw new RfmError('input', `column '${name}' has ${cells.length} rows, '${names[0]}' has ${rows}`)
    addColumn(core, table, name, cells)
  }
}

function fill(core: Core, handle: Handle, table: Table, names?: readonly string[]): void {
  if (typeof table === 'string') return addCsv(core, handle, table)
  if (typeof table !== 'object' || table === null)
    throw new RfmError('input', 'a table is CSV text, columns, rows, or numbers with a shape')
  if (Array.isArray(table)) return addColumns(core, handle, columnsOf(table))
  if (isCsv(table)) return addCsv(core, handle, table.csv, table.delimiter, table.header)
  if (isShaped(table)) return addShaped(core, handle, table, names)
  addColumns(core, handle, table as ColumnsTable)
}

/** Lends the table to the module for one call. `names` are those of a shaped table that has none. */
export function withTable<T>(core: Core, table: Table, work: (handle: Handle) => T, names?: readonly string[]): T {
  return core.guarded(exports => {
    const handle = exports.table_new()
    try {
      fill(core, handle, table, names)
      return work(handle)
    } finally {
      if (!core.broken) exports.table_free(handle)
    }
  })
}

/** Features and answers as one table; the answers are called y. */
export function joined(x: Features, y: Answers): Table {
  const shaped: ShapedTable = 'shape' in x ? x : { data: x.flat(), shape: [x.length, x[0]?.length ?? 0] }
  const [rows, width] = shaped.shape
  if (rows * width !== shaped.data.length) throw new RfmError('input', 'the rows of x differ in length')
  if (y.length !== rows) throw new RfmError('input', `x has ${rows} rows and y has ${y.length}`)
  const columns: Record<string, readonly Cell[] | NumberArray> = {}
  for (let k = 0; k < width; ++k)
    columns[shaped.names?.[k] ?? `column_${k + 1}`] =
      Float64Array.from({ length: rows }, (_, row) => shaped.data[row * width + k]!)
  columns['y'] = y
  return columns
}
