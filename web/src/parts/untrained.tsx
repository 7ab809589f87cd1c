// What a step says that needs a model while there is none: how to get one from here.
import { useState } from 'preact/hooks'
import { go, reading, settings, table } from '../state/store'
import { open_model, start_training, training } from '../state/training'
import { Card } from './choice'
import { FilePicker } from './file_picker'

export function OpenModel() {
  const [failure, set_failure] = useState('')
  const open = async (file: File) => {
    set_failure('')
    try {
      await open_model(file)
    } catch (error) {
      set_failure(`${file.name} could not be opened: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return (
    <>
      <FilePicker words="Open a saved model" label="Model file" accept=".rfm" on_file={(file) => void open(file)} />
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

export function Untrained() {
  const name = settings.value.table
  if (reading.value) return <p class="muted">Reading {reading.value.name} …</p>
  return (
    <Card title="There is no model yet">
      {table.value ? (
        <p>The table is here; train on it to go on.</p>
      ) : (
        <p>{name ? `This address was made with “${name}”, which has to be chosen again: files stay on your computer.` : 'Choose a table first.'}</p>
      )}
      <div class="buttons">
        {table.value ? (
          <button type="button" class="primary" disabled={training.value !== null} onClick={() => void (go('train'), start_training())}>
            Train now
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => go('data')}>
            Choose a table
          </button>
        )}
        <OpenModel />
      </div>
    </Card>
  )
}
