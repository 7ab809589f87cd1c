// While it trains, the picture is the training: each machine that was tried is a point, and then
// the chosen one learns again, round by round.
import { useEffect, useState } from 'preact/hooks'
import { keeps_focus } from '../parts/focus'
import { CLASS_COLOURS } from '../plots/colours'
import { score_words } from '../plots/rounds'
import { count, number, roughly, seconds } from '../state/numbers'
import { KERNELS } from '../state/kernels'
import { settings, target_facts, task } from '../state/store'
import { cancel_training, keep_best, skip_rounds, training, type Trial, type Training } from '../state/training'

/** The search ends at its budget, and mostly before the work that was planned is done. */
const NEEDED = 0.7
/** Of the seconds of the search, what fitting and judging its choice takes. */
const AFTERWARDS = 0.1

function left({ progress, started, rounds }: Training): number | null {
  const spent = (performance.now() - started) / 1000
  const { budget } = settings.value
  if (rounds.length > 0 || progress?.done === 1) return null
  const found = progress?.secondsLeft
  if (found === undefined || (progress!.done < 0.2 && spent < 1)) return null
  const search = Math.max(0, Math.min(NEEDED * found, budget > 0 ? budget - spent : Infinity))
  return search + AFTERWARDS * (spent + search)
}

/** The best of those on the most rows, which alone compare. */
export function best_of(trials: readonly Trial[]): Trial | undefined {
  const most = Math.max(...trials.map(({ rows }) => rows))
  return trials.filter(({ rows }) => rows === most).reduce<Trial | undefined>((best, trial) => (best && best.score >= trial.score ? best : trial), undefined)
}

function best_words(trials: readonly Trial[]): string {
  const best = best_of(trials)
  if (!best) return 'The first machines are being tried …'
  if (task.value === 'regression')
    return `Best so far: it explains ${roughly(best.score)} of the differences. Always giving the mean would explain ${roughly(0)}.`
  const [name, rows] = target_facts.value?.commonest[0] ?? ['', 0]
  const all = target_facts.value?.commonest.reduce((sum, [, held]) => sum + held, 0) || 1
  return `Best so far: ${roughly(best.score)} of its answers are right. Always answering “${name}” would be right in ${roughly(rows / all)}.`
}

const WIDTH = 640
const HEIGHT = 250
const LEFT = 78
const BOTTOM = 40

const titles = new Map<string, string>(KERNELS.map(([name, title]) => [name, title.replace(/[:,].*/, '')]))
const places = new Map<string, number>(KERNELS.map(([name], k) => [name, k]))
const colour_of = (kernel: string) => CLASS_COLOURS[(places.get(kernel.replace(/-.*/, '')) ?? 0) % CLASS_COLOURS.length]!

