// Which columns matter: what each is worth on rows kept aside, and how much the answer moves with it.
import { useEffect, useState } from 'preact/hooks'
import type { Model, Permuted } from 'rfm-wasm'
import { as_image, pixels_of } from '../data/pixels'
import { permuted_columns } from '../model/permutation'
import type { Run } from '../model/train'
import { Card } from '../parts/choice'
import { Figure } from '../plots/figure'
import { figure_of_image } from '../plots/matrix'
import { figure_of_permutation } from '../plots/permutation'
import { figure_of_bars } from '../plots/rounds'
import { share } from '../state/numbers'

const measured = new WeakMap<Run, Permuted[]>()

export function Matters({ held }: { held: Run }) {
  const [found, set_found] = useState(measured.get(held) ?? null)
  useEffect(() => {
    if (measured.has(held)) return set_found(measured.get(held)!)
    set_found(null)
    const stop = new AbortController()
    void permuted_columns(held, stop.signal).then((columns) => {
      if (!columns) return
      measured.set(held, columns)
      set_found(columns)
    })
    return () => stop.abort()
  }, [held])
  return (
    <Card title="Which columns matter">
      <div class="measured" aria-busy={found === null}>
        {found ? <Figure {...figure_of_permutation(found, held.model.task)} /> : <p class="muted">Each column is being shuffled and the answers are judged again …</p>}
      </div>
    </Card>
  )
}

/** The machine's own view, which may lean on one of several columns that say the same. */
export function Gradients({ held }: { held: Model }) {
  const bars = held.importances().map(({ column, share: value }) => ({ name: column, value }))
  const pixels = pixels_of(held.columns)
  return (
    <>
      <Card title="What the machine looks at">
        <Figure {...figure_of_bars('Importance of columns', 'How much the answer moves with each column; all together 100 %.', bars, share)} />
      </Card>
      {pixels && (
        <Card title="Which pixels matter">
          <Figure {...figure_of_image('Importance as an image', `The columns are ${pixels.side} × ${pixels.side} pixels; the stronger the colour, the more they matter.`, as_image(pixels, bars.map(({ name }) => name), bars.map(({ value }) => value)), pixels.side)} />
        </Card>
      )}
    </>
  )
}
