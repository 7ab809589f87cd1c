// Step 4: a form with one input for each column, the answer as it changes and
// what pushed it; or a whole file.
import { useMemo, useState } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import { pixels_of } from '../data/pixels'
import { cell_of, type Field } from '../model/fields'
import { Card } from '../parts/choice'
import { Untrained } from '../parts/untrained'
import { Figure } from '../plots/figure'
import { figure_of_curve, figure_of_pushes, type Curve } from '../plots/pushes'
import { number, share } from '../state/numbers'
import { form_fields, name_of, typed } from '../state/form'
import { go } from '../state/store'
import { model } from '../state/training'
import { DrawPanel } from './predict_draw'
import { FilePanel } from './predict_file'

type Row = Record<string, string>

const MANY = 24

function NumberInput({ field, value, on_change }: { field: Field; value: string; on_change: (value: string) => void }) {
  const span = field.largest - field.least
  const step = field.whole ? 1 : Number((10 ** Math.floor(Math.log10(span / 100 || 1))).toPrecision(1))
  return (
    <div class="input-row">
      <label for={`in-${field.name}`}>{field.name}</label>
      <input
        type="range"
        aria-label={`${field.name}, slider`}
        min={field.least}
        max={field.largest}
        step={step}
        value={value === '' ? Number(field.usual) : Number(value)}
        onInput={(event) => on_change(event.currentTarget.value)}
      />
      <input
        id={`in-${field.name}`}
        type="number"
        step="any"
        placeholder="missing"
        value={value}
        onInput={(event) => on_change(event.currentTarget.value)}
      />
    </div>
  )
}

/** Any date that the engine reads, written as in the table. */
function DateInput({ field, value, on_change }: { field: Field; value: string; on_change: (value: string) => void }) {
  return (
    <div class="input-row">
      <label for={`in-${field.name}`}>{field.name}</label>
      <input
        id={`in-${field.name}`}
        type="text"
        placeholder="missing"
        value={value}
        onInput={(event) => on_change(event.currentTarget.value)}
      />
    </div>
  )
}

function ChoiceInput({ field, value, on_change }: { field: Field; value: string; on_change: (value: string) => void }) {
  return (
    <div class="input-row">
      <label for={`in-${field.name}`}>{field.name}</label>
      <select id={`in-${field.name}`} onChange={(event) => on_change(event.currentTarget.value)}>
        {['', ...field.choices].map((choice) => (
          <option key={choice} value={choice} selected={choice === value}>
            {choice || 'missing'}
          </option>
        ))}
      </select>
    </div>
  )
}

function answer_of(held: Model, fields: Field[], row: Row) {
  const cells = Object.fromEntries(fields.map((field) => [field.name, cell_of(field, row[field.name]!)]))
  const { values, labels, probabilities, intervals, novelties } = held.predict([cells])
  const chances = held.classes.map((name, k) => ({ name, value: probabilities![k]! })).sort((a, b) => b.value - a.value)
  return { value: values[0]!, label: labels?.[0], chances, low: intervals?.[0], high: intervals?.[1], novelty: novelties?.[0], notes: held.explain(cells) }
}

const POINTS = 41

/** The answers with one column of numbers from its least to its largest cell. */
function curve_of(held: Model, fields: Field[], row: Row, field: Field): Curve {
  const values = Array.from({ length: POINTS }, (_, k) => field.least + (k * (field.largest - field.least)) / (POINTS - 1))
  const now = row[field.name] === '' ? Number(field.usual) : Number(row[field.name])
  const all = [...values, now]
  const cells = Object.fromEntries(fields.map((one) => [one.name, one === field ? all : all.map(() => cell_of(one, row[one.name]!))]))
  const found = held.predict(cells)
  const label = found.labels?.at(-1)
  const place = label === undefined ? -1 : held.classes.indexOf(label)
  const answers = all.map((_, k) => (found.probabilities ? found.probabilities[k * held.classes.length + place]! : found.values[k]!))
  const points = values.map((value, k) => ({ value, answer: answers[k]! }))
  return { name: field.name, points, here: { value: now, answer: answers.at(-1)! }, ...(label !== undefined && { label }) }
}

const CURVES = 2

function WhatIf({ held, fields, row }: { held: Model; fields: Field[]; row: Row }) {
  const curves = useMemo(() => {
    const importance = new Map(held.importances().map(({ column, share: value }) => [column, value]))
    const numbers = fields.filter(({ kind, least, largest }) => kind === 'number' && largest > least)
    const order = numbers.sort((a, b) => (importance.get(b.name) ?? 0) - (importance.get(a.name) ?? 0))
    return order.slice(0, CURVES).map((field) => curve_of(held, fields, row, field))
  }, [held, fields, row])
  if (curves.length === 0) return null
  return (
    <Card title="What if?">
      <div class="grid figures-grid">
        {curves.map((curve, k) => (
          <Figure key={k} {...figure_of_curve(curve, held.target)} />
        ))}
      </div>
    </Card>
  )
}

