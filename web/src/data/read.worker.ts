// Reads a table beside the page, by rfm-wasm: the same reading as that of the program and of every
// training. Of a long file it keeps rows that are evenly drawn.
import { load, type RfmSync } from 'rfm-wasm/sync'
import type { CsvTable, TableFacts } from 'rfm-wasm'
import { csv_of } from './csv'
import { column_of, guess_target } from './facts'
import { column_options, csv_options, SEPARATORS, type Reading } from './reading'
import { TableError, type Column, type Table } from './table'

export interface ReadRequest {
  file: Blob
  name: string
  reading: Reading
  asked: string
}

export interface TextRequest {
  file: Blob
  /** Columns of which some will be there, and no answer is missing in one of them. */
  known: readonly string[]
}

/** The cells of a file, row by row, as they are written. */
export interface TextRows {
  header: string[]
  rows: string[][]
  separator: string
  decimal_comma: boolean
}

/**
 * A table arrives in pieces, its columns first: a page that takes all cells
 * at once stands still meanwhile.
 */
export type ReadMessage = { columns: Column[] } | { table: Table } | { text: TextRows } | { error: string }

export const MOST_ROWS = 20_000
const MOST_CELLS = 4_000_000
const CELLS = 50_000
/** So much of a file tells its columns. */
const HEAD = 1 << 18
const LEFT_OUT = ['untargeted rows', 'weightless rows', 'totals']

let loading: Promise<RfmSync> | null = null

type Cell = string | number | boolean | Date | null

/** A cell of a spreadsheet as text. Its days have no zone. */
function text_of_cell(cell: Cell): string | number {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '').replace(/\.000Z$/, '')
  return typeof cell === 'boolean' ? String(cell) : cell
}

/** The first sheet as CSV, or nothing where this is no spreadsheet. What reads it is loaded only here. */
async function sheet_of(file: Blob): Promise<string | null> {
  const { readSheet } = await import('read-excel-file/web-worker')
  try {
    const rows = (await readSheet(file)) as Cell[][]
    return csv_of([], rows.map((row) => row.map(text_of_cell))).replace(/^\n/, '')
  } catch {
    return null
  }
}

/** The file's bytes: those of a spreadsheet as CSV, and unpacked where they are packed by gzip. */
async function bytes_of(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size === 0) throw new TableError('The file is empty. A table has a line of names, then a line for each row.')
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const sheet = first === 0x50 && second === 0x4b ? await sheet_of(file) : null
  if (sheet !== null) return new TextEncoder().encode(sheet)
  const packed = first === 0x1f && second === 0x8b
  const whole = packed ? new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))) : file
  return new Uint8Array(await whole.arrayBuffer())
}

/** The first lines, without the one that is cut off. */
function head_of(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length <= HEAD) return bytes
  const end = bytes.subarray(0, HEAD).lastIndexOf(10)
  return bytes.subarray(0, end > 0 ? end + 1 + (end + 1) % 2 : HEAD)
}

function about(findings: TableFacts['findings']): string {
  const detail = (what: string, usual: string) => findings.find((finding) => finding.what === what)?.detail ?? usual
  const separator = detail('separator', ',')
  return `${detail('charset', 'UTF-8')}, cells between ${SEPARATORS.find(([known]) => known === separator)?.[1] ?? separator}`
}

/** Of the preview: rows of totals are at its end, and rows without an answer teach nothing. */
function rows_that_count({ rows, preview, read, columns, findings }: TableFacts): number[] {
  const target = read[columns.findIndex(({ role }) => role === 'target')]!
  const found = [...preview.keys()].filter((row) => target[row] !== null)
  const totals = preview.length === rows ? findings.filter(({ what }) => what === 'totals').length : 0
  return found.slice(0, found.length - totals)
}

async function read(rfm: RfmSync, { file, name, reading, asked }: ReadRequest): Promise<Table> {
  const bytes = await bytes_of(file)
  const cut = csv_options(reading)
  let known: TableFacts | null = null
  try {
    known = rfm.describe({ csv: head_of(bytes), ...cut } as CsvTable, { preview: 0 })
  } catch { /* the whole file is asked for words that name the place */ }
  const names = known?.columns.map((column) => column.name) ?? []
  if (names.length === 1)
    throw new TableError(
      `There is only one column, “${names[0]!.slice(0, 60)}”. Learning needs a target and at least one column to predict it from; is the delimiter a comma, semicolon, tab or bar?`,
    )
  const target = names.includes(reading.target) ? reading.target : known ? guess_target(known.columns) : ''
  const preview = Math.max(100, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, names.length))))
  const facts = rfm.describe({ csv: bytes, ...cut } as CsvTable, { ...column_options({ ...reading, target }, names), preview })
  const rows = rows_that_count(facts)
  const columns = facts.columns.map((found, k) => column_of(found, rows.map((row) => facts.preview[row]![k]!), rows.map((row) => facts.read[k]![row]!)))
  const left_out = facts.findings.filter(({ what }) => LEFT_OUT.includes(what)).reduce((sum, finding) => sum + finding.count, 0)
  return {
    name,
    columns,
    rows: columns[0]!.cells.length,
    rows_in_file: facts.rows,
    rows_that_count: facts.rows - left_out,
    target: facts.target,
    task: facts.task,
    task_reason: facts.taskReason,
    findings: facts.findings,
    asked,
    reading,
    separator: facts.findings.find(({ what }) => what === 'separator')?.detail ?? ',',
    about: about(facts.findings),
  }
}

/** All rows as text. What is no target of these rows may be missing in all of them. */
async function text_of(rfm: RfmSync, { file, known }: TextRequest): Promise<TextRows> {
  const csv = await bytes_of(file)
  const commas = ({ findings }: TableFacts) => findings.some(({ what, detail }) => what === 'notation' && detail?.includes('decimal comma'))
  let refusal: unknown = new TableError('There is nothing to answer in this file.')
  let found: TextRows | null = null
  for (const target of [undefined, ...known]) {
    try {
      // A column taken for the target may not tell how its numbers are written; another look does.
      const facts: TableFacts = rfm.describe({ csv }, { preview: found ? 0 : 1e9, ...(target !== undefined && { target }) })
      if (found) return { ...found, decimal_comma: commas(facts) }
      found = {
        header: facts.columns.map(({ name }) => name),
        rows: facts.preview as string[][],
        separator: facts.findings.find(({ what }) => what === 'separator')?.detail ?? ',',
        decimal_comma: commas(facts),
      }
      if (found.decimal_comma) return found
    } catch (error) {
      if (target === undefined) refusal = error
    }
  }
  if (found) return found
  throw refusal
}

self.onmessage = async (event: MessageEvent<ReadRequest | TextRequest>) => {
  const send = (message: ReadMessage) => self.postMessage(message)
  try {
    const rfm = await (loading ??= load())
    if ('known' in event.data) return send({ text: await text_of(rfm, event.data) })
    const { columns, ...table } = await read(rfm, event.data)
    const some = Math.max(1, Math.floor(CELLS / table.rows))
    for (let k = 0; k < columns.length; k += some) send({ columns: columns.slice(k, k + some) })
    send({ table: { ...table, columns: [] } })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    send({ error: error instanceof TableError ? words : `The table could not be read: ${words}.` })
  }
}
