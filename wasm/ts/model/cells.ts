// Tables of JavaScript, in any of the forms of input.ts but CSV text, as
// columns of numbers or of text.
import { RfmError } from '../interface/errors.js'
import type { ArrowTable, Cell, Cells, ColumnsTable, CsvTable, NumberArray, ShapedTable } from '../interface/types.js'

type Row = Readonly<Record<string, Cell>>

export const isNumbers = (value: unknown): value is NumberArray => ArrayBuffer.isView(value) && !(value instanceof DataView)
export const isCells = (value: unknown): value is Cells => Array.isArray(value) || isNumbers(value)
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isBytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  value instanceof Uint8Array || value instanceof ArrayBuffer
/** What has bytes to wait for: a File, a Blob, a Response. */
export const isSource = (value: unknown): value is { arrayBuffer(): Promise<ArrayBuffer> } =>
  isObject(value) && 'arrayBuffer' in value && typeof value.arrayBuffer === 'function'
export const isCsv = (table: object): table is CsvTable =>
  'csv' in table && (typeof table.csv === 'string' || isBytes(table.csv) || isSource(table.csv))
const isShaped = (table: object): table is ShapedTable =>
  'data' in table && 'shape' in table && isCells(table.data) && isCells(table.shape)
const isArrow = (table: object): table is ArrowTable => 'getChild' in table && typeof table.getChild === 'function' &&
  'schema' in table && isObject(table.schema) && 'fields' in table.schema
/** Columns under this name, beside which there may be options. */
export const hasColumns = (table: unknown): table is { readonly columns: ColumnsTable | ReadonlyMap<string, Cells> } =>
  isObject(table) && 'columns' in table && isObject(table.columns) && !isCells(table.columns)

const wrong = (words: string, row?: number, key?: string): RfmError => new RfmError('input', words,
  { ...(row !== undefined && { row: row + 1 }), ...(key !== undefined && { key }) })

/** The value in few words. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value !== 'object') return `${typeof value} ${String(value).slice(0, 40)}`
  let text = ''
  try { text = JSON.stringify(value) ?? '' } catch { /* It is circular. */ }
  return `${Array.isArray(value) ? 'an array' : 'an object'}${text === '' ? '' : `, ${text.length > 60 ? `${text.slice(0, 57)}...` : text}`}`
}

/** Whether it is one row by name: an object none of whose entries is an array. */
export function isRow(table: unknown): table is object {
  if (!isObject(table) || isCells(table) || isBytes(table) || isSource(table) || isCsv(table) || isShaped(table) ||
    isArrow(table) || hasColumns(table)) return false
  if (!(table instanceof Map) && Symbol.iterator in table) return false
  const entries = table instanceof Map ? [...table.values()] : Object.values(table)
  return entries.length > 0 && !entries.some(isCells)
}

/** What kind of table it is, its rows made columns. */
export function kindOf(table: unknown): { csv: CsvTable } | { shaped: ShapedTable } | { columns: ColumnsTable } {
  if (typeof table === 'string' || isBytes(table)) return { csv: { csv: table } }
  if (!isObject(table))
    throw wrong(`a table is CSV text, columns, rows or shaped numbers, and this is ${shown(table)}`)
  if (isNumbers(table)) return { shaped: { data: table, shape: [table.length, 1] } }
  if (Array.isArray(table)) return ofRows(table)
  if (table instanceof Map) return { columns: named(table) }
  if (isArrow(table)) return { columns: ofArrow(table) }
  if (isCsv(table)) return { csv: table }
  if (isShaped(table)) return { shaped: table }
  if (hasColumns(table)) return kindOf(table.columns)
  if (isSource(table))
    throw wrong('a File, Blob or Response must be waited for: await its arrayBuffer()')
  if (Symbol.iterator in table) return ofRows([...table as Iterable<unknown>])
  return { columns: table as ColumnsTable }
}

const named = (entries: Iterable<readonly [unknown, Cells]>): ColumnsTable => {
  const columns: Record<string, Cells> = Object.create(null)
  for (const [name, cells] of entries) columns[String(name)] = cells
  return columns
}

/** Date and Timestamp of Arrow, whose cells are milliseconds. */
const arrowTimes = [8, 10]

function ofArrow(table: ArrowTable): ColumnsTable {
  return named(table.schema.fields.map(({ name, type }) => {
    const cells = [...table.getChild(name) ?? []] as Cell[]
    const times = arrowTimes.includes(type?.typeId ?? 0)
    return [name, times ? cells.map(cell => typeof cell === 'number' ? new Date(cell) : cell) : cells]
  }))
}

