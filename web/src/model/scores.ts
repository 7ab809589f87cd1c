// How good answers are: the scores of one set of answers, and the curves drawn from probabilities.

export interface Score {
  /** Share of the variance explained, or share of right answers. */
  value: number
  name: 'R²' | 'accuracy'
}

export function r_squared(truth: ArrayLike<number>, answers: ArrayLike<number>): number {
  const n = truth.length
  let mean = 0
  for (let i = 0; i < n; i += 1) mean += truth[i]! / n
  let unexplained = 0
  let all = 0
  for (let i = 0; i < n; i += 1) {
    unexplained += (truth[i]! - answers[i]!) ** 2
    all += (truth[i]! - mean) ** 2
  }
  return all === 0 ? NaN : 1 - unexplained / all
}

/** Index of the largest of each row's `classes` probabilities. */
export function likeliest(probabilities: Float32Array, classes: number): number[] {
  return Array.from({ length: probabilities.length / classes }, (_, row) => {
    let best = 0
    for (let k = 1; k < classes; k += 1) if (probabilities[row * classes + k]! > probabilities[row * classes + best]!) best = k
    return best
  })
}

export function accuracy(truth: number[], answers: number[]): number {
  return truth.filter((label, row) => label === answers[row]).length / truth.length
}

export interface RocPoint {
  false_alarms: number
  found: number
}

/**
 * The receiver operating characteristic of one score against "is it this
 * class", and the area below it.
 */
export function roc(positive: boolean[], score: number[]): { points: RocPoint[]; area: number } {
  const order = score.map((_, row) => row).sort((a, b) => score[b]! - score[a]!)
  const yes = positive.filter(Boolean).length
  const no = positive.length - yes
  if (yes === 0 || no === 0) return { points: [], area: NaN }
  const points: RocPoint[] = [{ false_alarms: 0, found: 0 }]
  let hits = 0
  let misses = 0
  let area = 0
  order.forEach((row, place) => {
    if (positive[row]) hits += 1
    else misses += 1
    const next = order[place + 1]
    if (next !== undefined && score[next] === score[row]) return
    const last = points.at(-1)!
    const point = { false_alarms: misses / no, found: hits / yes }
    area += ((point.false_alarms - last.false_alarms) * (point.found + last.found)) / 2
    points.push(point)
  })
  return { points, area }
}

export interface CalibrationBin {
  said: number
  came: number
  rows: number
}

/**
 * What was said against what came true, in ten equal steps of the likeliest class's
 * probability; empty steps left out.
 */
export function calibration(said: number[], right: boolean[]): CalibrationBin[] {
  const bins = Array.from({ length: 10 }, () => ({ said: 0, came: 0, rows: 0 }))
  said.forEach((probability, row) => {
    const bin = bins[Math.min(9, Math.floor(probability * 10))]!
    bin.said += probability
    bin.came += Number(right[row])
    bin.rows += 1
  })
  return bins.filter(({ rows }) => rows > 0).map(({ said: sum, came, rows }) => ({ said: sum / rows, came: came / rows, rows }))
}
