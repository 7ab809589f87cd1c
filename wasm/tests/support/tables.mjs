// Small tables for the tests, the same every time: numbers, categories, yes/no, dates, missing
// cells, classes, quotes, weights, and cells as people write them.
import { readFileSync } from 'node:fs'

const examples = new URL('../../../tests/examples/', import.meta.url)

/** Uniform in [0, 1), by the linear congruence of Park and Miller. */
export function random(seed) {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

/** rows x columns numbers in [-1, 1), row-major. */
export function noise(rows, columns, seed) {
  const next = random(seed)
  return Float64Array.from({ length: rows * columns }, () => Math.round((2 * next() - 1) * 1e4) / 1e4)
}

function csv(header, rows, row) {
  const lines = [header]
  for (let i = 0; i < rows; ++i) lines.push(row(i).join(','))
  return lines.join('\n') + '\n'
}

const numbers = (rows, columns, seed, answer) => {
  const x = noise(rows, columns, seed)
  const names = Array.from({ length: columns }, (_, k) => `x${k}`).join(',')
  return csv(`${names},y`, rows, i => {
    const row = Array.from(x.subarray(i * columns, (i + 1) * columns))
    return [...row, answer(row)]
  })
}

const quick = { kernel: 'laplace', metric: 'full', rounds: 2 }
const colours = ['red', 'green', 'dark blue', '"odd, one"']
const mixed = (seed, answer) => {
  const next = random(seed)
  return csv('size,colour,old,weight,answer', 90, () => {
    const size = Math.round(next() * 1000) / 10, k = Math.floor(next() * 4), old = next() < 0.5
    const text = next() < 0.05 ? '' : colours[k].includes(',') ? `"${colours[k].replaceAll('"', '""')}"` : colours[k]
    return [next() < 0.1 ? 'NA' : size, text, old ? 'yes' : 'no', 1 + Math.floor(next() * 3), answer(size, k, old)]
  })
}

const towns = ['York', 'YORK', 'york ', 'Köln', 'KÖLN', 'unknown']
const asWritten = seed => {
  const next = random(seed)
  return csv('price,town,share,time,y', 80, () => {
    const cents = Math.floor(next() * 9e6) + 1e5, k = Math.floor(next() * 6), share = Math.floor(next() * 999)
    const euros = Math.floor(cents / 100)
    const price = `${Math.floor(euros / 1000)}.${String(euros % 1000).padStart(3, '0')},${String(cents % 100).padStart(2, '0')} €`
    const seconds = Math.floor(next() * 9000)
    const time = `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
    return [next() < 0.1 ? 'k.A.' : price, towns[k], `${share / 10} %`.replace('.', ','), time, `${(cents + k) / 1000}`.replace('.', ',')].map(cell => `"${cell}"`)
  })
}

/** A moment of three years in one of the ways in which people write it, now and then none. */
const writings = [
  at => at.toISOString(), at => at.toISOString().slice(0, 16).replace('T', ' '),
  at => `${at.getUTCDate()}/${at.getUTCMonth() + 1}/${at.getUTCFullYear()}`,
  at => `${at.getUTCDate()} ${['Jan', 'févr.', 'März', 'abr', 'May', 'Jun'][at.getUTCMonth() % 6]} ${at.getUTCFullYear()} 3:05 pm`,
  () => ''
]
const moments = seed => {
  const next = random(seed)
  return csv('when,noticed_at,y', 100, i => {
    const at = new Date(1.6e12 + Math.floor(next() * 1e8) * 1000)
    const season = 5 * Math.cos(at.getTime() / 86400e3 / 365.25 * 2 * Math.PI)
    return [writings[i % 5](at), at.getTime() / 1000 + 86400, (10 + season + next()).toFixed(3)]
  })
}

/** [name, CSV text, options of fit] */
export const tables = [
  ['houses', readFileSync(new URL('houses.csv', examples), 'utf8'), { target: 'price', ...quick, metric: 'diagonal' }],
  ['sold houses', readFileSync(new URL('sold_houses.csv', examples), 'utf8'), { target: 'price', ...quick }],
  ['chosen from all', numbers(50, 4, 1, r => (r[0] * r[1] + r[2]).toFixed(4)), { target: 'y' }],
  ['smooth', numbers(120, 6, 2, r => (r[0] + r[1] ** 2).toFixed(5)), { target: 'y', ...quick, kernel: 'gaussian' }],
  ['two classes', numbers(100, 5, 3, r => (r[0] * r[1] > 0 ? 'up' : 'down')), { target: 'y', ...quick, kernel: 'lpq-1.5' }],
  ['three classes', numbers(110, 3, 4, r => (r[0] > 0.3 ? 'a' : r[1] > 0 ? 'b' : 'c')), { target: 'y', ...quick, kernel: 'lpq-1' }],
  ['mixed cells', mixed(5, (size, k, old) => (size * (k + 1) + (old ? 50 : 0)).toFixed(1)), { target: 'answer', ...quick }],
  ['mixed classes', mixed(6, (size, k) => (size > 50 ? 'large' : colours[k].replace(/\W/g, ''))), { target: 'answer', ...quick }],
  ['weights', mixed(7, size => size.toFixed(0)), { target: 'answer', weights: 'weight', ...quick, kernel: 'matern32' }],
  ['network', numbers(60, 4, 8, r => (Math.max(r[0], r[1])).toFixed(4)), { target: 'y', kernel: 'ntk', layers: 2, metric: 'diagonal', rounds: 1 }],
  ['as people write', asWritten(9), { target: 'y', ...quick }],
  ['dates', moments(9), { target: 'y', ...quick, kernel: 'lpq-1.5' }]
]
