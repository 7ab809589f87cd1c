// How a classification does on rows kept aside: confusion matrix, receiver
// operating characteristic, calibration.
import { cell, dot, line, link, text } from '@observablehq/plot'
import { calibration, likeliest, roc } from '../model/scores'
import type { Run } from '../model/train'
import { number, share } from '../state/numbers'
import { CLASS_COLOURS } from './colours'
import type { FigureProps } from './figure'
import { shorten } from './rounds'

const MANY = 16

/** How many letters all names begin with, whole words of them. */
function common_words(names: readonly string[]): number {
  let alike = 0
  while (names.every((name) => name[alike] === names[0]![alike] && alike < name.length)) alike += 1
  return names.length < 2 ? 0 : names[0]!.slice(0, alike).lastIndexOf(' ') + 1
}

export function figure_of_confusion(classes: readonly string[], confusion: readonly (readonly number[])[]): FigureProps {
  const entries = confusion.flatMap((row, truth) => {
    const all = Math.max(1, row.reduce((sum, value) => sum + value, 0))
    return row.map((rows, answer) => ({ truth: classes[truth]!, answer: classes[answer]!, rows, part: rows / all }))
  })
  const wrong = entries.filter(({ truth, answer, rows }) => truth !== answer && rows > 0).sort((a, b) => b.rows - a.rows)
  const said = wrong.slice(0, 5).map(({ truth, answer, rows }) => `${truth} taken for ${answer} ${rows === 1 ? 'once' : `${rows} times`}`)
  const alike = common_words(classes)
  const longest = Math.max(...classes.map((name) => name.length)) - alike
  return {
    title: 'Confusion matrix',
    note: 'Rows are the truth, columns the answers; counts of rows kept aside.',
    words: `Confusion matrix of ${classes.length} classes. ${said.length > 0 ? `Mistakes: ${said.join(', ')}.` : 'No mistakes.'}`,
    data: { header: ['truth', ...classes], rows: confusion.map((row, k) => [classes[k]!, ...row]) },
    most_width: classes.length > MANY ? 640 : 460,
    options: (width, colours) => {
      const left = Math.min(width * 0.32, 16 + 7 * longest)
      const letters = Math.round((left - 16) / 7)
      const side = (width - left - 8) / classes.length
      // Of many classes some names are enough, and the colour tells what the counts would.
      const named = classes.filter((_, k) => k % Math.ceil(classes.length / MANY) === 0)
      const counted = side > 18
      return {
        height: Math.min(width - left, 60 * classes.length + 20) + 40,
        marginLeft: left,
        marginRight: 8,
        marginTop: 8,
        marginBottom: 32,
        x: { domain: classes as string[], ticks: named, label: null, tickSize: 0, padding: 0.04, tickFormat: (name: string) => shorten(name.slice(alike), Math.max(2, Math.floor((side * classes.length) / named.length / 7))) },
        y: { domain: classes as string[], ticks: named, label: null, tickSize: 0, padding: 0.04, tickFormat: (name: string) => shorten(name.slice(alike), letters) },
        color: { type: 'linear' as const, domain: [0, 1], range: [colours.card, colours.accent] },
        marks: [
          cell(entries, { x: 'answer', y: 'truth', fill: 'part', stroke: counted ? colours.line : 'none', rx: counted ? 3 : 0 }),
          text(counted ? entries.filter(({ rows }) => rows > 0) : [], { x: 'answer', y: 'truth', text: 'rows', fill: (entry) => (entry.part > 0.55 ? colours.card : colours.ink) }),
        ],
      }
    },
  }
}

/** One curve for two classes, else "this class against the rest" for at most four of them. */
export function figure_of_roc({ model, prediction, truth }: Run): FigureProps {
  const count = model.classes.length
  const probabilities = prediction.probabilities!
  const asked = count === 2 ? [1] : model.classes.map((_, k) => k).slice(0, 4)
  const curves = asked.map((label) => {
    const score = truth.map((_, row) => probabilities[row * count + label]!)
    return { name: model.classes[label]!, ...roc(truth.map((found) => found === label), score) }
  })
  const points = curves.flatMap(({ name, points: curve }) => curve.map((point) => ({ name, ...point })))
  const areas = curves.map(({ name, area }) => `${name} ${number(area, 3)}`).join(', ')
  const more = count > 4 ? ` The first ${asked.length} of ${count} classes.` : ''
  return {
    title: 'ROC: found against false alarms',
    note: `Area below the curve: ${areas}.${more}`,
    words: `Receiver operating characteristic. Areas below the curves: ${areas}.`,
    data: { header: ['class', 'false alarms', 'found'], rows: points.map(({ name, false_alarms, found }) => [name, false_alarms, found]) },
    most_width: 420,
    options: (width, colours) => ({
      height: Math.min(width, 330),
      marginLeft: 44,
      marginTop: 26,
      marginBottom: 42,
      x: { label: 'false alarms', labelOffset: 38, domain: [0, 1], tickFormat: '%', ticks: 5 },
      y: { label: 'found', domain: [0, 1], tickFormat: '%', grid: true, ticks: 5 },
      color: { domain: curves.map(({ name }) => name), range: asked.map((label) => CLASS_COLOURS[label % CLASS_COLOURS.length]!), legend: false },
      marks: [
        link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: colours.muted, strokeDasharray: '3,4' }),
        line(points, { x: 'false_alarms', y: 'found', stroke: 'name', strokeWidth: 2 }),
      ],
    }),
  }
}

export function figure_of_calibration({ model, prediction, truth }: Run): FigureProps {
  const count = model.classes.length
  const probabilities = prediction.probabilities!
  const answers = likeliest(probabilities, count)
  const bins = calibration(
    answers.map((label, row) => probabilities[row * count + label]!),
    answers.map((label, row) => label === truth[row]),
  )
  const said = bins.map((bin) => `said ${share(bin.said)}, came true ${share(bin.came)} of ${bin.rows}`).join('; ')
  return {
    title: 'Calibration: said against came true',
    note: 'Probability of the answer, in steps of ten per cent; larger dots stand for more rows.',
    words: `Calibration by steps of probability: ${said}.`,
    data: { header: ['said', 'came true', 'rows'], rows: bins.map((bin) => [bin.said, bin.came, bin.rows]) },
    most_width: 420,
    options: (width, colours) => ({
      height: Math.min(width, 330),
      marginLeft: 44,
      marginTop: 26,
      marginBottom: 42,
      x: { label: 'said', labelOffset: 38, domain: [0, 1], tickFormat: '%', ticks: 5, insetRight: 8 },
      y: { label: 'came true', domain: [0, 1], tickFormat: '%', grid: true, ticks: 5, insetTop: 8 },
      r: { range: [3, 14] },
      marks: [
        link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: colours.muted, strokeDasharray: '3,4' }),
        line(bins, { x: 'said', y: 'came', stroke: colours.accent, strokeWidth: 1.5 }),
        dot(bins, { x: 'said', y: 'came', r: 'rows', fill: colours.accent, fillOpacity: 0.8 }),
      ],
    }),
  }
}
