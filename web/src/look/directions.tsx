// The directions that M stretches most: its largest eigenvectors, one at a time.
import { useState } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import { Card, Choice } from '../parts/choice'
import { Figure } from '../plots/figure'
import { figure_of_bars } from '../plots/rounds'
import { number, share } from '../state/numbers'

/** Directions of more features take too long to find. */
const MOST_FEATURES = 1000

export function Directions({ held }: { held: Model }) {
  const [place, set_place] = useState(0)
  if (held.report().features > MOST_FEATURES) return null
  const directions = held.directions(5)
  const direction = directions[Math.min(place, directions.length - 1)]
  if (!direction) return null
  const bars = direction.features.map((name, k) => ({ name, value: direction.weights[k]! })).filter(({ value }) => Math.abs(value) > 1e-4)
  return (
    <Card title="Top directions" wide>
      <Choice
        label="Direction"
        value={String(place)}
        choices={directions.map((one, k) => [String(k), `${k + 1}: ${share(one.share)} of M`] as const)}
        on_change={(value) => set_place(Number(value))}
      />
      <Figure {...figure_of_bars('Weights of the direction', 'The machine measures differences along this mix of features.', bars, (value) => number(value, 2))} />
    </Card>
  )
}
