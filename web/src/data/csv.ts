// Cells as CSV text, which every program reads back as the same cells.

function quoted(cell: string | number, separator: string): string {
  const text = String(cell)
  return text.includes(separator) || /["\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function csv_of(header: readonly (string | number)[], rows: Iterable<readonly (string | number)[]>, separator = ','): string {
  let text = ''
  for (const row of [header, ...rows]) text += `${row.map((cell) => quoted(cell, separator)).join(separator)}\n`
  return text
}

/** These rows of columns of cells. */
export function csv_of_columns(columns: readonly { name: string; cells: readonly string[] }[], rows: readonly number[], separator: string): string {
  function* lines() {
    for (const row of rows) yield columns.map(({ cells }) => cells[row]!)
  }
  return csv_of(columns.map(({ name }) => name), lines(), separator)
}
