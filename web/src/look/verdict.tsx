// The verdict in words, and what to beware of.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { plain } from '../data/findings'
import { verdict_of, type Verdict as Found } from '../model/verdict'
import type { Run } from '../model/train'
import { Card } from '../parts/choice'
import { count, number, roughly, seconds } from '../state/numbers'
import { change, go, set_role } from '../state/store'
import { improving, start_training, stop_improving } from '../state/training'

const LEAST_ROWS = 30

/** What learned features bought, as far as the rows can tell. */
function bought(found: Found, held: Run): string {
  const rounds = held.chosen.iterations
  if (found.plain === null) return 'On this table the machine was best without learning features.'
  const gain = found.score - found.plain
  const clear = Math.abs(gain) > (found.high - found.low) / 2
  const beside = `Without learned features the same kernel would reach ${roughly(found.plain)}`
  if (!clear) return `${beside}: learning them, in ${rounds === 1 ? 'one round' : `${rounds} rounds`}, made no difference that these rows could show.`
  return gain > 0 ? `${beside}.` : `${beside}, which is more: on these rows learning features did not pay.`
}

function beside_baseline(found: Found, held: Run): string {
  const { target, task } = held.model
  const answer = Number.isFinite(Number(found.answer)) && found.answer !== '' ? number(Number(found.answer), 4) : found.answer
  if (found.low <= found.baseline)
    return `That is no better, for certain, than always answering ${answer}: nothing that helps to foretell ${target} was found.`
  if (task === 'regression') return `Always answering the mean, ${answer}, explains ${roughly(0)}.`
  return `Always answering “${answer}” would be right in ${roughly(found.baseline)}.`
}

export function Verdict({ held }: { held: Run }) {
  const found = useMemo(() => verdict_of(held), [held])
  const { target, task } = held.model
  const rows = held.request.check_rows
  const said = task === 'regression' ? `of the differences in ${target} explained` : 'of the answers right'
  return (
    <Card title={`${target}, on ${count(rows)} ${rows === 1 ? 'row' : 'rows'} it has not seen`} wide>
      <div class="verdict">
        <dl class="figures verdict-figure">
          <div>
            <dt>{said}</dt>
            <dd>{Number.isFinite(found.score) ? roughly(Math.max(0, found.score)) : '–'}</dd>
          </div>
        </dl>
        <div class="verdict-words">
          <p>
            {task === 'regression' ? `It explains ${roughly(Math.max(0, found.score))} of the differences in ${target}` : `${roughly(found.score)} of its answers are right`}
            {Number.isFinite(found.high - found.low) && `; on as many other rows it would be between ${roughly(Math.max(0, found.low))} and ${roughly(Math.max(0, found.high))}, nine times out of ten`}.{' '}
            {beside_baseline(found, held)}
          </p>
          <p>{bought(found, held)}</p>
          {task === 'regression' && typeof held.scores['mae'] === 'number' && (
            <p class="muted">An answer is off by {number(held.scores['mae'], 3)} on average.</p>
          )}
        </div>
      </div>
      <button type="button" class="primary" onClick={() => go('predict')}>
        Next: predict
      </button>
    </Card>
  )
}

interface Beware {
  words: string
  /** What can be done about it. */
  action?: { words: string; change: () => void }
}

/** Trains again on the table that has been changed. */
function again(change_it: () => void): void {
  change_it()
  go('train')
  void start_training()
}

function action_of(kind: string, column: string | undefined): Beware['action'] {
  if (column === undefined) return undefined
  if (kind === 'giveaway') return { words: `Leave out “${column}” and train again`, change: () => set_role(column, 'leave out') }
  if (kind === 'groups') return { words: `Judge by groups of “${column}” that were not seen`, change: () => change({ divide: `groups:${column}`, expert: true }) }
  if (kind === 'order') return { words: `Judge by the latest rows by “${column}”`, change: () => change({ divide: `time:${column}`, expert: true }) }
  return undefined
}

function bewares(held: Run): Beware[] {
  const { history } = held.model.report()
  const found: Beware[] = (history.warnings ?? []).map(({ words, column, kind }) => {
    const own = plain(words).replace(/; if it is not known .*$/, '. If it is not known when an answer is wanted, the score is too good')
    const action = action_of(kind, column)
    return { words: `${own[0]!.toUpperCase()}${own.slice(1)}.`, ...(action && { action }) }
  })
  const rows = held.request.check_rows
  if (rows < LEAST_ROWS) found.push({ words: `Only ${count(rows)} ${rows === 1 ? 'row was' : 'rows were'} kept aside: the score may be far off. More rows would tell.` })
  const unseen = held.truth.filter((label) => label === -1).length
  if (unseen > 0) found.push({ words: `${count(unseen)} ${unseen === 1 ? 'row' : 'rows'} kept aside ${unseen === 1 ? 'has a class' : 'have classes'} that no row to learn from had; they count as mistakes.` })
  return found
}

/** The better machine that is on its way. */
export function Improving() {
  const now = improving.value
  const [, redraw] = useState(0)
  useEffect(() => {
    if (!now) return
    const timer = setInterval(() => redraw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [now])
  if (!now) return null
  return (
    <section class="wide bewares" aria-label="A better machine">
      <div class="beware">
        <p>
          This machine learned from a sample. One of all {count(now.rows)} rows is learning, for {seconds(Math.round((performance.now() - now.started) / 1000))} so far, and will take its place.
        </p>
        <button type="button" onClick={stop_improving}>
          Stop: keep this one
        </button>
      </div>
    </section>
  )
}

/** Each warning with the button that does something about it, where there is one. */
export function Warnings({ held }: { held: Run }) {
  const found = useMemo(() => bewares(held), [held])
  if (found.length === 0) return null
  return (
    <section class="wide bewares" aria-label="What to beware of">
      {found.map(({ words, action }) => (
        <div class="beware" key={words}>
          <p>{words}</p>
          {action && (
            <button type="button" onClick={() => again(action.change)}>
              {action.words}
            </button>
          )}
        </div>
      ))}
    </section>
  )
}
