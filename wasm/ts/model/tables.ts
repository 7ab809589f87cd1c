// Tables of JavaScript made tables of the module. Text crosses as one block for
// each column, numbers as float64.
import { cellsOf, checkShape, kindOf, rowsOf } from './cells.js'
import type { Core, Handle } from './core.js'
import { RfmError } from '../interface/errors.js'
import type { Answers, Cell, ColumnsTable, CsvTable, Features, NumberArray, ShapedTable, Table } from '../interface/types.js'

function addNumbers(core: Core, table: Handle, name: string, numbers: Float64Array, rows: number, first: number,
  stride: number): void {
  const data = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  core.lend(data, address => core.lendText(name, (at, size) =>
    core.exports.table_add_numbers(table, at, size, address + 8 * first, rows, stride)))
}

function addColumn(core: Core, table: Handle, name: string, cells: readonly Cell[] | NumberArray): void {
  const values = cellsOf(cells, name)
  if (typeof values !== 'string') return addNumbers(core, table, name, values, values.length, 0, 1)
  core.lendText(values, (address, bytes) => core.lendText(name, (at, size) =>
    core.exports.table_add_text(table, at, size, address, bytes)))
}

function addShaped(core: Core, table: Handle, shaped: ShapedTable, names: readonly string[] | undefined): void {
  const [rows, columns] = shaped.shape
  const given = checkShape(shaped, names)
  const numbers = Float64Array.from(shaped.data as ArrayLike<number>)
  core.lend(new Uint8Array(numbers.buffer), address => {
    for (let k = 0; k < columns; ++k)
      core.lendText(given?.[k] ?? `column_${k + 1}`, (at, size) =>
        core.exports.table_add_numbers(table, at, size, address + 8 * k, rows, columns))
  })
}

function addCsv(core: Core, table: Handle, { csv, delimiter, header }: CsvTable): void {
  const take = (address: number, size: number): number =>
    core.exports.table_csv(table, address, size, delimiter?.charCodeAt(0) ?? 0, header === undefined ? -1 : header ? 1 : 0)
  core.call(() => typeof csv === 'string' ? core.lendText(csv, take)
    : core.lend(csv instanceof ArrayBuffer ? new Uint8Array(csv) : csv, take), () => {})
}

function addColumns(core: Core, table: Handle, columns: ColumnsTable): void {
  rowsOf(columns)
  for (const [name, cells] of Object.entries(columns)) addColumn(core, table, name, cells)
}

function fill(core: Core, handle: Handle, table: Table, names?: readonly string[]): void {
  const kind = kindOf(table)
  if ('csv' in kind) return addCsv(core, handle, kind.csv)
  if ('shaped' in kind) return addShaped(core, handle, kind.shaped, names)
  addColumns(core, handle, kind.columns)
}

/**
 * Lends the table to the module for one call. `names` are those of a shaped table that has none.
 */
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
