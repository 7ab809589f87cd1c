// A whole file in, the same file with answers out.
import { useRef, useState } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import { read_text } from '../data/read'
import { answer_table, type Answered } from '../model/answer_file'
import { Card } from '../parts/choice'
import { TABLE_FILES, FilePicker } from '../parts/file_picker'
import { save } from '../parts/save'
import { count } from '../state/numbers'
import { announcement } from '../state/store'

export function FilePanel({ held }: { held: Model }) {
  const stop = useRef<AbortController | null>(null)
  const [done, set_done] = useState<number | null>(null)
  const [failure, set_failure] = useState('')
  const [answered, set_answered] = useState<(Answered & { name: string }) | null>(null)
  const answer = async (file: File) => {
    const mine = (stop.current = new AbortController())
    set_failure('')
    set_answered(null)
    set_done(0)
    try {
      const rows = await read_text(file, held.columns, mine.signal)
      const found = await answer_table(held, file.name, rows, mine.signal, set_done)
      set_answered({ ...found, name: file.name })
      announcement.value = `${found.rows} rows are answered`
    } catch (error) {
      if (!mine.signal.aborted) set_failure(error instanceof Error ? error.message : String(error))
    }
    set_done(null)
  }
  return (
    <Card title="A whole file">
      <p class="muted">
        A CSV file with the columns {held.columns.slice(0, 6).join(', ')}
        {held.columns.length > 6 && `, … (${count(held.columns.length)} in all)`}, in any order. It comes back with the answers added.
      </p>
      <div class="buttons">
        <FilePicker
          words="Choose a file to answer"
          label="CSV file to answer"
          accept={TABLE_FILES}
          disabled={done !== null}
          on_file={(file) => void answer(file)}
        />
        {answered && (
          <button type="button" class="primary" onClick={() => save(answered.name.replace(/(\.\w+)?$/, ' answered.csv'), answered.csv, 'text/csv')}>
            Save {count(answered.rows)} answers as CSV
          </button>
        )}
      </div>
      {done !== null && (
        <div class="progress-line">
          <progress value={done} aria-label="Answering" />
          <button type="button" onClick={() => stop.current?.abort()}>
            Cancel
          </button>
        </div>
      )}
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {answered && <Answers answered={answered} />}
    </Card>
  )
}

function Answers({ answered }: { answered: Answered }) {
  return (
    <>
      {answered.notes.length > 0 && (
        <ul class="notes">
          {answered.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="First answers">
        <table>
          <thead>
            <tr>
              {answered.header.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answered.first.map((row, k) => (
              <tr key={k}>
                {row.map((cell, place) => (
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
