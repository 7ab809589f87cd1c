// Tables of JavaScript made tables of the module. They are made plain on the caller's thread, where
// classes, proxies and the caller's stack still are. Text crosses as one block for each column,
// numbers as float64.
import { cellsOf, checkShape, columnOf, hasColumns, isCells, isCsv, isSource, kindOf, rowsOf, stridesOf } from './cells.js'
import type { Core, Handle } from './core.js'
import { RfmError } from '../interface/errors.js'
import type { Answers, Cells, ColumnsTable, CsvTable, Features, ShapedTable } from '../interface/types.js'

/** What can be sent to a worker as it is. */
export type Plain =
  | { readonly csv: CsvTable }
  | { readonly shaped: Omit<ShapedTable, 'data'> & { readonly data: Float64Array } }
  | { readonly columns: readonly (readonly [string, Float64Array | string])[] }

/** Row-major, without gaps. */
function packed(shaped: ShapedTable): Float64Array {
  const { data, shape: [rows, width], offset = 0 } = shaped, [down, along] = stridesOf(shaped)
  if (offset === 0 && along === 1 && down === width && data.length === rows * width)
    return data instanceof Float64Array ? data : Float64Array.from(data as ArrayLike<number>)
  return Float64Array.from({ length: rows * width },
    (_, i) => Number(data[offset + Math.floor(i / width) * down + i % width * along]))
}

/** Of the columns those that `wanted` names; without it all. */
export function plain(table: unknown, wanted?: readonly string[]): Plain {
  const kind = kindOf(table)
  if ('csv' in kind) {
    if (isSource(kind.csv.csv)) throw new RfmError('input', 'a File or Blob must be waited for')
    return kind
  }
  if ('shaped' in kind) {
    checkShape(kind.shaped, undefined)
    const { shape: [rows, columns], names } = kind.shaped
    return { shaped: { data: packed(kind.shaped), shape: [rows, columns], ...(names !== undefined && { names }) } }
  }
  rowsOf(kind.columns)
  const names = Object.keys(kind.columns).filter(name => wanted?.includes(name) ?? true)
  return { columns: names.map(name => [name, cellsOf(kind.columns[name]!, name)]) }
}

function addNumbers(core: Core, table: Handle, name: string, numbers: Float64Array): void {
  core.lend(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), address => core.lendText(name,
    (at, size) => core.exports.table_add_numbers(table, at, size, address, numbers.length, 1)))
}

function addColumn(core: Core, table: Handle, name: string, cells: Float64Array | string): void {
  if (typeof cells !== 'string') return addNumbers(core, table, name, cells)
  core.lendText(cells, (address, bytes) => core.lendText(name, (at, size) =>
    core.exports.table_add_text(table, at, size, address, bytes)))
}

function addShaped(core: Core, table: Handle, shaped: ShapedTable & { readonly data: Float64Array },
  names: readonly string[] | undefined): void {
  const { data, shape: [rows, columns] } = shaped
  const given = checkShape(shaped, names)
  core.lend(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address => {
    for (let k = 0; k < columns; ++k)
      core.lendText(given?.[k] ?? `column_${k + 1}`, (at, size) =>
        core.exports.table_add_numbers(table, at, size, address + 8 * k, rows, columns))
  })
}

function addCsv(core: Core, table: Handle, { csv, delimiter, header, decimal }: CsvTable): void {
  const take = (address: number, size: number): number =>
    core.exports.table_csv(table, address, size, delimiter?.charCodeAt(0) ?? 0,
      header === undefined ? -1 : header ? 1 : 0, decimal?.charCodeAt(0) ?? 0)
  core.call(() => typeof csv === 'string' ? core.lendText(csv, take)
    : core.lend(csv instanceof ArrayBuffer ? new Uint8Array(csv) : csv as Uint8Array, take), () => {})
}

function fill(core: Core, handle: Handle, table: Plain, names?: readonly string[]): void {
  if ('csv' in table) return addCsv(core, handle, table.csv)
  if ('shaped' in table) return addShaped(core, handle, table.shaped, names)
  for (const [name, cells] of table.columns) addColumn(core, handle, name, cells)
}

/**
 * Lends the table to the module for one call. `names` are those of a shaped table that has none.
 */
export function withTable<T>(core: Core, table: Plain, work: (handle: Handle) => T, names?: readonly string[]): T {
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
export function joined(x: Features, y: Answers): ColumnsTable {
  const kind = kindOf(x)
  if (!('shaped' in kind)) throw new RfmError('input', 'x holds other than numbers: give one table and name its target')
  const given = checkShape(kind.shaped, undefined), [rows, width] = kind.shaped.shape
  if (y.length !== rows) throw new RfmError('input', `x has ${rows} rows and y has ${y.length}`)
  const columns: Record<string, Cells> = {}
  for (let k = 0; k < width; ++k) columns[given?.[k] ?? `column_${k + 1}`] = columnOf(kind.shaped, k)
  columns['y'] = y
  return columns
}

/** What `fit` and `rounds` were given, (table, options) or (x, y, options), as the former. */
export function given<Options extends object>(first: unknown, second: unknown, third: Options | undefined): [unknown, Options] {
  if (isCells(second)) return [joined(first as Features, second), third ?? {} as Options]
  if (!hasColumns(first)) return [first, (second ?? {}) as Options]
  const { columns, ...options } = first
  return [columns, { ...options, ...second as Options }]
}

/** The table, once what is read from elsewhere is here. */
export async function arrived(table: unknown): Promise<unknown> {
  const here: unknown = await table
  if (isSource(here)) return { csv: await bytesOf(here) }
  if (typeof here === 'object' && here !== null && isCsv(here) && isSource(here.csv))
    return { ...here, csv: await bytesOf(here.csv) }
  return here
}

async function bytesOf(source: { arrayBuffer(): Promise<ArrayBuffer>; ok?: boolean; status?: number; url?: string }):
  Promise<Uint8Array> {
  if (source.ok === false) throw new RfmError('input', `${source.url || 'the server'} answered ${source.status}, not a table`)
  return new Uint8Array(await source.arrayBuffer())
}
