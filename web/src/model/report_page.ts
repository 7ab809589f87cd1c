// The report as one HTML file: what was learned from what, how good it is, and the
// figures as drawings in the page.
import { plot } from '@observablehq/plot'
import { figure_of_calibration, figure_of_confusion } from '../plots/classes'
import { colours } from '../plots/colours'
import type { FigureProps } from '../plots/figure'
import { figure_of_matrix } from '../plots/matrix'
import { figure_of_answers, figure_of_residuals } from '../plots/regression'
import { figure_of_bars, figure_of_rounds } from '../plots/rounds'
import { count, number, seconds, share } from '../state/numbers'
import type { Run } from './train'

const WIDTH = 560

function safe(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function drawing({ title, note, words, options, most_width }: FigureProps): string {
  const width = Math.min(WIDTH, most_width ?? WIDTH)
  const svg = plot({ ...options(width, colours()), width, style: { background: 'transparent', fontSize: '12px' } })
  return `<figure><figcaption><h3>${safe(title)}</h3><p>${safe(note ?? '')}</p></figcaption><div role="img" aria-label="${safe(words)}">${svg.outerHTML}</div></figure>`
}

function table(rows: [string, string][]): string {
  return `<table>${rows.map(([name, value]) => `<tr><th scope="row">${safe(name)}</th><td>${safe(value)}</td></tr>`).join('')}</table>`
}

function figures(run: Run): FigureProps[] {
  const { model } = run
  const bars = model.importances().map(({ column, share: value }) => ({ name: column, value }))
  const { features, values } = model.matrix()
  const both = [
    figure_of_bars('Importance of columns', 'How much the answer moves with each column.', bars, share),
    figure_of_rounds(run.rounds, model.task, run.chosen.iterations),
    figure_of_matrix('The learned matrix M', 'Colour by the square root of each entry.', features, values),
  ]
  if (model.task === 'regression') return [...both, figure_of_answers(run), figure_of_residuals(run)]
  if (run.scores.confusion) both.push(figure_of_confusion(model.classes, run.scores.confusion))
  return [...both, figure_of_calibration(run)]
}

export async function report_page(run: Run, address: string): Promise<string> {
  const { model, request, chosen } = run
  const { history } = model.report()
  const scores = Object.entries(run.scores).filter(([, value]) => typeof value === 'number')
  const facts: [string, string][] = [
    ['Target', `${model.target} (${model.task})`],
    ['Columns', model.columns.join(', ')],
    ['Rows learned from', count(request.learn_rows)],
    ['Rows checked on', count(request.check_rows)],
    ['Machine', `${chosen.kernel} kernel, bandwidth ${number(chosen.bandwidth ?? NaN)}, ridge ${number(chosen.ridge)}, ${chosen.metric} metric, ${chosen.iterations} rounds`],
    ['Trials', `${count(run.tried)} in ${seconds(run.seconds)}`],
    ['Seed', String(request.seed)],
    ['Made again at', address],
  ]
  const notes = (history.notes ?? []).map((note) => `<li>${safe(note)}</li>`).join('')
  const style = `body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1.2rem;color:#1c2329;background:#fff}
    th{text-align:left;padding:.25rem 1.2rem .25rem 0;vertical-align:top;white-space:nowrap}td{overflow-wrap:anywhere}figure{margin:2.5rem 0}h3{margin:0}figcaption p{margin:0;color:#59626b}svg{max-width:100%;height:auto}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(model.target)}: what was learned</title><style>${style}</style></head>
<body><h1>${safe(model.target)}: what was learned</h1>
<h2>How good it is</h2>${table(scores.map(([name, value]) => [name.replaceAll('_', ' '), number(value as number)]))}
<h2>How it was made</h2>${table(facts)}${notes && `<ul>${notes}</ul>`}
<h2>What it found</h2>${figures(run).map(drawing).join('\n')}
</body></html>
`
}
