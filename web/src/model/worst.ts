// The rows kept aside that were answered worst.
import { likeliest } from './scores'
import type { Run } from './train'

export interface WorstRow {
  /** Among the rows kept aside. */
  row: number
  actual: string | number
  answered: string | number
  /** How far the answer is off, or how sure it was of a wrong one. */
  off: number
}

export function worst_rows({ model, truth, prediction, request }: Run, most: number): WorstRow[] {
  const { probabilities, values } = prediction
  const labels = probabilities ? likeliest(probabilities, model.classes.length) : null
  const rows = truth.map((actual, row): WorstRow => {
    if (!labels) return { row, actual, answered: values[row]!, off: Math.abs(actual - values[row]!) }
    const label = labels[row]!
    const sure = probabilities![row * model.classes.length + label]!
    return { row, actual: request.truth[row]!, answered: model.classes[label]!, off: label === actual ? -1 : sure }
  })
  return rows.filter(({ off }) => off > 0).sort((a, b) => b.off - a.off).slice(0, most)
}
