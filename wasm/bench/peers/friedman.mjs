// The table that peers are compared on.
import { noise, random } from '../../tests/support/tables.mjs'

export const columns = 10

/** Friedman's first function of 5 of 10 uniform columns, with noise. */
export function friedman(rows, seed) {
  const next = random(seed + 1)
  const x = Array.from(noise(rows, columns, seed), v => (v + 1) / 2)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const features = Array.from({ length: rows }, (_, i) => x.slice(i * columns, (i + 1) * columns))
  const answers = features.map(([a, b, c, d, e]) =>
    10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e + normal())
  return { features, answers }
}
