// What the answers lose on rows kept aside when one column's cells are shuffled among them: what the
// column is worth to the model, whatever it does with it. The package measures it, column by column.
import type { Permuted } from 'rfm-wasm'
import { breath } from './breath'
import type { Run } from './train'

const MOST_COLUMNS = 30
const MOST_ROWS = 1000
/** Numbers that one column's shuffles may go through, so that the page is let in again soon. */
const MOST_WORK = 3e7

/** So many of the rows with an answer that the model knows, evenly spread. */
function judged({ model, request, truth }: Run): Record<string, string[]> {
  const { centres, features } = model.report()
  const known = truth.flatMap((answer, row) => (model.task === 'regression' || answer >= 0 ? [row] : []))
  const most = Math.max(20, Math.min(MOST_ROWS, Math.floor(MOST_WORK / (6 * centres * features))))
  const count = Math.min(known.length, most)
  const places = Array.from({ length: count }, (_, k) => known[Math.floor((k * known.length) / count)]!)
  return Object.fromEntries([...model.columns, model.target].map((name) => [name, places.map((row) => request.check[name]![row]!)]))
}

/** Nothing where the signal came first. Columns that the model makes little of are left out where there are many. */
export async function permuted_columns(run: Run, signal: AbortSignal): Promise<Permuted[] | null> {
  const { model } = run
  const rows = judged(run)
  const found: Permuted[] = []
  for (const { column } of model.importances().slice(0, MOST_COLUMNS)) {
    if (found.some(({ columns }) => columns.includes(column))) continue
    await breath()
    if (signal.aborted || model.disposed) return null
    found.push(...model.permutation(rows, [column]))
  }
  return found.sort((a, b) => b.fall - a.fall)
}
