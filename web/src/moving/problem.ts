// The small problems of the first screen: points of the plane in two colours, and as many columns
// that say nothing as one likes. Drawn anew from a seed.
import { random_from } from '../data/random'

export interface Problem {
  id: string
  title: string
  /** What decides the colour. */
  words: string
  first: (x: number, y: number) => boolean
  ridge: number
}

const DIRECTION = (35 * Math.PI) / 180

export const PROBLEMS: readonly Problem[] = [
  {
    id: 'stripes',
    title: 'Stripes',
    words: 'Only one direction decides the colour.',
    first: (x, y) => Math.sin(5 * (Math.cos(DIRECTION) * x + Math.sin(DIRECTION) * y) + 0.6) > 0,
    ridge: 0.01,
  },
  { id: 'xor', title: 'XOR', words: 'Neither column tells anything without the other.', first: (x, y) => x * y > 0, ridge: 0.01 },
  { id: 'rings', title: 'Ring', words: 'The distance from the middle decides the colour.', first: (x, y) => Math.hypot(x, y) < 0.72, ridge: 0.1 },
  { id: 'waves', title: 'Waves', words: 'A wave parts the colours.', first: (x, y) => y > 0.55 * Math.sin(4.5 * x), ridge: 0.01 },
]

export interface Wanted {
  problem: string
  rows: number
  /** Share of the points whose colour is drawn by lot. */
  noise: number
  /** Whether eight columns of noise stand beside the two that count. */
  wide: boolean
  seed: number
}

export const NOISE_COLUMNS = 8
export const LABELS = ['first', 'second'] as const
/** Points that the score is measured on. */
const UNSEEN = 500

export interface Points {
  x: number[]
  y: number[]
  /** Of each point the colour, 0 or 1. */
  colour: number[]
}

export interface Drawn {
  problem: Problem
  wanted: Wanted
  shown: Points
  /** Without noise. */
  unseen: Points
  /** (noise columns, rows), in both. */
  others: { shown: number[][]; unseen: number[][] }
}

export function draw(wanted: Wanted): Drawn {
  const problem = PROBLEMS.find(({ id }) => id === wanted.problem) ?? PROBLEMS[0]!
  const random = random_from(1000 + wanted.seed)
  const side = () => 2 * random() - 1
  const many = (count: number) => Array.from({ length: count }, side)
  const points = (count: number, noise: number): Points => {
    const x = many(count)
    const y = many(count)
    const colour = x.map((_, row) => Number(random() < noise ? random() < 0.5 : !problem.first(x[row]!, y[row]!)))
    return { x, y, colour }
  }
  const columns = wanted.wide ? NOISE_COLUMNS : 0
  return {
    problem,
    wanted,
    shown: points(wanted.rows, wanted.noise),
    unseen: points(UNSEEN, 0),
    others: {
      shown: Array.from({ length: columns }, () => many(wanted.rows)),
      unseen: Array.from({ length: columns }, () => many(UNSEEN)),
    },
  }
}
