// Where the columns are the pixels of an image, it may be drawn: with a mouse or a finger, and the
// model answers as one draws.
import { useEffect, useRef } from 'preact/hooks'
import type { Model } from 'rfm-wasm'
import type { Pixels } from '../data/pixels'
import type { Field } from '../model/fields'
import { Card } from '../parts/choice'
import { colours } from '../plots/colours'
import { theme } from '../state/theme'

interface DrawProps {
  held: Model
  fields: Field[]
  pixels: Pixels
  on_row: (row: Record<string, string>) => void
}

/** Each pixel of the model is a square of so many points here. */
const FINE = 4
const PEN = 3.6

type Stroke = [number, number][]

/** The strokes as the model's images were made: as large as the frame allows, and in its middle. */
function image_of(strokes: Stroke[], side: number): number[] {
  const all = strokes.flat()
  const size = side * FINE
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const to = canvas.getContext('2d', { willReadFrequently: true })!
  const [left, right] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const [top, bottom] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))]
  const zoom = (size - PEN) / Math.max(right - left, bottom - top, 0.15)
  to.lineWidth = PEN
  to.lineCap = to.lineJoin = 'round'
  for (const stroke of strokes) {
    to.beginPath()
    for (const [x, y] of [stroke[0]!, ...stroke]) to.lineTo(size / 2 + zoom * (x - (left + right) / 2), size / 2 + zoom * (y - (top + bottom) / 2))
    to.stroke()
  }
  const { data } = to.getImageData(0, 0, size, size)
  const image = new Array<number>(side * side).fill(0)
  for (let k = 0; k < size * size; k += 1)
    if (data[4 * k + 3]! > 127) image[Math.floor(Math.floor(k / size) / FINE) * side + Math.floor((k % size) / FINE)]! += 1 / FINE ** 2
  return image
}

export function DrawPanel({ held, fields, pixels, on_row }: DrawProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const strokes = useRef<Stroke[]>([])
  const shade = theme.value
  const draw = () => {
    const to = canvas.current!.getContext('2d')!
    const size = canvas.current!.width
    to.clearRect(0, 0, size, size)
    to.strokeStyle = colours().ink
    to.lineWidth = size / 11
    to.lineCap = to.lineJoin = 'round'
    for (const stroke of strokes.current) {
      to.beginPath()
      for (const [x, y] of [stroke[0]!, ...stroke]) to.lineTo(x * size, y * size)
      to.stroke()
    }
  }
  useEffect(draw, [shade])
  const answer = () => {
    const image = image_of(strokes.current, pixels.side)
    const most = Math.max(...fields.map(({ largest }) => largest))
    on_row(Object.fromEntries(fields.map(({ name }) => [name, String(Math.round(most * (image[pixels.place.get(name) ?? -1] ?? 0)))])))
  }
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect()
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
  }
  return (
    <Card title={`Draw a ${held.target}`}>
      <p class="muted">With a mouse or a finger; the model answers as you draw.</p>
      <canvas
        ref={canvas}
        class="drawing"
        width={280}
        height={280}
        role="img"
        aria-label={`A place to draw a ${held.target}; without a pointer, set the pixels below`}
        onPointerDown={(event) => {
          canvas.current!.setPointerCapture(event.pointerId)
          strokes.current.push([at(event)])
          draw()
        }}
        onPointerMove={(event) => {
          if (!canvas.current!.hasPointerCapture(event.pointerId)) return
          strokes.current.at(-1)!.push(at(event))
          draw()
          answer()
        }}
        onPointerUp={answer}
      />
      <div class="buttons">
        <button type="button" onClick={() => ((strokes.current = []), draw())}>
          Clear
        </button>
      </div>
    </Card>
  )
}
