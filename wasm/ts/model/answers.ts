// What the whole package and prediction alone make of options and answers in the same way.
import { RfmError } from '../interface/errors.js'
import type { PredictOptions, Prediction, RowAnswer } from '../interface/types.js'

/** The share of new rows that an interval is to cover. */
export function coverageOf({ interval = 0.9, ...rest }: PredictOptions): number {
  for (const name of Object.keys(rest)) throw new RfmError('input', `there is no option '${name}'`)
  if (!(interval >= 0 && interval <= 1)) throw new RfmError('input', `option interval: ${interval} is not from 0 to 1`)
  return interval
}

/** (rows, 2): each value less half the width there, and plus. */
export const around = (values: Float32Array, half: (value: number) => number): Float32Array =>
  Float32Array.from({ length: 2 * values.length }, (_, i) => values[i >> 1]! + half(values[i >> 1]!) * (i % 2 * 2 - 1))

/** That of a table with one row. */
export function oneAnswer(answers: Prediction, classes: readonly string[]): RowAnswer {
  const { notes } = answers
  if (answers.task === 'regression') {
    const { values: [value], intervals: [low, high] } = answers
    return { task: answers.task, value: value!, interval: [low!, high!], notes }
  }
  const probabilities = Object.fromEntries(classes.map((name, k) => [name, answers.probabilities[k]!]))
  return { task: answers.task, label: answers.labels[0]!, probabilities, notes }
}
