// The model's answers over two of its columns, all others at their usual values: SIDE x SIDE rows,
// a line of the picture at a time, so that the page can be used meanwhile.
import type { Model } from 'rfm-wasm'
import { breath } from './breath'
import { cell_of, type Field } from './fields'

export const SIDE = 48
/** The page is let in after so many milliseconds of work. */
const SLICE = 8

export interface Surface {
  across: Field
  up: Field
  /**
   * Numbers (regression), or the likeliest class of each point; row 0 is the largest value of `up`.
   */
  values: Float32Array
  /** Classification: the probability of that class. */
  sure: Float32Array
}

/** Nothing where the signal came first. */
export async function surface_of(model: Model, fields: Field[], across: Field, up: Field, signal: AbortSignal): Promise<Surface | null> {
  const at = (field: Field, k: number) => field.least + ((k + 0.5) * (field.largest - field.least)) / SIDE
  const line: Record<string, (string | number | null)[]> = {}
  for (const field of fields) line[field.name] = new Array<string | number | null>(SIDE).fill(cell_of(field, field.usual))
  line[across.name] = Array.from({ length: SIDE }, (_, k) => at(across, k))
  const values = new Float32Array(SIDE * SIDE), sure = new Float32Array(SIDE * SIDE)
  const classes = model.classes.length
  let started = -Infinity
  for (let k = 0; k < SIDE; k += 1) {
    if (performance.now() - started > SLICE) {
      await breath()
      if (signal.aborted || model.disposed) return null
      started = performance.now()
    }
    line[up.name]!.fill(at(up, SIDE - 1 - k))
    const answers = model.predict(line)
    values.set(answers.values, k * SIDE)
    sure.set(answers.values.map((label, row) => (answers.probabilities ? answers.probabilities[row * classes + label]! : 1)), k * SIDE)
  }
  return { across, up, values, sure }
}
