// Step 1: choose a table, see what is in it, say what each column is for and which one to predict.
import { useEffect, useRef, useState } from 'preact/hooks'
import { REAL } from '../data/bundled'
import { TOYS } from '../data/toys'
import { Moving } from '../moving/moving'
import { Card, Choice, NumberField } from '../parts/choice'
import { FilePicker, TABLE_FILES } from '../parts/file_picker'
import { ColumnsPreview } from './data_columns'
import { HowItWasRead } from './data_findings'
import { dragging, take_file, take_text } from '../state/incoming'
import { kept } from '../state/keep'
import { count, share } from '../state/numbers'
import {
  arrivals, cancel_reading, change, choose_bundled, go, inputs, open_last, read_failure, reading, settings, table, target,
  target_facts, task,
} from '../state/store'

function DropZone() {
  const [pasting, set_pasting] = useState(false)
  return (
    <div class={`drop${dragging.value ? ' over' : ''}${table.value ? ' compact' : ''}`}>
      <div>
        <p class="drop-title">{table.value ? 'Drop another table anywhere' : 'Your own table: drop it anywhere, or paste its cells'}</p>
        <p class="muted drop-words">CSV or Excel, with a line of names and one line for each row. A saved model opens here too. Nothing is uploaded.</p>
      </div>
      <div class="buttons">
        <FilePicker words="Choose a file" label="CSV file" accept={`${TABLE_FILES},.rfm`} primary on_file={(file) => void take_file(file)} />
        <button type="button" aria-expanded={pasting} onClick={() => set_pasting(!pasting)}>
          Paste text
        </button>
      </div>
      {pasting && <Paste on_done={() => set_pasting(false)} />}
    </div>
  )
}

function Paste({ on_done }: { on_done: () => void }) {
  const text = useRef<HTMLTextAreaElement>(null)
  return (
    <div class="paste">
      <label for="pasted">Cells copied from a spreadsheet, or CSV text</label>
      <textarea id="pasted" ref={text} rows={6} spellcheck={false} />
      <button
        type="button"
        class="primary"
        onClick={() => {
          void take_text(text.current!.value)
          on_done()
        }}
      >
        Read it
      </button>
    </div>
  )
}

/** What this browser has kept of the last visit. */
function LastTime() {
  if (table.value || reading.value || !kept.value) return null
  return (
    <div class="beware last-time">
      <p>
        Last time you worked on <strong>{kept.value}</strong>. It is still here, in this browser.
      </p>
      <button type="button" onClick={() => void open_last()}>
        Go on with it
      </button>
    </div>
  )
}

function Gallery() {
  const opened = settings.value.table
  return (
    <div class="gallery">
      {[...REAL, ...TOYS].map((entry) => (
        <button
          type="button"
          key={entry.id}
          class="tile"
          aria-pressed={opened === entry.id}
          onClick={() => void choose_bundled(entry.id)}
        >
          <strong>{entry.title}</strong>
          <span>{entry.words}</span>
          <small>{'licence' in entry ? `${entry.source}. ${entry.licence}.` : 'Toy problem, drawn from a seed.'}</small>
        </button>
      ))}
    </div>
  )
}

function Reading() {
  const now = reading.value
  if (read_failure.value)
    return (
      <p class="failure" role="alert">
        {read_failure.value}
      </p>
    )
  if (!now) return null
  return (
    <div class="progress-line">
      <progress aria-label={`Reading ${now.name}`} />
      <button type="button" onClick={cancel_reading}>
        Cancel
      </button>
    </div>
  )
}

function TargetChoice() {
  const held = table.value!
  const found = target_facts.value!
  const classes = task.value === 'classification'
  return (
    <div class="target">
      <Choice
        label="Column to predict"
        value={target.value}
        choices={held.columns.map(({ name }) => [name, name] as const)}
        on_change={(name) => change({ target: name })}
      />
      <p class="target-words">
        {classes
          ? `A class is to be told: one of ${count(found.distinct)} (${found.commonest.slice(0, 4).map(([name]) => name).join(', ')}${found.distinct > 4 ? ', …' : ''}).`
          : `A number is to be told, with ${count(found.distinct)} different values.`}{' '}
        Learned from {count(inputs.value.length)} {inputs.value.length === 1 ? 'column' : 'columns'}.
      </p>
    </div>
  )
}

let gone_to = 0

/** Goes to the table that has just been chosen. */
function useArrival(): void {
  const count_now = arrivals.value
  useEffect(() => {
    if (gone_to === count_now) return
    gone_to = count_now
    const preview = document.getElementById('preview')
    preview?.scrollIntoView({ block: 'start' })
    preview?.focus({ preventScroll: true })
  }, [count_now])
}

function Preview() {
  const held = table.value!
  useArrival()
  const cells = held.rows_that_count * held.columns.length
  const missing = held.columns.reduce((sum, { facts }) => sum + facts.missing, 0)
  const kept = held.rows < held.rows_that_count ? ` ${count(held.rows)} of them, drawn evenly, are kept.` : ''
  const toy = TOYS.some(({ id }) => id === settings.value.table)
  return (
    <Card title={held.name} wide id="preview">
      <p class="muted">
        {count(held.rows_that_count)} rows, {count(held.columns.length)} columns, {missing === 0 ? 'no' : share(missing / cells)} missing cells.{kept} {held.about}
        {held.about.endsWith('.') ? '' : '.'}
      </p>
      {toy && (
        <div class="inline-field">
          <NumberField label="Seed of the drawing" value={settings.value.draw} least={0} most={1e6} step={1}
            on_change={(draw) => void choose_bundled(settings.value.table, Math.round(draw))} />
        </div>
      )}
      <HowItWasRead />
      <TargetChoice />
      <div class="next">
        <button type="button" class="primary large" disabled={inputs.value.length === 0} onClick={() => go('train')}>
          Next: train
        </button>
      </div>
      <ColumnsPreview />
    </Card>
  )
}

export function DataStep() {
  return (
    <div class="stack">
      {!table.value && (
        <div class="intro">
          <h1>Drop a table, watch it learn features</h1>
          <p>
            A recursive feature machine finds out which columns and directions of a table matter, and stretches the space until
            they count. Here one is at work:
          </p>
        </div>
      )}
      {table.value && <h1 class="hidden">Data</h1>}
      {!table.value && <Moving />}
      <LastTime />
      <DropZone />
      <Reading />
      {table.value && <Preview />}
      <section aria-labelledby="gallery-title">
        <h2 id="gallery-title">{table.value ? 'Or take another table' : 'Or start with one of these'}</h2>
        <Gallery />
      </section>
    </div>
  )
}
