// The first screen: a machine that learns which direction matters, round by round, before anything
// is clicked.
import { useEffect, useRef, useState } from 'preact/hooks'
import { roughly } from '../state/numbers'
import { theme } from '../state/theme'
import { ROUNDS, plane_of, type Frame } from './machine'
import { draw_matrix, draw_plane, draw_seen, nearest } from './pictures'
import { again, change, drawn, failure, frame, learned, marked, playing, round, run, step, toggle, wanted } from './player'
import { PROBLEMS } from './problem'
import { Bars, Controls } from './controls'

/** What is seen, in one sentence or two. */
function sentence(now: Frame | null): string {
  const { rows, wide } = wanted.value
  const { problem } = drawn.value
  if (failure.value) return 'The machine could not be loaded. Reload the page to try again.'
  if (!now) return `${rows} points of two colours. ${problem.words} The machine is on its way …`
  const right = `${roughly(now.score)} of new points get the right colour.`
  const columns = wide ? 'all ten columns' : 'both columns'
  if (now.round === 0) return `Round 0: nothing is learned yet. To the machine ${columns} count alike. ${right}`
  const { degrees, ratio, share: part } = plane_of(now)
  const found = ratio > 2 ? `the direction at ${degrees}° counts ${ratio > 20 ? 'nearly alone' : `${Math.round(ratio)} times as much as the one across`}` : 'both directions of the plane count alike'
  const others = wide ? ` The two columns that matter have ${roughly(part)} of all weight.` : ''
  return `Round ${now.round}: the machine looked where its answers change and stretched the space: ${found}.${others} ${right}`
}

function Canvas({ draw, words, label }: { draw: (canvas: HTMLCanvasElement) => void; words: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, set_width] = useState(0)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => set_width(Math.round(entry!.contentRect.width)))
    watcher.observe(canvas.current!)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    if (canvas.current && canvas.current.clientWidth > 0) draw(canvas.current)
  })
  return (
    <figure class="moving-figure" data-width={width}>
      <figcaption>{label}</figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words}
        onPointerMove={(event) => (marked.value = nearest(event.currentTarget, event, drawn.value.shown))}
        onPointerLeave={() => (marked.value = -1)}
      />
    </figure>
  )
}

function Pictures({ words, side }: { words: string; side: 'plane' | 'seen' }) {
  const now = frame.value
  const { shown } = drawn.value
  const point = marked.value
  const shade = theme.value
  return (
    <div class={`moving-pictures show-${side}`} data-theme={shade}>
      <Canvas label="The plane as it is; dashed: what counts as near" words={`The plane with ${shown.x.length} points of two colours, the answers of the machine behind them. ${words}`}
        draw={(canvas) => draw_plane(canvas, now, shown, point)} />
      <Canvas label="As the machine sees it" words="The same points where the machine sees them: what does not matter is squeezed together."
        draw={(canvas) => draw_seen(canvas, now, shown, point)} />
    </div>
  )
}

function Learned() {
  const now = frame.value
  return (
    <figure class="moving-matrix">
      <canvas role="img" aria-label={`The matrix M of ${now.size} columns`} ref={(canvas) => { if (canvas?.clientWidth) draw_matrix(canvas, now) }} />
      <figcaption>
        <strong>M</strong>, what is learned: how much each column counts, and each two together
      </figcaption>
    </figure>
  )
}

export function Moving() {
  const [side, set_side] = useState<'plane' | 'seen'>('plane')
  useEffect(run, [])
  const now = round.value
  const words = sentence(now)
  const last = learned.value.length - 1
  return (
    <section class="moving card" aria-label="A machine that learns">
      <div class="moving-head">
        <p class="moving-words" aria-live={playing.value ? 'off' : 'polite'}>
          {words}
        </p>
        <div class="buttons">
          <button type="button" onClick={toggle}>{playing.value ? 'Pause' : 'Play'}</button>
          <button type="button" disabled={last < 0} onClick={step}>
            {now && now.round >= last && last > 0 ? 'From the start' : 'Step'}
          </button>
          <button type="button" onClick={again}>Other points</button>
        </div>
      </div>
      <div class="moving-sides" role="group" aria-label="Picture">
        <button type="button" aria-pressed={side === 'plane'} onClick={() => set_side('plane')}>The plane</button>
        <button type="button" aria-pressed={side === 'seen'} onClick={() => set_side('seen')}>The machine’s view</button>
      </div>
      <div class="moving-body">
        <Pictures words={words} side={side} />
        <div class="moving-side">
          <Bars plain={learned.value[0]?.score ?? NaN} now={now?.score ?? NaN} round={now?.round ?? 0} rounds={ROUNDS} />
          <Learned />
          <Controls problems={PROBLEMS} wanted={wanted.value} change={change} />
        </div>
      </div>
    </section>
  )
}