/** Every trial at its time and score; hollow where it saw a part of the rows only. */
function Trials({ trials, until }: { trials: readonly Trial[]; until: number }) {
  const scores = trials.map(({ score }) => score).sort((a, b) => a - b)
  const middle = scores[Math.floor(scores.length / 3)] ?? 0.3
  const least = Math.max(0, Math.floor((middle - 0.2) * 10) / 10)
  const most_rows = Math.max(0, ...trials.map(({ rows }) => rows))
  const x = (value: number) => LEFT + ((WIDTH - LEFT - 10) * value) / until
  const y = (value: number) => 14 + (HEIGHT - BOTTOM - 14) * (1 - (Math.max(least, Math.min(1, value)) - least) / (1 - least))
  const best = best_of(trials)
  const steps = [least, (least + 1) / 2, 1]
  const said = best ? `${trials.length} machines tried, the best at ${score_words(task.value, best.score)}` : 'No machine is tried yet'
  return (
    <svg class="trials" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      {steps.map((step) => (
        <g key={step}>
          <line x1={LEFT} x2={WIDTH} y1={y(step)} y2={y(step)} class="trials-line" />
          <text x={LEFT - 8} y={y(step)} dominant-baseline="middle" text-anchor="end">{roughly(step)}</text>
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 8}>0</text>
      <text x={WIDTH - 8} y={HEIGHT - 8} text-anchor="end">{seconds(until)}</text>
      {best && <line x1={LEFT} x2={WIDTH} y1={y(best.score)} y2={y(best.score)} class="trials-best" />}
      {trials.map((trial, k) => {
        const whole = trial.rows === most_rows
        const colour = colour_of(trial.kernel)
        return <circle key={k} cx={x(trial.seconds)} cy={y(trial.score)} r={trial === best ? 6 : 3.6} fill={whole ? colour : 'none'} stroke={colour} stroke-width={1.4} />
      })}
    </svg>
  )
}

function Legend({ trials }: { trials: readonly Trial[] }) {
  const kernels = [...new Set(trials.map(({ kernel }) => kernel.replace(/-.*/, '')))]
  return (
    <ul class="legend">
      {kernels.map((kernel) => (
        <li key={kernel}>
          <svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill={colour_of(kernel)} /></svg>
          {titles.get(kernel) ?? kernel}
        </li>
      ))}
    </ul>
  )
}

const SHOWN = 8

/** What counts in the chosen machine, after the round that it has just learned. */
function RoundNow({ rounds }: { rounds: Training['rounds'] }) {
  const { round, features, diagonal, score } = rounds.at(-1)!
  const order = features.map((name, k) => ({ name, value: diagonal[k]! })).sort((a, b) => b.value - a.value).slice(0, SHOWN)
  return (
    <div class="round-now">
      <p>
        The chosen machine learns its features again, round {round}: {score_words(task.value, score)} on rows kept aside.
      </p>
      <ul class="chances">
        {order.map(({ name, value }) => (
          <li key={name}>
            <span>{name}</span>
            <meter min={0} max={1} value={value} aria-label={`Weight of ${name}`} />
            <span class="chance">{number(value, 2)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Draws again twice a second, so that seconds go on where nothing else is told. */
function useSeconds(): void {
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 500)
    return () => clearInterval(timer)
  }, [])
}

export function Running() {
  useSeconds()
  const now = training.value!
  const { progress, trials, rounds, started, enough } = now
  const remaining = left(now)
  const spent = (performance.now() - started) / 1000
  const searching = rounds.length === 0 && !enough && progress?.done !== 1
  const until = Math.max(1, spent + (remaining ?? Math.max(0, searching ? settings.value.budget - spent : 0)))
  return (
    <div class="running">
      <div class="progress-line">
        <progress value={progress && searching ? progress.done : undefined} aria-label="Training" />
        {rounds.length > 0 ? (
          <button type="button" onClick={skip_rounds}>
            Skip
          </button>
        ) : (
          <button type="button" disabled={!progress?.best || !searching} onClick={keep_best}>
            Enough: keep the best
          </button>
        )}
        <button type="button" ref={keeps_focus} onClick={cancel_training}>
          Cancel
        </button>
      </div>
      <p class="running-words">
        <span>{best_words(trials)}</span>
        <span class="muted">{!searching ? rounds.length > 0 ? '' : `The search is over; its choice is fitted. ${seconds(Math.round(spent))} so far …` : remaining === null ? '' : `about ${seconds(remaining < 2 ? remaining : Math.round(remaining))} left`}</span>
      </p>
      <div class="running-body">
        <div>
          <Trials trials={trials} until={until} />
          <Legend trials={trials} />
        </div>
        {rounds.length > 0 ? (
          <RoundNow rounds={rounds} />
        ) : (
          <div class="muted trying">
            <p>
              Each point is one machine that was tried, at its {task.value === 'regression' ? 'share of the differences explained' : 'share of right answers'}
              {' '}on rows it had not seen. Hollow points saw a part of the rows.
            </p>
            <p>The colour is the kernel: the way in which a machine measures how alike two rows are.</p>
            {trials.length > 0 && (
              <p>
                {count(trials.length)} so far{progress?.trying && `, now ${progress.trying.words}`}.
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
