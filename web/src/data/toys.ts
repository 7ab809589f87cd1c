// Toy problems whose answer is known, drawn anew from a seed: what a good learner
// should find is stated with each.
import { csv_of } from './csv'
import { normal_from, random_from } from './random'

export interface Toy {
  id: string
  title: string
  words: string
  target: string
  /** As CSV text. */
  make: (seed: number) => string
}

const table_of = (names: string[], rows: (string | number)[][]): string => csv_of(names, rows.map((row) => row.map(text)))

function text(cell: string | number): string {
  return typeof cell === 'number' ? String(Number(cell.toPrecision(5))) : cell
}

const numbered = (count: number) => Array.from({ length: count }, (_, k) => `x${k + 1}`)
const times = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k))

function xor(seed: number): string {
  const normal = normal_from(random_from(seed))
  const rows = times(500, () => {
    const x = times(10, normal)
    return [...x, x[2]! * x[6]! > 0 ? 'same sign' : 'opposite']
  })
  return table_of([...numbered(10), 'answer'], rows)
}

function polynomial(seed: number): string {
  const normal = normal_from(random_from(seed))
  const rows = times(400, () => {
    const x = times(10, normal)
    const first = (x[0]! + x[1]!) / Math.SQRT2
    const second = (x[4]! - x[5]!) / Math.SQRT2
    return [...x, 2 * first * second + first ** 2 + 0.1 * normal()]
  })
  return table_of([...numbered(10), 'y'], rows)
}

function spirals(seed: number): string {
  const random = random_from(seed)
  const normal = normal_from(random)
  const rows = times(400, (k) => {
    const turn = Math.sqrt(random()) * 2.25 * Math.PI + 0.3
    const side = k % 2 === 0 ? 1 : -1
    const place = [side * turn * Math.cos(turn), side * turn * Math.sin(turn)].map((value) => value + 0.25 * normal())
    return [...place, 2 * normal(), 2 * normal(), side > 0 ? 'blue spiral' : 'orange spiral']
  })
  return table_of(['x', 'y', 'noise 1', 'noise 2', 'spiral'], rows)
}

/** Pixels (row, column) of a plus sign, the only ones that matter. */
const PLUS = [[2, 4], [3, 3], [3, 4], [3, 5], [4, 4]]

function pixels(seed: number): string {
  const normal = normal_from(random_from(seed))
  const names = times(64, (k) => `pixel ${Math.floor(k / 8)} ${k % 8}`)
  const rows = times(500, () => {
    const x = times(64, normal)
    const light = PLUS.reduce((sum, [row, column]) => sum + x[8 * row! + column!]!, 0) / Math.sqrt(PLUS.length)
    return [...x, light + 0.5 * light ** 2 + 0.1 * normal()]
  })
  return table_of([...names, 'brightness'], rows)
}

export const TOYS: Toy[] = [
  {
    id: 'xor',
    title: 'XOR in ten noisy dimensions',
    words: 'Two classes: do x3 and x7 have the same sign? Eight columns are noise.',
    target: 'answer',
    make: xor,
  },
  {
    id: 'polynomial',
    title: 'Low-rank polynomial',
    words: 'A number that depends on ten columns through two directions only.',
    target: 'y',
    make: polynomial,
  },
  {
    id: 'spirals',
    title: 'Two spirals',
    words: 'Two intertwined classes in two columns, and two columns of noise.',
    target: 'spiral',
    make: spirals,
  },
  {
    id: 'pixels',
    title: 'Hidden pixels',
    words: 'Noise images of 8 × 8 pixels; five of them, shaped like a plus, decide.',
    target: 'brightness',
    make: pixels,
  },
]