/** Beyond this an answer is a guess about what the table does not show. */
const FAR = 0.95

/** How unlike the rows it learned from this one is, for people. */
function far_words(novelty: number): string {
  if (novelty > FAR) return `Farther from the rows it learned from than ${share(Math.min(novelty, 0.999))} of them were from each other: take the answer as a guess.`
  if (novelty < 0.5) return 'A row like many that it learned from.'
  return `Farther from the rows it learned from than ${share(novelty)} of them were from each other.`
}

function Answer({ held, fields, row }: { held: Model; fields: Field[]; row: Row }) {
  const found = useMemo(() => answer_of(held, fields, row), [held, fields, row])
  const { label, chances, low, high, novelty, notes } = found
  const classes = label !== undefined
  return (
    <div class="answer">
      <Card title={held.target}>
        <div role="status" aria-live="polite">
          <p class="answer-value">{classes ? label : number(found.value, 4)}</p>
          {classes && <p class="muted">{share(chances[0]!.value)} sure</p>}
          {!classes && low !== undefined && high !== undefined && Number.isFinite(high - low) && (
            <p class="muted">
              90 % of the time between {number(low, 4)} and {number(high, 4)}
            </p>
          )}
          {novelty !== undefined && <p class={novelty > FAR ? 'stray' : 'muted'}>{far_words(novelty)}</p>}
        </div>
        {classes && (
          <ul class="chances">
            {chances.slice(0, 10).map(({ name, value }) => (
              <li key={name}>
                <span>{name}</span>
                <meter min={0} max={1} value={value} aria-label={`Probability of ${name}`} />
                <span class="chance">{share(value)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {notes.pushes.length > 0 && (
        <Card title="What pushed it">
          <Figure {...figure_of_pushes(notes)} />
        </Card>
      )}
    </div>
  )
}

export function PredictStep() {
  const held = model.value
  const fields = form_fields.value
  const usual = useMemo(() => Object.fromEntries(fields.map((field) => [field.name, field.usual])), [fields])
  const [all, show_all] = useState(false)
  if (!held) return <Untrained />
  const row = typed.value?.of === name_of(held) ? typed.value.row : usual
  const set = (name: string) => (cell: string) => (typed.value = { of: name_of(held), row: { ...row, [name]: cell } })
  const importance = new Map(held.importances().map(({ column, share: value }) => [column, value]))
  const order = fields.length > MANY ? [...fields].sort((a, b) => (importance.get(b.name) ?? 0) - (importance.get(a.name) ?? 0)) : fields
  const shown = all ? order : order.slice(0, MANY)
  const pixels = pixels_of(held.columns)
  return (
    <div class="stack">
      <h1 class="hidden">Predict</h1>
      <div class={pixels ? 'predict with-drawing' : 'predict'}>
        {pixels && <DrawPanel held={held} fields={fields} pixels={pixels} on_row={(drawn) => (typed.value = { of: name_of(held), row: { ...row, ...drawn } })} />}
        <Card title="One row">
          {fields.length > MANY && <p class="muted">The columns that matter most come first.</p>}
          <div class="inputs">
            {shown.map((field) =>
              field.kind === 'number' ? (
                <NumberInput key={field.name} field={field} value={row[field.name]!} on_change={set(field.name)} />
              ) : field.kind === 'date' ? (
                <DateInput key={field.name} field={field} value={row[field.name]!} on_change={set(field.name)} />
              ) : (
                <ChoiceInput key={field.name} field={field} value={row[field.name]!} on_change={set(field.name)} />
              ),
            )}
          </div>
          <div class="buttons">
            {order.length > MANY && (
              <button type="button" onClick={() => show_all(!all)}>
                {all ? 'Show fewer' : `Show all ${fields.length} columns`}
              </button>
            )}
            <button type="button" onClick={() => (typed.value = null)}>
              Back to the usual row
            </button>
          </div>
        </Card>
        <Answer held={held} fields={fields} row={row} />
      </div>
      {!pixels && <WhatIf held={held} fields={fields} row={row} />}
      <FilePanel held={held} />
      <div>
        <button type="button" class="primary" onClick={() => go('take')}>
          Next: take it away
        </button>
      </div>
    </div>
  )
}
