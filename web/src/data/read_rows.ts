// Reads CSV text that arrives in pieces into columns, keeping at most so many rows: a uniform
// seeded sample of a larger file. Memory follows the rows kept, not the file.
import { column_of } from './facts'
import Papa from 'papaparse'
import { random_from } from './random'
import { TableError, tidy_names, without_decimal_commas, type Column, type Problem, type Table } from './table'

export const MOST_ROWS = 20_000
const MOST_CELLS = 4_000_000
const LONGEST_ROW = 2_000_000
const MOST_PROBLEMS = 20

interface Parser {
  parse(text: string, base: number, leave_last: boolean): { data: string[][]; meta: { cursor: number } }
}
const ParserOf = (Papa as unknown as { Parser: new (config: object) => Parser }).Parser

export class RowReader {
  private rest = ''
  private header: string[] = []
  private kept: string[][] = []
  private seen = 0
  private line = 1
  private ragged = 0
  private problems: Problem[] = []
  private most = MOST_ROWS
  private readonly parser: Parser
  private readonly random = random_from(1)

  constructor(
    private readonly delimiter: string,
    private readonly all: boolean,
  ) {
    this.parser = new ParserOf({ delimiter, newline: '\n' })
  }

  /** Takes the next piece of text; `last` says that none follows. */
  add(text: string, last: boolean): void {
    this.rest += text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
    const { data, meta } = this.parser.parse(this.rest, 0, !last)
    this.rest = last ? '' : this.rest.slice(meta.cursor)
    if (this.rest.length > LONGEST_ROW)
      throw new TableError(`The row after row ${this.seen + 1} has no end: is a quote opened there that is never closed?`)
    for (const row of data) {
      if (row.length > 1 || row[0]?.trim()) this.take(row)
      this.line += 1 + row.reduce((breaks, cell) => breaks + (cell.match(/\n/g)?.length ?? 0), 0)
    }
  }

  private take(row: string[]): void {
    if (this.header.length === 0) {
      this.header = tidy_names(row, this.problems)
      const fitting = Math.floor(MOST_CELLS / row.length)
      this.most = Math.max(100, this.all ? fitting : Math.min(MOST_ROWS, fitting))
      return
    }
    this.seen += 1
    if (row.length !== this.header.length) row = this.mend(row)
    if (this.kept.length < this.most) this.kept.push(row)
    else if (this.all) throw new TableError(`The file has more than ${this.most} rows, which this tab can hold; cut it into parts.`)
    else {
      const place = Math.floor(this.random() * this.seen)
      if (place < this.most) this.kept[place] = row
    }
  }

  /** A row with too few or too many cells, brought to the header's length and reported. */
  private mend(row: string[]): string[] {
    const wanted = this.header.length
    this.ragged += 1
    if (this.ragged <= MOST_PROBLEMS) {
      const found = `Row ${this.seen} has ${row.length} ${row.length === 1 ? 'cell' : 'cells'}, the header ${wanted}`
      const done = row.length < wanted ? 'the rest counts as missing' : `the last ${row.length - wanted} are left out`
      this.problems.push({ line: this.line, words: `${found}: ${done}.` })
    }
    return Array.from({ length: wanted }, (_, k) => row[k] ?? '')
  }

  /** Where cells are not cut at commas, a comma in a number stands before its decimals. */
  private column(name: string, k: number): Column {
    const cells = this.kept.map((row) => row[k]!)
    const points = this.delimiter === ',' ? null : without_decimal_commas(cells)
    if (points) this.problems.push({ line: 0, words: `The numbers of “${name}” have decimal commas, which are read as points.` })
    return column_of(name, points ?? cells)
  }

  finish(name: string, about: string): Table {
    if (this.header.length === 0) throw new TableError('The file is empty. A table has a line of names, then a line for each row.')
    if (this.header.length === 1)
      throw new TableError(
        `There is only one column, “${this.header[0]!.slice(0, 60)}”. Learning needs a target and at least one column to predict it from; is the delimiter a comma, semicolon, tab or bar?`,
      )
    if (this.kept.length === 0) throw new TableError('There is a line of names but no row below it.')
    if (this.ragged > this.seen / 2)
      throw new TableError(
        `${this.ragged} of ${this.seen} rows have a different number of cells than the header (${this.header.length}). Is there text above the table, or is the delimiter another one?`,
      )
    if (this.ragged > MOST_PROBLEMS)
      this.problems.push({ line: 0, words: `${this.ragged - MOST_PROBLEMS} more rows have a different number of cells.` })
    if (this.kept.length < this.seen)
      this.problems.unshift({ line: 0, words: `The file has ${this.seen} rows; ${this.kept.length} of them, drawn evenly, are kept.` })
    const columns = this.header.map((title, k) => this.column(title, k))
    return { name, columns, rows: this.kept.length, rows_in_file: this.seen, problems: this.problems, about }
  }
}
