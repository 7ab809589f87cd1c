// How a regression does on rows kept aside: predicted against actual with intervals, and residuals.
import { dot, link, ruleY } from '@observablehq/plot'
import type { Run } from '../model/train'
import { number, share } from '../state/numbers'
import type { FigureProps } from './figure'

const MOST_POINTS = 1500

interface Point {
  actual: number
  predicted: number
  low: number
  high: number
}

function points_of({ truth, prediction }: Run): Point[] {
  const bounds = prediction.intervals
  return truth.map((actual, row) => {
    const predicted = prediction.values[row]!
    return { actual, predicted, low: bounds ? bounds[2 * row]! : predicted, high: bounds ? bounds[2 * row + 1]! : predicted }
  })
}

export function figure_of_answers(run: Run): FigureProps {
  const points = points_of(run)
  const inside = points.filter(({ actual, low, high }) => actual >= low && actual <= high).length / points.length
  const values = points.flatMap(({ actual, predicted }) => [actual, predicted])
  const ends = [Math.min(...values), Math.max(...values)]
  const covered = `${share(inside)} of the intervals hold the truth; 90 % are meant to.`
  return {
    title: 'Predicted against actual',
    note: run.prediction.intervals ? covered : 'Rows kept aside.',
    words: `Scatter of ${points.length} rows, R² ${number(Number(run.scores.r2), 3)}. ${covered}`,
    data: { header: ['actual', 'predicted', 'low', 'high'], rows: points.map(({ actual, predicted, low, high }) => [actual, predicted, low, high]) },
    most_width: 520,
    options: (width, colours) => ({
      height: Math.min(width, 380),
      marginLeft: 52,
      marginBottom: 42,
      x: { label: `predicted ${run.model.target}`, labelOffset: 38, grid: true },
      y: { label: `actual ${run.model.target}`, grid: true },
      marks: [
        link(points.slice(0, MOST_POINTS), { x1: 'low', x2: 'high', y1: 'actual', y2: 'actual', stroke: colours.accent, strokeOpacity: 0.18 }),
        link([0], { x1: ends[0]!, y1: ends[0]!, x2: ends[1]!, y2: ends[1]!, stroke: colours.muted, strokeDasharray: '3,4' }),
        dot(points.slice(0, MOST_POINTS), { x: 'predicted', y: 'actual', r: 3, fill: colours.accent, fillOpacity: 0.75 }),
      ],
    }),
  }
}

export function figure_of_residuals(run: Run): FigureProps {
  const points = points_of(run).map(({ actual, predicted }) => ({ predicted, residual: actual - predicted }))
  const sizes = points.map(({ residual }) => Math.abs(residual)).sort((a, b) => a - b)
  const middle = sizes[Math.floor(sizes.length / 2)] ?? NaN
  return {
    title: 'Residuals',
    note: 'Actual less predicted: no pattern should be left.',
    words: `Residuals of ${points.length} rows; half of them are smaller than ${number(middle, 3)}, the largest is ${number(sizes.at(-1) ?? NaN, 3)}.`,
    data: { header: ['predicted', 'residual'], rows: points.map(({ predicted, residual }) => [predicted, residual]) },
    most_width: 520,
    options: (width, colours) => ({
      height: Math.min(width, 380),
      marginLeft: 52,
      marginBottom: 42,
      x: { label: `predicted ${run.model.target}`, labelOffset: 38, grid: true },
      y: { label: `actual less predicted ${run.model.target}`, grid: true },
      marks: [ruleY([0], { stroke: colours.muted }), dot(points.slice(0, MOST_POINTS), { x: 'predicted', y: 'residual', r: 3, fill: colours.accent, fillOpacity: 0.75 })],
    }),
  }
}
