// The size slider: the same model in fewer bytes, and what that costs
// in accuracy on rows kept aside.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import { engine } from '../model/engine'
import { Card } from '../parts/choice'
import { score_words } from '../plots/rounds'
import { bytes } from '../state/numbers'
import { announcement } from '../state/store'
import { run } from '../state/training'

const STEPS = 8
const LEAST = 1024

interface Tried {
  wanted: number
  size: number
  ram: number
  score: number
}

/** So many sizes, evenly spaced in their logarithm, the last one the model's own. */
function sizes_below(full: number): number[] {
  const least = Math.min(LEAST, full / 2)
  return Array.from({ length: STEPS + 1 }, (_, k) => Math.round(least * (full / least) ** (k / STEPS)))
}

function score_of(held: Model): number {
  const kept = run.peek()
  if (!kept) return NaN
  const scores = held.evaluate(kept.request.check)
  return Number(held.task === 'regression' ? scores.r2 : scores.accuracy)
}

export function ShrinkPanel({ held, on_shrunk }: { held: Model; on_shrunk: (model: Model | null) => void }) {
  const sizes = sizes_below(held.size)
  const [place, set_place] = useState(STEPS)
  const [tried, set_tried] = useState<Tried[]>([])
  const [busy, set_busy] = useState(false)
  const [failure, set_failure] = useState('')
  const stop = useRef<AbortController | null>(null)
  const small = useRef<Model | null>(null)
  useEffect(() => {
    const full = { wanted: held.size, size: held.size, ram: held.report().bytes.predict, score: score_of(held) }
    set_tried([full])
    set_place(STEPS)
    return () => {
      stop.current?.abort()
      small.current?.dispose()
      small.current = null
    }
  }, [held])

  const shrink = async (wanted: number) => {
    stop.current?.abort()
    set_failure('')
    small.current?.dispose()
    small.current = null
    on_shrunk(null)
    if (wanted >= held.size) return set_busy(false)
    const mine = (stop.current = new AbortController())
    set_busy(true)
    try {
      const rfm = await engine()
      const made = await rfm.shrink(held, { bytes: wanted, signal: mine.signal })
      if (mine.signal.aborted) return made.dispose()
      small.current = made
      const one = { wanted, size: made.size, ram: made.report().bytes.predict, score: score_of(made) }
      set_tried((before) => [...before.filter((other) => other.wanted !== wanted), one].sort((a, b) => b.size - a.size))
      on_shrunk(made)
      announcement.value = `Shrunk to ${bytes(made.size)}`
    } catch (error) {
      if (mine.signal.aborted) return
      set_failure(error instanceof Error ? error.message : String(error))
    }
    if (stop.current === mine) set_busy(false)
  }

  return (
    <Card title="How small?" wide>
      <label for="size">At most {bytes(sizes[place]!)}</label>
      <input
        id="size"
        type="range"
        min={0}
        max={STEPS}
        value={place}
        aria-valuetext={bytes(sizes[place]!)}
        onInput={(event) => set_place(event.currentTarget.valueAsNumber)}
        onChange={(event) => void shrink(sizes[event.currentTarget.valueAsNumber]!)}
      />
      <p class="muted" aria-live="polite">
        {busy ? 'Shrinking …' : 'The files above are those of the size chosen here.'}
      </p>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Sizes tried">
        <table>
          <thead>
            <tr>
              <th scope="col">Flash</th>
              <th scope="col">RAM</th>
              <th scope="col">{held.task === 'regression' ? 'R²' : 'Accuracy'} on rows kept aside</th>
            </tr>
          </thead>
          <tbody>
            {tried.map((one) => (
              <tr key={one.wanted}>
                <td>{bytes(one.size)}</td>
                <td>{bytes(one.ram)}</td>
                <td>{Number.isFinite(one.score) ? score_words(held.task, one.score) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
