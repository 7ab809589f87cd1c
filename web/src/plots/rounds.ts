// What the rounds of learning did: the score after each, and the weight of each feature.
import { barX, dot, line, ruleX, text } from '@observablehq/plot'
import type { RoundView } from '../model/train'
import { number, share } from '../state/numbers'
import type { FigureProps } from './figure'

const MOST_BARS = 20

type Task = 'regression' | 'classification'

const score_name = (task: Task) => (task === 'regression' ? 'R²' : 'accuracy')
export const score_words = (task: Task, value: number) => (task === 'regression' ? number(value, 3) : share(value))

export function figure_of_rounds(views: RoundView[], task: Task, chosen?: number): FigureProps {
  const name = score_name(task)
  const data = views.filter(({ score }) => Number.isFinite(score)).map(({ round, score }) => ({ round, score }))
  const said = data.map(({ round, score }) => `round ${round} ${score_words(task, score)}`).join(', ')
  const least = Math.min(...data.map(({ score }) => score))
  return {
    title: 'Score after each round',
    note: `${name} on rows kept aside; round 0 has learned no features.`,
    words: `Line of ${name} after each round: ${said}.`,
    data: { header: ['round', name], rows: data.map(({ round, score }) => [round, score]) },
    options: (_, colours) => ({
      height: 240,
      marginLeft: 44,
      marginTop: 28,
      marginBottom: 40,
      x: { label: 'round', labelOffset: 36, ticks: data.map(({ round }) => round), tickFormat: 'd', inset: 26 },
      y: { label: null, grid: true, domain: [Math.min(least - 0.02, 0.95), 1], nice: true },
      marks: [
        line(data, { x: 'round', y: 'score', stroke: colours.accent, strokeWidth: 2 }),
        dot(data, { x: 'round', y: 'score', r: 4, fill: (point) => (point.round === chosen ? colours.second : colours.accent) }),
        text(data, { x: 'round', y: 'score', text: (point) => score_words(task, point.score), dy: -12, fill: colours.ink }),
      ],
    }),
  }
}

interface Bar {
  name: string
  value: number
}

/** Horizontal bars, the largest first; long lists are cut and say so. */
export function figure_of_bars(title: string, note: string, bars: Bar[], unit: (value: number) => string, sorted = true): FigureProps {
  const all = sorted ? [...bars].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)) : bars
  const shown = all.slice(0, MOST_BARS)
  const longest = Math.max(...shown.map(({ name }) => name.length), 4)
  const cut = all.length > shown.length ? ` The ${MOST_BARS} largest of ${all.length}.` : ''
  const signed = shown.some(({ value }) => value < 0)
  return {
    title,
    note: note + cut,
    words: `Bars: ${shown.map(({ name, value }) => `${name} ${unit(value)}`).join(', ')}.`,
    data: { header: ['name', 'value'], rows: all.map(({ name, value }) => [name, value]) },
    options: (width, colours) => {
      const left = Math.min(width * 0.4, 16 + 7 * longest)
      const letters = Math.round((left - 16) / 7)
      const most = Math.max(...shown.map(({ value }) => Math.abs(value)), 1e-9)
      return {
        height: 24 * shown.length + 20,
        marginLeft: left,
        marginRight: 52,
        marginTop: 4,
        marginBottom: 12,
        x: { axis: null, domain: signed ? [-most * 1.25, most * 1.05] : [0, most] },
        y: { label: null, domain: shown.map(({ name }) => name), tickSize: 0, tickFormat: (name: string) => shorten(name, letters) },
        marks: [
          barX(shown, { x: 'value', y: 'name', fill: (bar) => (bar.value < 0 ? colours.second : colours.accent), insetTop: 3, insetBottom: 3, rx: 2 }),
          text(shown.filter(({ value }) => value >= 0), { x: 'value', y: 'name', text: (bar) => unit(bar.value), textAnchor: 'start', dx: 6, fill: colours.ink }),
          text(shown.filter(({ value }) => value < 0), { x: 'value', y: 'name', text: (bar) => unit(bar.value), textAnchor: 'end', dx: -6, fill: colours.ink }),
          ruleX([0], { stroke: colours.line }),
        ],
      }
    },
  }
}

export function shorten(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name
}

export function figure_of_importances({ round, features, diagonal }: RoundView): FigureProps {
  const bars = features.map((name, k) => ({ name, value: diagonal[k]! }))
  const many = features.length > MOST_BARS
  return figure_of_bars('Weight of each feature', `Diagonal of M after round ${round}, the largest entry 1.`, bars, (value) => number(value, 2), many)
}

