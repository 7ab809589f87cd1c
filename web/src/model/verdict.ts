// How good the answers are on rows kept aside, how sure that is, and against what.
import { random_from } from '../data/random'
import { accuracy, likeliest, r_squared } from './scores'
import type { Run } from './train'

export interface Verdict {
  /** Share of the differences explained, or of right answers. */
  score: number
  /** Where the score of as many other rows would lie, nine times out of ten. */
  low: number
  high: number
  /** What always giving one answer scores, and that answer. */
  baseline: number
  answer: string
  /** The same kernel without learned features, where some were learned. */
  plain: number | null
}

const DRAWS = 200
const MOST = 2000

/** The score of rows drawn again and again, with replacement, out of these. */
function interval(rows: number, score: (drawn: number[]) => number): [number, number] {
  const random = random_from(7)
  const size = Math.min(rows, MOST)
  const found = Array.from({ length: DRAWS }, () => score(Array.from({ length: size }, () => Math.floor(random() * rows))))
  const known = found.filter(Number.isFinite).sort((a, b) => a - b)
  // Fewer rows than there are make the draws wider than they should be.
  const middle = known[Math.floor(known.length / 2)] ?? NaN
  const narrower = Math.sqrt(size / rows)
  const end = (place: number) => middle + narrower * ((known[Math.floor(place * (known.length - 1))] ?? NaN) - middle)
  return [end(0.05), end(0.95)]
}

export function verdict_of({ model, truth, prediction, rounds, chosen, scores }: Run): Verdict {
  const regression = model.task === 'regression'
  const answers = regression ? prediction.values : likeliest(prediction.probabilities!, model.classes.length)
  const score = (rows: number[]) => {
    const true_ones = rows.map((row) => truth[row]!)
    const given = rows.map((row) => answers[row]!)
    return regression ? r_squared(true_ones, given) : accuracy(true_ones, given)
  }
  const [low, high] = interval(truth.length, score)
  const base = scores.baseline
  return {
    score: score([...truth.keys()]),
    low,
    high,
    baseline: regression ? 0 : Number(base?.['accuracy'] ?? NaN),
    answer: String(base?.answer ?? ''),
    plain: chosen.iterations > 0 ? (rounds[0]?.score ?? null) : null,
  }
}
