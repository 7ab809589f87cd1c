// The learned matrix M as a heat map, and its diagonal as an image where the
// columns are the pixels of one.
import { cell } from '@observablehq/plot'
import type { FigureProps } from './figure'
import { shorten } from './rounds'
import { number } from '../state/numbers'

const MOST = 64
const LABELLED = 26

interface Entry {
  row: number
  column: number
  value: number
}

/** The largest off-diagonal entries in words: what a reader of the heat map would see. */
function strongest(features: readonly string[], entries: Entry[]): string {
  const own = entries.filter(({ row, column }) => row === column).sort((a, b) => b.value - a.value)
  const pairs = entries.filter(({ row, column }) => row < column).sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const single = own.slice(0, 4).map(({ row, value }) => `${features[row]} ${number(value, 2)}`)
  const double = pairs.slice(0, 3).filter(({ value }) => Math.abs(value) > 0.01)
  const joint = double.map(({ row, column, value }) => `${features[row]} with ${features[column]} ${number(value, 2)}`)
  return `On the diagonal ${single.join(', ')}. ${joint.length > 0 ? `Off it ${joint.join(', ')}.` : 'Nothing stands out off it.'}`
}

export function figure_of_matrix(title: string, note: string, features: readonly string[], values: Float32Array): FigureProps {
  const size = features.length
  const shown = Math.min(size, MOST)
  const order = [...features.keys()].sort((a, b) => values[b * size + b]! - values[a * size + a]!).slice(0, shown).sort((a, b) => a - b)
  const largest = Math.max(...order.map((k) => Math.abs(values[k * size + k]!)), 1e-12)
  const entries: Entry[] = order.flatMap((row) => order.map((column) => ({ row, column, value: values[row * size + column]! / largest })))
  return {
    title,
    note: shown < size ? `${note} The ${shown} largest of ${size} features.` : note,
    words: `Heat map of ${shown} by ${shown} features. ${strongest(features, entries)}`,
    data: {
      header: ['', ...features],
      rows: features.map((name, row) => [name, ...values.subarray(row * size, (row + 1) * size)]),
    },
    most_width: 460,
    options: (width, colours) => {
      const labelled = shown <= LABELLED
      const left = labelled ? Math.min(120, width * 0.3) : 8
      const letters = Math.floor((left - 8) / 6.5)
      const name = (k: number) => shorten(features[k]!, letters)
      return {
        height: width - left + 8 + (labelled ? left * 0.72 : 0),
        marginLeft: left,
        marginRight: 8,
        marginTop: 8,
        marginBottom: labelled ? left * 0.72 : 8,
        x: { domain: order, label: null, tickFormat: name, tickRotate: -50, tickSize: 0, axis: labelled ? 'bottom' : null, padding: 0.04 },
        y: { domain: order, label: null, tickFormat: name, tickSize: 0, axis: labelled ? 'left' : null, padding: 0.04 },
        color: { type: 'linear' as const, domain: [-1, 0, 1], range: [colours.second, colours.card, colours.accent], clamp: true },
        marks: [cell(entries, { x: 'column', y: 'row', fill: (entry: Entry) => Math.sign(entry.value) * Math.sqrt(Math.abs(entry.value)), inset: 0 })],
      }
    },
  }
}

export function figure_of_image(title: string, note: string, diagonal: ArrayLike<number>, side: number): FigureProps {
  const largest = Math.max(...Array.from(diagonal, Math.abs), 1e-12)
  const pixels = Array.from(diagonal, (value, k) => ({ row: Math.floor(k / side), column: k % side, value: value / largest }))
  const bright = [...pixels].sort((a, b) => b.value - a.value).slice(0, 6)
  return {
    title,
    note,
    words: `Image of ${side} by ${side} pixels; the heaviest are ${bright.map(({ row, column }) => `row ${row + 1} column ${column + 1}`).join(', ')}.`,
    data: { header: ['row', 'column', 'weight'], rows: pixels.map(({ row, column, value }) => [row, column, value]) },
    most_width: 300,
    options: (width, colours) => ({
      height: width,
      margin: 1,
      x: { axis: null, padding: 0.03 },
      y: { axis: null, padding: 0.03 },
      color: { type: 'linear' as const, domain: [0, 1], range: [colours.card, colours.accent] },
      marks: [cell(pixels, { x: 'column', y: 'row', fill: 'value', stroke: colours.line, strokeWidth: 0.5 })],
    }),
  }
}
