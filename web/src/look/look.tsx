// Step 3: what was learned and how good it is, on rows that were kept aside.
import type { Model } from 'rfm-wasm'
import type { Run } from '../model/train'
import { Card } from '../parts/choice'
import { Guarded } from '../parts/guarded'
import { Untrained } from '../parts/untrained'
import { figure_of_calibration, figure_of_confusion, figure_of_roc } from '../plots/classes'
import { Figure } from '../plots/figure'
import { figure_of_matrix } from '../plots/matrix'
import { figure_of_answers, figure_of_residuals } from '../plots/regression'
import { count, number, seconds, share } from '../state/numbers'
import { go } from '../state/store'
import { model, opened, run } from '../state/training'
import { ask_row } from '../state/form'
import { Directions } from './directions'
import { Gradients, Matters } from './matters'
import { Bought, RoundByRound } from './rounds'
import { SurfacePanel } from './surface'
import { Improving, Verdict, Warnings } from './verdict'
import { Worst } from './worst'

const SCORES: Record<string, string> = {
  r2: 'R²',
  rmse: 'root mean square error',
  mae: 'mean absolute error',
  accuracy: 'right answers',
  auc: 'area below the ROC curve',
  log_loss: 'log loss',
  balanced_accuracy: 'balanced accuracy',
}

export function score_entries(scores: Run['scores']): [string, string][] {
  return Object.entries(SCORES).flatMap(([key, words]) => {
    const value = scores[key]
    if (typeof value !== 'number' || !Number.isFinite(value)) return []
    return [[words, key.includes('accuracy') ? share(value) : number(value, 3)] as [string, string]]
  })
}

export function machine_words(held: Model): string {
  const { kernel, metric, centres, features, rank, history } = held.report()
  const parts = [`${kernel.name} kernel`, kernel.bandwidth === undefined ? '' : `bandwidth ${number(kernel.bandwidth, 3)}`]
  const chosen = history.chosen
  if (chosen) parts.push(`ridge ${number(chosen.ridge, 2)}`, `${chosen.iterations} ${chosen.iterations === 1 ? 'round' : 'rounds'}`)
  parts.push(`${metric} metric`, `${count(centres)} rows kept`, `${count(features)} features, rank ${count(rank)}`)
  return parts.filter(Boolean).join(', ')
}

function HowItWasMade({ held }: { held: Run }) {
  return (
    <Card title="How it was made" wide>
      <p>
        Learned from {count(held.request.learn_rows)} rows in {seconds(held.seconds)}; {count(held.tried)} {held.tried === 1 ? 'trial' : 'trials'} led to: {machine_words(held.model)}.
      </p>
      <dl class="figures small-figures">
        {score_entries(held.scores).map(([words, value]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => go('take')}>
        The link that makes it again
      </button>
    </Card>
  )
}

function Checks({ held }: { held: Run }) {
  if (held.model.task === 'regression')
    return (
      <Card title="Predicted and actual" wide>
        <div class="grid figures-grid">
          <Figure {...figure_of_answers(held)} pick={(row) => ask_row(held, row)} />
          <Figure {...figure_of_residuals(held)} pick={(row) => ask_row(held, row)} />
        </div>
      </Card>
    )
  return (
    <Card title="Right and wrong answers" wide>
      <div class="grid figures-grid">
        {held.scores.confusion && <Figure {...figure_of_confusion(held.model.classes, held.scores.confusion)} />}
        <Figure {...figure_of_roc(held)} />
        <Figure {...figure_of_calibration(held)} />
      </div>
    </Card>
  )
}

function OpenedModel({ held }: { held: Model }) {
  const { features, values } = held.matrix()
  return (
    <div class="grid">
      <Card title={opened.value!.name} wide>
        <p>
          Predicts {held.target} ({held.task}) from {count(held.columns.length)} columns: {machine_words(held)}.
        </p>
      </Card>
      <Gradients held={held} />
      <Directions held={held} />
      <Card title="The learned matrix M">
        <Figure {...figure_of_matrix('M', 'Colour by the square root of each entry.', features, values)} />
      </Card>
    </div>
  )
}

export function LookStep() {
  const held = run.value
  if (!held) return model.value ? <OpenedModel held={model.value} /> : <Untrained />
  return (
    <div class="grid">
      <h1 class="hidden">Look</h1>
      <Guarded><Verdict held={held} /></Guarded>
      <Improving />
      <Guarded><Warnings held={held} /></Guarded>
      <Guarded><Matters held={held} /></Guarded>
      <Guarded><Gradients held={held.model} /></Guarded>
      <Guarded><Checks held={held} /></Guarded>
      <Guarded><Worst held={held} /></Guarded>
      <Guarded><Bought held={held} /></Guarded>
      <Guarded><RoundByRound held={held} /></Guarded>
      <Guarded><Directions held={held.model} /></Guarded>
      <Guarded><SurfacePanel held={held} /></Guarded>
      <Guarded><HowItWasMade held={held} /></Guarded>
    </div>
  )
}
