// The model's answers over two of its columns, all others at their usual values: SIDE x SIDE rows in one batch.
import type { Model } from 'rfm-wasm'
import type { Field } from './fields'

export const SIDE = 48

export interface Surface {
  across: Field
  up: Field
  /** Numbers (regression), or the likeliest class of each point; row 0 is the largest value of `up`. */
  values: Float32Array
  /** Classification: the probability of that class. */
  sure: Float32Array
}

export function surface_of(model: Model, fields: Field[], across: Field, up: Field): Surface {
  const rows = SIDE * SIDE
  const cells: Record<string, string[]> = {}
  for (const field of fields) cells[field.name] = new Array<string>(rows).fill(field.usual)
  const at = (field: Field, k: number) => String(field.least + ((k + 0.5) * (field.largest - field.least)) / SIDE)
  for (let row = 0; row < rows; row += 1) {
    cells[across.name]![row] = at(across, row % SIDE)
    cells[up.name]![row] = at(up, SIDE - 1 - Math.floor(row / SIDE))
  }
  const { values, probabilities } = model.predict(cells)
  const classes = model.classes.length
  const sure = values.map((label, row) => (probabilities ? probabilities[row * classes + label]! : 1))
  return { across, up, values, sure }
}
