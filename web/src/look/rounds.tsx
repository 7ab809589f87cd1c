// What the rounds did: two rounds side by side, all of them as a slider, and
// what learning features bought.
import { useEffect, useState } from 'preact/hooks'
import { as_image, pixels_of } from '../data/pixels'
import type { RoundView, Run } from '../model/train'
import { Card, Choice } from '../parts/choice'
import { Figure } from '../plots/figure'
import { figure_of_image, figure_of_matrix } from '../plots/matrix'
import { figure_of_importances, figure_of_rounds, score_words } from '../plots/rounds'
import { number } from '../state/numbers'

/**
 * The least loss of the search without and with learned features, each
 * with its own bandwidth and ridge.
 */
function best_losses(held: Run): { plain: number; learned: number } | null {
  const tried = held.model.report().history.search?.tried ?? []
  const full = Math.max(0, ...tried.map(({ rows, folds }) => rows * folds))
  const least = (learned: boolean) =>
    Math.min(...tried.filter(({ rows, folds, choice }) => rows * folds === full && choice.iterations > 0 === learned).map(({ score }) => score))
  const found = { plain: least(false), learned: least(true) }
  return Number.isFinite(found.plain) && Number.isFinite(found.learned) ? found : null
}

export function Bought({ held }: { held: Run }) {
  const task = held.model.task
  const { iterations } = held.chosen
  const plain = held.rounds[0]
  const learned = held.rounds[iterations]
  if (!plain || !learned) return null
  const losses = best_losses(held)
  const words =
    iterations === 0
      ? 'On this table plain kernel ridge regression was best: no features were learned.'
      : `With the same kernel, bandwidth and ridge, learning features for ${iterations} ${iterations === 1 ? 'round' : 'rounds'} took the score from ${score_words(task, plain.score)} to ${score_words(task, learned.score)}.`
  return (
    <Card title="What did learning features buy?" wide>
      <div class="bought">
        <div>
        <dl class="figures">
          <div>
            <dt>the same kernel without (round 0)</dt>
            <dd>{score_words(task, plain.score)}</dd>
          </div>
          <div>
            <dt>with learned features (round {iterations})</dt>
            <dd>{score_words(task, learned.score)}</dd>
          </div>
        </dl>
          <p class="muted">
            {words}
            {losses && ` Each at its own best settings, the trials of the search erred by ${number(losses.plain, 3)} without and by ${number(losses.learned, 3)} with.`}
          </p>
        </div>
        <Figure {...figure_of_rounds(held.rounds, task, iterations)} />
      </div>
    </Card>
  )
}

function RoundFigure({ view, columns }: { view: RoundView; columns: readonly string[] }) {
  const pixels = pixels_of(columns)
  return (
    <>
      <Figure {...figure_of_matrix(`M after round ${view.round}`, 'Colour by the square root of each entry.', view.features, view.matrix)} />
      {pixels && <Figure {...figure_of_image(`Diagonal of M after round ${view.round}, as an image`, '', as_image(pixels, view.features, view.diagonal), pixels.side)} />}
    </>
  )
}

export function RoundByRound({ held }: { held: Run }) {
  const { rounds } = held
  const [place, set_place] = useState(Math.min(held.chosen.iterations || 1, rounds.length - 1))
  const [other, set_other] = useState('')
  const [playing, set_playing] = useState(false)
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      set_place((before) => {
        if (before + 1 >= rounds.length) set_playing(false)
        return Math.min(before + 1, rounds.length - 1)
      })
    }, 900)
    return () => clearInterval(timer)
  }, [playing, rounds])
  const view = rounds[place]
  const beside = other === '' ? undefined : rounds[Number(other)]
  if (!view) return null
  const play = () => {
    if (!playing) set_place(0)
    set_playing(!playing)
  }
  return (
    <Card title="M, round by round" wide>
      <div class="rounds-bar">
        <label for="round">
          Round {view.round}: {score_words(held.model.task, view.score)}
        </label>
        <input
          id="round"
          type="range"
          min={0}
          max={rounds.length - 1}
          value={place}
          aria-valuetext={`Round ${view.round}: ${score_words(held.model.task, view.score)}`}
          onInput={(event) => set_place(event.currentTarget.valueAsNumber)}
        />
        <button type="button" onClick={play}>
          {playing ? 'Pause' : 'Play'}
        </button>
        <Choice
          label="Beside it"
          value={other}
          choices={[['', 'Feature weights'], ...rounds.map(({ round, score }, k) => [String(k), `Round ${round}: ${score_words(held.model.task, score)}`] as const)]}
          on_change={set_other}
        />
      </div>
      <div class="grid figures-grid">
        <div class="stack">
          <RoundFigure view={view} columns={held.model.columns} />
        </div>
        <div class="stack">
          {beside ? <RoundFigure view={beside} columns={held.model.columns} /> : <Figure {...figure_of_importances(view)} />}
        </div>
      </div>
    </Card>
  )
}
