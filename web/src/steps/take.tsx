// Step 5: the model as files for everything else, as small as wanted, and the
// experiment as a link and a report.
import { useState } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import type { Run } from '../model/train'
import { Card } from '../parts/choice'
import { save } from '../parts/save'
import { OpenModel, Untrained } from '../parts/untrained'
import { bytes } from '../state/numbers'
import { announcement, settings } from '../state/store'
import { is_bundled } from '../data/bundled'
import { to_hash } from '../state/settings'
import { model, opened, run, settled } from '../state/training'
import { ShrinkPanel } from './take_shrink'

/** A name that C and file systems take. */
export function plain_name(words: string): string {
  const name = words.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '')
  return /^[a-z]/.test(name) ? name.slice(0, 40) : 'model'
}

interface Way {
  ending: string
  title: string
  words: string
  make: (held: Model, name: string) => [string | Uint8Array<ArrayBuffer>, string]
}

const WAYS: Way[] = [
  {
    ending: 'rfm',
    title: 'Model file',
    words: 'All of it in one file: open it here, with the program rfm, in JavaScript or C.',
    make: (held) => [held.toBytes(), 'application/octet-stream'],
  },
  {
    ending: 'h',
    title: 'C header',
    words: 'For a microcontroller: constant data and one function from raw cells to the answer, no heap.',
    make: (held, name) => [held.toC(name), 'text/x-c'],
  },
  {
    ending: 'onnx',
    title: 'ONNX',
    words: 'For any ONNX runtime: raw cells in, answers out.',
    make: (held) => [held.toOnnx(), 'application/octet-stream'],
  },
  { ending: 'json', title: 'JSON', words: 'Every number, for reading and for other programs.', make: (held) => [held.toJson(), 'application/json'] },
]

function Files({ held, name }: { held: Model; name: string }) {
  const [failure, set_failure] = useState('')
  const take = (way: Way) => {
    set_failure('')
    try {
      const [content, type] = way.make(held, name)
      save(`${name}.${way.ending}`, content, type)
      announcement.value = `${name}.${way.ending} is saved`
    } catch (error) {
      set_failure(`${way.title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const { predict } = held.report().bytes
  return (
    <>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <ul class="ways">
        {WAYS.map((way) => (
          <li key={way.ending}>
            <div>
              <h3>{way.title}</h3>
              <p class="muted">{way.words}</p>
              {way.ending === 'h' && (
                <p class="needs">
                  Flash about {bytes(held.size)}, RAM {bytes(predict)} while answering
                </p>
              )}
            </div>
            <button type="button" onClick={() => take(way)}>
              Save .{way.ending}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The address that trains this machine again. */
function address_of(held: Run): string {
  return location.href.replace(/#.*$/, '') + to_hash(settled(held))
}

function LinkPanel() {
  const own = settings.value.table !== '' && !is_bundled(settings.value.table)
  const address = address_of(run.value!)
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    announcement.value = 'The link is copied'
  }
  return (
    <Card title="Link to this experiment">
      <p class="muted">
        Table, target, roles, seed, and what the search chose are in the address: it trains the same machine, without a search.
        {own && ' Your table itself is not: whoever opens the link needs the file too.'}
      </p>
      <div class="link-row">
        <input type="text" readOnly value={address} aria-label="Link to this experiment" onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
      </div>
    </Card>
  )
}

function ReportPanel({ name }: { name: string }) {
  const held = run.value!
  const write = async () => {
    const { report_page } = await import('../model/report_page')
    save(`${name} report.html`, await report_page(held, address_of(held)), 'text/html')
  }
  return (
    <Card title="Report">
      <p class="muted">Scores, importances, rounds and settings as one HTML file that needs nothing else.</p>
      <button type="button" onClick={() => void write()}>
        Save the report
      </button>
    </Card>
  )
}

export function TakeStep() {
  const held = model.value
  const [small, set_small] = useState<{ of: Model; model: Model } | null>(null)
  if (!held) return <Untrained />
  const shrunk = small?.of === held && !small.model.disposed ? small.model : null
  const name = plain_name(held.target)
  return (
    <div class="grid">
      <h1 class="hidden">Take away</h1>
      <Card title={shrunk ? `The shrunk model: ${bytes(shrunk.size)}` : `The model: ${bytes(held.size)}`} wide>
        <Files held={shrunk ?? held} name={name} />
      </Card>
      <ShrinkPanel held={held} on_shrunk={(made) => set_small(made ? { of: held, model: made } : null)} />
      {run.value && <LinkPanel />}
      {run.value && <ReportPanel name={name} />}
      <Card title="Another model">
        <p class="muted">{opened.value ? `Open now: ${opened.value.name}.` : 'A model file saved here or by the program rfm.'}</p>
        <OpenModel />
      </Card>
    </div>
  )
}
