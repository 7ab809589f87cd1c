// One round at a time: the machine is fitted, looks at what its answer depends on, and is fitted
// again, each time the button is pressed.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Round } from 'rfm-wasm'
import { engine } from '../model/engine'
import { view_of, type RoundView } from '../model/train'
import { Card } from '../parts/choice'
import { figure_of_importances, figure_of_rounds } from '../plots/rounds'
import { Figure } from '../plots/figure'
import { number } from '../state/numbers'
import { announcement, settings, table, target, task } from '../state/store'
import { request_now, wishes } from '../state/training'

const ROUNDS = 10

interface Stepper {
  rounds: AsyncIterator<Round>
  view: (round: Round) => RoundView
  stop: AbortController
}

async function begin(): Promise<Stepper> {
  const request = request_now()
  const stop = new AbortController()
  const rfm = await engine()
  const wished = wishes()
  const rounds = rfm.rounds(request.learn, {
    ...request.options,
    ...wished,
    metric: wished.metric ?? 'full',
    rounds: ROUNDS,
    heldOut: 0,
    at: request.check,
    seed: request.seed,
    signal: stop.signal,
  })
  const view = (round: Round) => {
    const truth = request.truth.map((answer) => (typeof answer === 'number' ? answer : round.classes.indexOf(answer)))
    return view_of(round, request, truth)
  }
  return { rounds, view, stop }
}

export function RoundsPanel() {
  const stepper = useRef<Stepper | null>(null)
  const [views, set_views] = useState<RoundView[]>([])
  const [busy, set_busy] = useState(false)
  const [failure, set_failure] = useState('')
  const key = JSON.stringify([settings.value, target.value, table.value?.rows])
  const stop = () => {
    stepper.current?.stop.abort()
    stepper.current = null
  }
  useEffect(() => {
    set_views([])
    return stop
  }, [key])
  const step = async () => {
    set_busy(true)
    set_failure('')
    try {
      stepper.current ??= await begin()
      const next = await stepper.current.rounds.next()
      if (!next.done) {
        const view = stepper.current.view(next.value)
        set_views((before) => [...before, view])
        announcement.value = `Round ${view.round}: ${number(view.score, 3)}`
      }
    } catch (error) {
      set_failure(error instanceof Error ? error.message : String(error))
      stop()
    }
    set_busy(false)
  }
  const last = views.at(-1)
  return (
    <Card title="One round at a time">
      <p class="muted">
        Round 0 is plain kernel ridge regression. Each round then looks at how the answer changes with every column, and stretches
        the space accordingly.
      </p>
      <div class="buttons">
        <button type="button" disabled={busy || (last !== undefined && last.round >= ROUNDS)} onClick={() => void step()}>
          {last ? `Do round ${last.round + 1}` : 'Do round 0'}
        </button>
        {last && (
          <button type="button" onClick={() => (stop(), set_views([]))}>
            Start over
          </button>
        )}
      </div>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {last && (
        <div class="grid figures-grid">
          <Figure {...figure_of_rounds(views, task.value)} />
          <Figure {...figure_of_importances(last)} />
        </div>
      )}
    </Card>
  )
}
