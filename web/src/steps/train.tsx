// Step 2: one button; what is being tried while it runs; the expert's
// panel; and one round at a time.
import { useEffect, useState } from 'preact/hooks'
import { Card } from '../parts/choice'
import { keeps_focus, useFocusAfter } from '../parts/focus'
import { bytes, count, seconds, share } from '../state/numbers'
import { cancel_reading, change, divided, go, inputs, read_failure, reading, settings, table, target, task } from '../state/store'
import { cancel_training, FIRST_ROWS, look_at_size, MANY_ROWS, start_training, too_large, training, training_failure, waiting } from '../state/training'
import { ExpertPanel } from './train_expert'
import { RoundsPanel } from './train_rounds'
import { Running } from './train_running'

/** A table on its way: with Train pressed, training follows. */
function Reading() {
  const { name } = reading.value!
  return (
    <div class="running">
      <div class="progress-line">
        <progress aria-label={`Reading ${name}`} />
        <button
          type="button"
          ref={keeps_focus}
          onClick={() => {
            cancel_training()
            cancel_reading()
          }}
        >
          Cancel
        </button>
      </div>
      <p class="muted">
        Reading {name}. {waiting.value ? 'Training starts when it is done.' : ''}
      </p>
    </div>
  )
}

function TooLargeWords() {
  const found = too_large.value!
  return (
    <div class="failure" role="alert">
      <p>
        {count(found.rows)} rows would take {bytes(found.bytes)}: the machine compares every row with every other. That is more
        than this tab can be trusted with.
      </p>
      <button type="button" onClick={() => change({ sample: found.fitting })}>
        Train on {count(found.fitting)} rows drawn evenly
      </button>
    </div>
  )
}

function Plan() {
  const { sample, check, expert, budget } = settings.value
  const rows = table.value!.rows
  const used = sample > 0 ? Math.min(sample, rows) : rows
  return (
    <p>
      Predict <strong>{target.value}</strong> ({task.value === 'regression' ? 'a number' : 'a class'}) from {count(inputs.value.length)}{' '}
      {inputs.value.length === 1 ? 'column' : 'columns'} of {count(used)} rows
      {used < rows && <> drawn evenly out of {count(rows)}</>}. {share(check / 100)} of them{divided.value && (divided.value.by === 'time' ? `, the latest by ${divided.value.column},` : `, whole groups of ${divided.value.column},`)} are kept aside to check on.{' '}
      {expert
        ? 'What the expert panel leaves open is found by trying many machines on parts of the rows.'
        : `How it compares rows, and how long it learns which columns matter, is found by trying many machines on parts of the rows${budget > 0 ? `, for at most ${seconds(budget)}` : ''}.`}
      {used > MANY_ROWS && ` A sample of ${count(FIRST_ROWS)} rows is learned from first, so that there is something to look at soon.`}
    </p>
  )
}

function Start() {
  const [needed, set_needed] = useState<number | null>(null)
  const key = JSON.stringify([settings.value, target.value, table.value?.rows])
  useEffect(() => {
    let current = true
    void look_at_size().then((found) => {
      if (current) set_needed(found)
    })
    return () => {
      current = false
    }
  }, [key])
  useFocusAfter(training.value ? 'running' : 'at rest')
  if (training.value) return <Running />
  if (reading.value && waiting.value) return <Reading />
  return (
    <>
      {too_large.value && <TooLargeWords />}
      {training_failure.value && (
        <p class="failure" role="alert">
          {training_failure.value}
        </p>
      )}
      <div class="start">
        <button type="button" class="primary large" disabled={too_large.value !== null} onClick={() => void start_training()}>
          Train
        </button>
        {needed !== null && <span class="muted">takes at most {bytes(needed)} of memory</span>}
      </div>
    </>
  )
}

export function TrainStep() {
  if (!table.value)
    return reading.value ? (
      <Card title="Train">
        <Reading />
      </Card>
    ) : (
      <Card title="Train">
        {read_failure.value && (
          <p class="failure" role="alert">
            {read_failure.value}
          </p>
        )}
        <p>There is no table yet{settings.value.table && `; this address was made with “${settings.value.table}”`}.</p>
        <button type="button" class="primary" onClick={() => go('data')}>
          Choose a table
        </button>
      </Card>
    )
  return (
    <div class="stack">
      <h1 class="hidden">Train</h1>
      <Card title={`Train on ${table.value.name}`}>
        <Plan />
        <Start />
      </Card>
      <ExpertPanel />
      <RoundsPanel />
    </div>
  )
}
