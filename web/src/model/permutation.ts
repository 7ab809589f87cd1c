// What the answers lose on rows kept aside when one column's cells are shuffled among them: what the
// column is worth to the model, whatever it does with it.
import { random_from } from '../data/random'
import { breath } from './breath'
import { accuracy, likeliest, r_squared } from './scores'
import type { Run } from './train'

export interface Permuted {
  name: string
  /** By how much the score falls on average, and the deviation between the shuffles. */
  fall: number
  spread: number
}

const REPEATS = 5
const MOST_COLUMNS = 30
const MOST_ROWS = 1000
/** Numbers that one prediction may go through, so that the page is let in again soon. */
const MOST_WORK = 6e6

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, k) => k)
  for (let k = count - 1; k > 0; k -= 1) {
    const other = Math.floor(random() * (k + 1))
    ;[order[k], order[other]] = [order[other]!, order[k]!]
  }
  return order
}

/** Nothing where the signal came first. Columns that the model makes little of are left out where there are many. */
export async function permuted_columns(run: Run, signal: AbortSignal): Promise<Permuted[] | null> {
  const { model, request, truth } = run
  const { centres, features } = model.report()
  const rows = Math.max(20, Math.min(truth.length, MOST_ROWS, Math.floor(MOST_WORK / (centres * features))))
  const places = Array.from({ length: Math.min(rows, truth.length) }, (_, k) => Math.floor((k * truth.length) / Math.min(rows, truth.length)))
  const cells = Object.fromEntries(model.columns.map((name) => [name, places.map((row) => request.check[name]![row]!)]))
  const true_ones = places.map((row) => truth[row]!)
  const score = (table: Record<string, string[]>): number => {
    const { values, probabilities } = model.predict(table)
    return probabilities ? accuracy(true_ones, likeliest(probabilities, model.classes.length)) : r_squared(true_ones, values)
  }
  const whole = score(cells)
  const random = random_from(11)
  const found: Permuted[] = []
  for (const { column: name } of model.importances().slice(0, MOST_COLUMNS)) {
    const falls: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      await breath()
      if (signal.aborted || model.disposed) return null
      const order = shuffled(places.length, random)
      falls.push(whole - score({ ...cells, [name]: order.map((k) => cells[name]![k]!) }))
    }
    const fall = falls.reduce((sum, value) => sum + value, 0) / REPEATS
    const spread = Math.sqrt(falls.reduce((sum, value) => sum + (value - fall) ** 2, 0) / (REPEATS - 1))
    found.push({ name, fall, spread })
  }
  return found.sort((a, b) => b.fall - a.fall)
}
