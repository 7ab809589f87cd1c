// What can be changed on the first screen, and the two scores beside each other.
import { roughly } from '../state/numbers'
import { NOISE_COLUMNS, type Problem, type Wanted } from './problem'

function Bar({ words, value, strong }: { words: string; value: number; strong?: boolean }) {
  const known = Number.isFinite(value)
  return (
    <div class={strong ? 'score-bar strong' : 'score-bar'}>
      <span>{words}</span>
      <span class="score-track" aria-hidden="true">
        <span style={{ width: `${known ? 100 * value : 0}%` }} />
      </span>
      <span class="score-value">{known ? roughly(value) : '–'}</span>
    </div>
  )
}

export function Bars({ plain, now, round, rounds }: { plain: number; now: number; round: number; rounds: number }) {
  return (
    <div class="score-bars">
      <h2>Right answers on new points</h2>
      <Bar words="without learned features" value={plain} />
      <Bar words={`with them, round ${round} of ${rounds}`} value={now} strong />
    </div>
  )
}

interface ControlsProps {
  problems: readonly Problem[]
  wanted: Wanted
  change: (part: Partial<Wanted>) => void
}

export function Controls({ problems, wanted, change }: ControlsProps) {
  return (
    <div class="moving-controls">
      <fieldset class="segments">
        <legend class="hidden">Problem</legend>
        {problems.map(({ id, title }) => (
          <label key={id}>
            <input type="radio" name="problem" value={id} checked={wanted.problem === id} onChange={() => change({ problem: id })} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      <label class="slider">
        <span>Points</span>
        <input type="range" min={40} max={400} step={20} value={wanted.rows} onInput={(event) => change({ rows: event.currentTarget.valueAsNumber })} />
        <output>{wanted.rows}</output>
      </label>
      <label class="slider">
        <span>Noise</span>
        <input type="range" min={0} max={50} step={5} value={100 * wanted.noise} aria-valuetext={`${roughly(wanted.noise)} of the colours by lot`}
          onInput={(event) => change({ noise: event.currentTarget.valueAsNumber / 100 })} />
        <output>{roughly(wanted.noise)}</output>
      </label>
      <label class="switch">
        <input type="checkbox" checked={wanted.wide} onChange={(event) => change({ wide: event.currentTarget.checked })} />
        <span>{NOISE_COLUMNS} more columns that say nothing</span>
      </label>
    </div>
  )
}
