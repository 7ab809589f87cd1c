// The rounds of one small problem, by rfm-wasm: after each the answers over the plane, M, and the
// score on points that the machine has not seen.
import type { Round } from 'rfm-wasm'
import { engine } from '../model/engine'
import { LABELS, type Drawn, type Points } from './problem'

/** The plane is asked at SIDE x SIDE points. */
export const SIDE = 40
export const ROUNDS = 6

export interface Frame {
  round: number
  /** Columns of the machine, the two of the plane first. */
  size: number
  /** (size, size), in units of the plane, the largest entry 1. */
  matrix: Float64Array
  /** (SIDE, SIDE) Probability of the first colour; row 0 is the top. */
  field: Float32Array
  /** Share of right answers on unseen points. */
  score: number
}

/** Where column or row k of the asked points stands. */
export const place = (k: number): number => (2 * (k + 0.5)) / SIDE - 1

function table_of({ x, y }: Points, others: number[][]): Record<string, number[]> {
  return { x, y, ...Object.fromEntries(others.map((column, k) => [`noise ${k + 1}`, column])) }
}

/** The points of the plane, at the middle of all other columns, and then the unseen ones. */
function asked({ unseen, others }: Drawn): Record<string, number[]> {
  const cells = Array.from({ length: SIDE * SIDE }, (_, k) => k)
  const plane: Points = { x: cells.map((k) => place(k % SIDE)), y: cells.map((k) => -place(Math.floor(k / SIDE))), colour: [] }
  const both: Points = { x: [...plane.x, ...unseen.x], y: [...plane.y, ...unseen.y], colour: [] }
  return table_of(both, others.unseen.map((column) => [...cells.map(() => 0), ...column]))
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
}

/** The machine sees each column in units of its deviation; M is drawn in those of the plane. */
function in_the_plane({ matrix, features }: Round, units: number[]): Float64Array {
  const size = features.length
  const found = Float64Array.from(matrix, (value, k) => value / (units[Math.floor(k / size)]! * units[k % size]!))
  const largest = found.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  return found.map((value) => value / largest)
}

export async function* rounds_of(drawn: Drawn, signal: AbortSignal): AsyncGenerator<Frame> {
  const rfm = await engine()
  const { shown, unseen, others, problem } = drawn
  const table = { ...table_of(shown, others.shown), colour: shown.colour.map((colour) => LABELS[colour]!) }
  const units = [shown.x, shown.y, ...others.shown].map(deviation)
  const watched = rfm.rounds(table, {
    target: 'colour', task: 'classification', kernel: 'gaussian', bandwidth: 1, ridge: problem.ridge,
    metric: 'full', rounds: ROUNDS, heldOut: 0, at: asked(drawn), signal,
  })
  for await (const round of watched) {
    const first = round.classes.indexOf(LABELS[0])
    const chances = Float32Array.from({ length: round.answers!.length / 2 }, (_, row) => round.answers![2 * row + first]!)
    const right = unseen.colour.filter((colour, row) => (chances[SIDE * SIDE + row]! > 0.5) === (colour === 0)).length
    yield {
      round: round.round,
      size: round.features.length,
      matrix: in_the_plane(round, units),
      field: chances.slice(0, SIDE * SIDE),
      score: right / unseen.colour.length,
    }
  }
}

/** Before the machine is there: every direction counts alike, and nothing is answered. */
export function nothing_yet(size: number): Frame {
  const matrix = Float64Array.from({ length: size * size }, (_, k) => Number(k % (size + 1) === 0))
  return { round: -1, size, matrix, field: new Float32Array(SIDE * SIDE).fill(0.5), score: NaN }
}

/** Between two rounds the pictures pass over into each other. */
export function between(before: Frame, after: Frame, share: number): Frame {
  if (share <= 0 || before.size !== after.size) return before
  const mixed = (a: number, b: number) => a + (b - a) * share
  return {
    ...(share < 0.5 ? before : after),
    matrix: before.matrix.map((value, k) => mixed(value, after.matrix[k]!)),
    field: before.field.map((value, k) => mixed(value, after.field[k]!)),
  }
}

export interface Plane {
  /** The symmetric root of M over the two columns of the plane, [xx, xy, yy]. */
  root: [number, number, number]
  /** M's share in the plane, all columns together being 1. */
  share: number
  /** Degrees of the direction that counts most, and how much more it counts than the other. */
  degrees: number
  ratio: number
}

export function plane_of({ matrix, size }: Frame): Plane {
  const a = matrix[0]!
  const b = matrix[1]!
  const c = matrix[size + 1]!
  const middle = (a + c) / 2
  const apart = Math.hypot((a - c) / 2, b)
  const turn = 0.5 * Math.atan2(2 * b, a - c)
  const large = Math.sqrt(Math.max(0, middle + apart))
  const small = Math.sqrt(Math.max(0, middle - apart))
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  let trace = 0
  for (let k = 0; k < size; k += 1) trace += matrix[k * size + k]!
  return {
    root: [large * cos * cos + small * sin * sin, (large - small) * cos * sin, large * sin * sin + small * cos * cos],
    share: (a + c) / trace,
    degrees: Math.round((((turn * 180) / Math.PI) % 180 + 180) % 180),
    ratio: large / Math.max(small, 1e-6),
  }
}
