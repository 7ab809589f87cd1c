// Reads a file beside the page: bytes to text to columns, piece by piece, so that a file of any
// size neither freezes the page nor has to fit in memory.
import { detect_delimiter, detect_encoding } from './decode'
import { RowReader } from './read_rows'
import { TableError, type Column, type Table } from './table'

/**
 * A table arrives in pieces, its columns first: a page that takes all cells
 * at once stands still meanwhile.
 */
export type ReadMessage = { share: number } | { columns: Column[] } | { table: Table } | { error: string }

const PIECE = 1 << 20
const CELLS = 50_000
const DELIMITER_WORDS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

async function read(file: Blob, name: string, all: boolean, report: (share: number) => void): Promise<Table> {
  if (file.size === 0) throw new TableError('The file is empty. A table has a line of names, then a line for each row.')
  const head = new Uint8Array(await file.slice(0, 1 << 16).arrayBuffer())
  const decoding = detect_encoding(head)
  if (!decoding) throw new TableError('This is not a text file. Save the table as CSV (in a spreadsheet: “Save as”, then “CSV”).')
  const decoder = new TextDecoder(decoding.encoding)
  let reader: RowReader | null = null
  let about = ''
  for (let start = 0; start < file.size; start += PIECE) {
    const piece = new Uint8Array(await file.slice(start, start + PIECE).arrayBuffer())
    const last = start + PIECE >= file.size
    const text = decoder.decode(piece, { stream: !last })
    if (!reader) {
      const delimiter = detect_delimiter(text.slice(0, 1 << 16))
      about = `${decoding.words}, cells between ${DELIMITER_WORDS[delimiter]}`
      reader = new RowReader(delimiter, all)
    }
    reader.add(text, last)
    report(Math.min(1, (start + PIECE) / file.size))
  }
  return reader!.finish(name, about)
}

self.onmessage = async (event: MessageEvent<{ file: Blob; name: string; all: boolean }>) => {
  const send = (message: ReadMessage) => self.postMessage(message)
  try {
    const { columns, ...table } = await read(event.data.file, event.data.name, event.data.all, (share) => send({ share }))
    const some = Math.max(1, Math.floor(CELLS / table.rows))
    for (let k = 0; k < columns.length; k += some) send({ columns: columns.slice(k, k + some) })
    send({ table: { ...table, columns: [] } })
  } catch (error) {
    if (error instanceof TableError) send({ error: error.message })
    else send({ error: `The file could not be read: ${error instanceof Error ? error.message : String(error)}` })
  }
}
