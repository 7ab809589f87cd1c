// The decision surface over any two columns of numbers.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Run } from '../model/train'
import type { Field } from '../model/fields'
import { surface_of } from '../model/surface'
import { Card, Choice } from '../parts/choice'
import { CLASS_COLOURS } from '../plots/colours'
import { Figure } from '../plots/figure'
import { figure_of_surface, type Mark } from '../plots/surface'
import { form_fields, name_of, typed } from '../state/form'

const MOST_MARKS = 300

/** The rows checked on, as dots. */
function marks_of({ model, request: { check_read }, truth }: Run, across: Field, up: Field): Mark[] {
  const least = model.task === 'regression' ? -Infinity : 0
  return truth
    .slice(0, MOST_MARKS)
    .map((value, row) => ({ value, across: Number(check_read[across.name]![row] ?? NaN), up: Number(check_read[up.name]![row] ?? NaN) }))
    .filter((mark) => Number.isFinite(mark.across) && Number.isFinite(mark.up) && mark.value >= least)
}

export function SurfacePanel({ held }: { held: Run }) {
  const row = typed.value?.of === name_of(held.model) ? typed.value.row : null
  const chosen = JSON.stringify(row)
  const fields = useMemo(() => form_fields.value.map((field) => (row ? { ...field, usual: row[field.name] ?? field.usual } : field)), [form_fields.value, chosen])
  const importance = new Map(held.model.importances().map(({ column, share }) => [column, share]))
  const numbers = fields
    .filter(({ kind, least, largest }) => kind === 'number' && largest > least)
    .sort((a, b) => (importance.get(b.name) ?? 0) - (importance.get(a.name) ?? 0))
  const [across_name, set_across] = useState('')
  const [up_name, set_up] = useState('')
  const across = numbers.find(({ name }) => name === across_name) ?? numbers[0]
  const up = numbers.find(({ name }) => name === up_name && name !== across?.name) ?? numbers.find((field) => field !== across)
  const [figure, set_figure] = useState<ReturnType<typeof figure_of_surface> | null>(null)
  const [busy, set_busy] = useState(true)
  useEffect(() => {
    if (!across || !up) return
    const stop = new AbortController()
    set_busy(true)
    void surface_of(held.model, fields, across, up, stop.signal).then((surface) => {
      if (surface === null) return
      set_figure(figure_of_surface(surface, held.model.classes, marks_of(held, across, up), row ? 'as in the row chosen at Predict' : 'at their usual values'))
      set_busy(false)
    })
    return () => stop.abort()
  }, [held, across, up])
  if (!across || !up) return null
  const choices = numbers.map(({ name }) => [name, name] as const)
  return (
    <Card title="Decision surface" wide>
      <div class="surface">
      <div class="stack">
        <Choice label="Across" value={across.name} choices={choices} on_change={set_across} />
        <Choice label="Upwards" value={up.name} choices={choices.filter(([name]) => name !== across.name)} on_change={set_up} />
      {held.model.classes.length > 0 && (
        <ul class="legend">
          {held.model.classes.map((name, k) => (
            <li key={name}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={CLASS_COLOURS[k % CLASS_COLOURS.length]} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      </div>
      <div aria-busy={busy}>{figure ? <Figure {...figure} /> : <p class="muted">The model is being asked …</p>}</div>
      </div>
    </Card>
  )
}
