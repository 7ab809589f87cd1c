// The decision surface over two columns, with the rows kept aside drawn on it.
import { dot, raster } from '@observablehq/plot'
import { SIDE, type Surface } from '../model/surface'
import { number } from '../state/numbers'
import { CLASS_COLOURS } from './colours'
import type { FigureProps } from './figure'

export interface Mark {
  across: number
  up: number
  value: number
}

export function figure_of_surface(surface: Surface, classes: readonly string[], marks: Mark[], others: string): FigureProps {
  const { across, up, values, sure } = surface
  const low = values.reduce((a, b) => Math.min(a, b), Infinity)
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity)
  const share_of = (label: number) => values.filter((value) => value === label).length / values.length
  const said = classes.length > 0
    ? classes.map((name, label) => `${name} on ${Math.round(100 * share_of(label))} % of the area`).join(', ')
    : `answers from ${number(low, 3)} to ${number(high, 3)}`
  const place = (k: number) => across.least + (((k % SIDE) + 0.5) * (across.largest - across.least)) / SIDE
  const height_of = (k: number) => up.largest - ((Math.floor(k / SIDE) + 0.5) * (up.largest - up.least)) / SIDE
  return {
    title: `Answers over ${across.name} and ${up.name}`,
    note: `All other columns ${others}; dots are rows kept aside.`,
    words: `Answers over ${across.name} and ${up.name}: ${said}.`,
    data: {
      header: [across.name, up.name, 'answer', 'probability'],
      rows: Array.from(values, (value, k) => [place(k), height_of(k), classes[value] ?? value, sure[k]!]),
    },
    most_width: 560,
    options: (width, colours) => {
      const scale = classes.length > 0
        ? { type: 'ordinal' as const, domain: [...classes], range: classes.map((_, k) => CLASS_COLOURS[k % CLASS_COLOURS.length]!), legend: false }
        : { type: 'linear' as const, domain: [low, high], range: [colours.card, colours.accent], legend: false }
      const name_of = (value: number) => (classes.length > 0 ? classes[value]! : value)
      return {
        height: Math.min(width * 0.85, 440),
        marginLeft: 52,
        marginBottom: 42,
        x: { label: across.name, labelOffset: 38, domain: [across.least, across.largest] },
        y: { label: up.name, domain: [up.least, up.largest] },
        color: scale,
        marks: [
          raster({ length: values.length }, {
            width: SIDE, height: SIDE, x1: across.least, x2: across.largest, y1: up.largest, y2: up.least,
            fill: Array.from(values, name_of), fillOpacity: classes.length > 0 ? Array.from(sure, (value) => 0.12 + 0.55 * value) : 1,
          }),
          dot(marks, { x: 'across', y: 'up', r: 3.2, fill: (mark: Mark) => name_of(mark.value), stroke: colours.card, strokeWidth: 1 }),
        ],
      }
    },
  }
}
