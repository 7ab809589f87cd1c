// What each column is worth: by how much the score falls when it is shuffled, with the spread.
import { barX, link, ruleX, text } from '@observablehq/plot'
import type { Permuted } from 'rfm-wasm'
import { roughly, share } from '../state/numbers'
import type { FigureProps } from './figure'
import { shorten } from './rounds'

const MOST = 15

interface Bar {
  name: string
  fall: number
  spread: number
}

/** The first, with those that may as well be it. */
function title_of(shown: Bar[]): string {
  const first = shown[0]!
  const names = shown.filter(({ fall, spread }) => fall + spread >= first.fall).map(({ name }) => name)
  if (names.length === 1) return `${first.name} matters most`
  return names.length > 3 ? 'Several columns matter alike' : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} matter most`
}

export function figure_of_permutation(groups: readonly Permuted[], task: 'regression' | 'classification'): FigureProps {
  const columns: Bar[] = groups.map(({ columns: [first, ...others], fall, spread }) => {
    const name = others.length > 2 ? `${first} and ${others.length} alike` : [first, ...others].join(' + ')
    return { name, fall, spread }
  })
  const shown = columns.slice(0, MOST)
  const first = shown[0]
  const longest = Math.max(...shown.map(({ name }) => name.length), 4)
  const what = task === 'regression' ? 'differences explained' : 'right answers'
  const matters = first && first.fall > 2 * first.spread && first.fall > 0.005
  const cut = columns.length > shown.length ? ` The ${MOST} largest of ${columns.length}.` : ''
  return {
    title: matters ? title_of(shown) : 'No column stands out',
    note: `By how much the share of ${what} falls when a column is shuffled among rows kept aside, together with those that tell the same; the line is the spread over five shuffles.${cut}`,
    words: `Worth of columns: ${shown.map(({ name, fall, spread }) => `${name} ${share(fall)} ± ${share(spread)}`).join(', ')}.`,
    data: { header: ['column', 'fall', 'spread'], rows: groups.map(({ columns: names, fall, spread }) => [names.join(' + '), fall, spread]) },
    options: (width, colours) => {
      const left = Math.min(width * 0.4, 16 + 7 * longest)
      const letters = Math.round((left - 16) / 7)
      const ends = shown.map(({ fall, spread }) => fall + spread)
      const least = Math.min(0, ...shown.map(({ fall, spread }) => fall - spread))
      return {
        height: 28 * shown.length + 46,
        marginLeft: left,
        marginRight: 60,
        marginTop: 4,
        marginBottom: 40,
        x: { label: `fall of ${what}`, labelOffset: 36, domain: [least, Math.max(...ends, 0.01)], tickFormat: (value: number) => roughly(value), ticks: 4, grid: true },
        y: { label: null, domain: shown.map(({ name }) => name), tickSize: 0, tickFormat: (name: string) => shorten(name, letters) },
        marks: [
          barX(shown, { x: 'fall', y: 'name', fill: (bar) => (bar.fall < 0 ? colours.second : colours.accent), insetTop: 5, insetBottom: 5, rx: 2 }),
          link(shown, { x1: (bar) => bar.fall - bar.spread, x2: (bar) => bar.fall + bar.spread, y1: 'name', y2: 'name', stroke: colours.ink, strokeWidth: 1.5 }),
          text(shown, { x: (bar) => Math.max(0, bar.fall + bar.spread), y: 'name', text: (bar) => share(bar.fall), textAnchor: 'start', dx: 8, fill: colours.ink }),
          ruleX([0], { stroke: colours.muted }),
        ],
      }
    },
  }
}
