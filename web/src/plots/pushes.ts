// How an answer comes about, column by column, from that of the average row; and what it would be if
// one column were different.
import { barX, dot, line, ruleX, text } from '@observablehq/plot'
import type { Explanation } from 'rfm-wasm'
import { number, roughly, share } from '../state/numbers'
import type { FigureProps } from './figure'
import { shorten } from './rounds'

const MOST = 10

interface Step {
  name: string
  from: number
  to: number
  push: number
}

/** A waterfall: each bar begins where the one before it ended. */
export function figure_of_pushes({ pushes, value, label }: Explanation): FigureProps {
  const base = value - pushes.reduce((sum, { push }) => sum + push, 0)
  const classes = label !== undefined
  const unit = (push: number) => `${push > 0 ? '+' : ''}${classes ? `${number(100 * push, 2)} %` : number(push, 3)}`
  const whole = (answer: number) => (classes ? share(answer) : number(answer, 4))
  const shown = pushes.slice(0, MOST)
  const rest = pushes.slice(MOST).reduce((sum, { push }) => sum + push, 0)
  const parts = [...shown.map(({ column, push }) => ({ name: column, push })), ...(pushes.length > MOST ? [{ name: `${pushes.length - MOST} others`, push: rest }] : [])]
  let at = base
  const steps: Step[] = parts.map(({ name, push }) => ({ name, push, from: at, to: (at += push) }))
  const longest = Math.max(...steps.map(({ name }) => name.length), 4)
  const ends = [base, ...steps.map(({ to }) => to)]
  return {
    title: classes ? `Towards ${label}` : 'Away from the average row',
    note: `From ${whole(base)} for the average row to ${whole(value)}, column by column.`,
    words: `Waterfall from ${whole(base)} to ${whole(value)}: ${steps.map(({ name, push }) => `${name} ${unit(push)}`).join(', ')}.`,
    data: { header: ['column', 'push'], rows: pushes.map(({ column, push }) => [column, push]) },
    options: (width, colours) => {
      const left = Math.min(width * 0.4, 16 + 7 * longest)
      const letters = Math.round((left - 16) / 7)
      const least = Math.min(...ends)
      const most = Math.max(...ends)
      const room = (most - least || 1) * 0.22
      return {
        height: 25 * steps.length + 30,
        marginLeft: left,
        marginRight: 12,
        marginTop: 4,
        marginBottom: 22,
        x: { label: null, domain: [least - room, most + room], ticks: 4, ...(classes && { tickFormat: (answer: number) => roughly(answer) }) },
        y: { label: null, domain: steps.map(({ name }) => name), tickSize: 0, tickFormat: (name: string) => shorten(name, letters) },
        marks: [
          ruleX([base], { stroke: colours.muted, strokeDasharray: '3,4' }),
          barX(steps, { x1: 'from', x2: 'to', y: 'name', fill: (step) => (step.push < 0 ? colours.second : colours.accent), insetTop: 4, insetBottom: 4 }),
          text(steps.filter(({ push }) => push >= 0), { x: 'to', y: 'name', text: (step) => unit(step.push), textAnchor: 'start', dx: 5, fill: colours.ink }),
          text(steps.filter(({ push }) => push < 0), { x: 'to', y: 'name', text: (step) => unit(step.push), textAnchor: 'end', dx: -5, fill: colours.ink }),
        ],
      }
    },
  }
}

export interface Curve {
  name: string
  label?: string
  points: { value: number; answer: number }[]
  /** Where the row is. */
  here: { value: number; answer: number }
}

export function figure_of_curve({ name, label, points, here }: Curve, target: string): FigureProps {
  const what = label === undefined ? target : `probability of ${label}`
  const first = points[0]!
  const last = points.at(-1)!
  const said = (answer: number) => (label === undefined ? number(answer, 3) : roughly(answer))
  return {
    title: `If ${name} were different`,
    note: 'All other columns stay as they are; the point is this row.',
    words: `With ${name} from ${number(first.value, 3)} to ${number(last.value, 3)}, ${what} goes from ${said(first.answer)} to ${said(last.answer)}.`,
    data: { header: [name, what], rows: points.map(({ value, answer }) => [value, answer]) },
    options: (width, colours) => ({
      height: Math.min(width * 0.6, 240),
      marginLeft: 52,
      marginTop: 30,
      marginBottom: 42,
      x: { label: name, labelOffset: 38 },
      y: { label: what, grid: true, ...(label !== undefined && { domain: [0, 1], tickFormat: '%' }), nice: true },
      marks: [
        line(points, { x: 'value', y: 'answer', stroke: colours.accent, strokeWidth: 2 }),
        dot([here], { x: 'value', y: 'answer', r: 5, fill: colours.second }),
      ],
    }),
  }
}