/** Rows of numbers as one array; others, and objects, as columns. */
function ofRows(rows: readonly unknown[]): { shaped: ShapedTable } | { columns: ColumnsTable } {
  const [first] = rows
  if (typeof first === 'number') return { shaped: { data: rows as number[], shape: [rows.length, 1] } }
  if (isCells(first)) return ofArrays(rows, first.length)
  const names = new Set<string>()
  rows.forEach((row, i) => {
    if (!isObject(row) || isCells(row)) throw wrong(`row ${i + 1} is ${shown(row)}, not an object`, i)
    for (const name of row instanceof Map ? row.keys() : Object.keys(row)) names.add(String(name))
  })
  return { columns: named([...names].map(name =>
    [name, rows.map(row => row instanceof Map ? row.get(name) as Cell : (row as Row)[name])])) }
}

function ofArrays(rows: readonly unknown[], width: number): { shaped: ShapedTable } | { columns: ColumnsTable } {
  rows.forEach((row, i) => {
    if (!isCells(row)) throw wrong(`row ${i + 1} is ${shown(row)}, not an array`, i)
    if (row.length !== width) throw wrong(`row ${i + 1} has ${row.length} cells, the first has ${width}`, i)
  })
  const given = rows as Cells[]
  if (given.every(row => isNumbers(row) || row.every(cell => typeof cell === 'number'))) {
    const data = new Float64Array(rows.length * width)
    given.forEach((row, i) => data.set(row as ArrayLike<number>, i * width))
    return { shaped: { data, shape: [rows.length, width] } }
  }
  return { columns: named(Array.from({ length: width }, (_, k) => [`column_${k + 1}`, given.map(row => row[k])])) }
}

function textOf(cell: Cell, column: string, row: number): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell)
  if (typeof cell === 'object' && 'toISOString' in cell) {
    const valid = !Number.isNaN(Number(cell))
    return valid ? cell.toISOString() : ''
  }
  if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol')
    throw wrong(`row ${row + 1} of column '${column}' holds ${shown(cell)}: ` +
      'a cell is text, a number, true or false, a Date, or missing', row, column)
  const text = String(cell)
  if (text.includes('\0')) throw wrong(`row ${row + 1} of column '${column}' holds a zero byte`, row, column)
  return text
}

/**
 * The cells as numbers, missing ones NaN; or as text, each ended by a
 * zero byte, unless all are numbers.
 */
export function cellsOf(cells: Cells, column: string): Float64Array | string {
  if (cells instanceof Float64Array) return cells
  const allNumbers = isNumbers(cells) ||
    cells.every(cell => typeof cell === 'number' || cell === null || cell === undefined)
  return allNumbers ? Float64Array.from(cells as ArrayLike<number>, cell => Number(cell ?? NaN))
    : (cells as readonly Cell[]).map((cell, row) => textOf(cell, column, row) + '\0').join('')
}

/** Its names, or else these if they are as many. */
export function checkShape(shaped: ShapedTable, names: readonly string[] | undefined): readonly string[] | undefined {
  const [rows, columns] = shaped.shape
  const { data, offset = 0 } = shaped, [down, along] = stridesOf(shaped)
  const ends = [0, (rows - 1) * down, (columns - 1) * along, (rows - 1) * down + (columns - 1) * along]
  const apart = shaped.strides !== undefined || shaped.stride !== undefined
  const inside = apart ? ends.every(end => offset + end >= 0 && offset + end < data.length)
    : offset + rows * columns === data.length
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns > 0 && inside))
    throw wrong(`the shape [${shaped.shape}] does not have the ${data.length} numbers of data`)
  const given = shaped.names ?? (names?.length === columns ? names : undefined)
  if (given !== undefined && given.length !== columns)
    throw wrong(`there are ${columns} columns and ${given.length} names`)
  return given
}

/** How far apart in data the rows lie, and the columns. */
export const stridesOf = ({ shape, strides, stride }: ShapedTable): readonly [number, number] =>
  strides ?? stride ?? [shape[1], 1]

/** Column k of it. */
export function columnOf(shaped: ShapedTable, k: number): Float64Array {
  const { data, shape: [rows], offset = 0 } = shaped, [down, along] = stridesOf(shaped)
  return Float64Array.from({ length: rows }, (_, row) => Number(data[offset + row * down + k * along]))
}

/** How many rows they all have. */
export function rowsOf(columns: ColumnsTable): number {
  const names = Object.keys(columns)
  const rows = names.length === 0 ? 0 : columns[names[0]!]!.length
  for (const name of names) {
    const cells = columns[name]!
    if (!isCells(cells)) throw wrong(`column '${name}' is not an array: it is ${shown(cells)}`, undefined, name)
    if (cells.length !== rows)
      throw wrong(`column '${name}' has ${cells.length} rows, '${names[0]}' has ${rows}`, undefined, name)
  }
  return rows
}
