// The two pictures of a small problem and M beside them, on canvases: the plane as it is, and as the
// machine sees it.
import { colours } from '../plots/colours'
import { plane_of, SIDE, type Frame } from './machine'
import type { Points } from './problem'

type Rgb = readonly [number, number, number]

/** `#14655d` or `#fff`. */
function rgb(hex: string): Rgb {
  const digits = hex.slice(1)
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : [0, 2, 4].map((k) => digits.slice(k, k + 2))
  return pairs.map((pair) => parseInt(pair, 16)) as unknown as Rgb
}

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((k) => Math.round(a[k]! + (b[k]! - a[k]!) * share)) as unknown as Rgb

interface Palette {
  ink: string
  muted: string
  line: string
  card: string
  raised: string
  first: Rgb
  second: Rgb
  ground: Rgb
}

function palette(): Palette {
  const { ink, muted, line, card, raised, accent, second } = colours()
  return { ink, muted, line, card, raised, first: rgb(accent), second: rgb(second), ground: rgb(card) }
}

const css = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`

/** A canvas made as sharp as the screen; what is drawn counts from -1 to 1, upwards. */
function begin(canvas: HTMLCanvasElement): { to: CanvasRenderingContext2D; side: number } {
  const side = canvas.clientWidth
  const pixels = Math.round(side * Math.min(2, devicePixelRatio))
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels
  const to = canvas.getContext('2d')!
  to.setTransform(pixels / side, 0, 0, pixels / side, 0, 0)
  to.clearRect(0, 0, side, side)
  return { to, side }
}

let small: HTMLCanvasElement | null = null

/** The answers as an image of SIDE x SIDE pixels: pale where the machine is unsure. */
function field_image({ field }: Frame, { first, second, ground }: Palette): HTMLCanvasElement {
  small ??= document.createElement('canvas')
  small.width = small.height = SIDE
  const to = small.getContext('2d')!
  const image = to.createImageData(SIDE, SIDE)
  field.forEach((chance, k) => {
    const sure = Math.min(1, Math.abs(chance - 0.5) * 2)
    image.data.set([...mix(ground, chance > 0.5 ? first : second, 0.08 + 0.5 * sure), 255], 4 * k)
  })
  to.putImageData(image, 0, 0)
  return small
}

/** Each colour has its own shape, too. */
function point(to: CanvasRenderingContext2D, x: number, y: number, colour: number, size: number): void {
  to.beginPath()
  if (colour === 0) to.arc(x, y, size, 0, 2 * Math.PI)
  else to.rect(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size)
  to.fill()
  to.stroke()
}

function points(to: CanvasRenderingContext2D, { colour }: Points, at: (row: number) => readonly [number, number], found: Palette, marked: number): void {
  to.strokeStyle = found.card
  to.lineWidth = 1
  colour.forEach((label, row) => {
    to.fillStyle = css(label === 0 ? found.first : found.second)
    point(to, ...at(row), label, 3.4)
  })
  if (marked < 0 || marked >= colour.length) return
  to.strokeStyle = found.ink
  to.lineWidth = 2
  to.fillStyle = css(colour[marked] === 0 ? found.first : found.second)
  point(to, ...at(marked), colour[marked]!, 6.5)
}

/** The field of answers, the points, and the ellipse within which the machine sees no great difference. */
export function draw_plane(canvas: HTMLCanvasElement, frame: Frame, shown: Points, marked: number): void {
  const found = palette()
  const { to, side } = begin(canvas)
  const half = side / 2
  to.imageSmoothingEnabled = true
  to.drawImage(field_image(frame, found), 0, 0, side, side)
  points(to, shown, (row) => [half + half * shown.x[row]!, half - half * shown.y[row]!], found, marked)
  const [xx, xy, yy] = plane_of(frame).root
  // u = R x has length 0.35 on it, and it does not leave the picture.
  const det = Math.max(1e-9, xx * yy - xy * xy)
  to.save()
  to.beginPath()
  to.rect(0, 0, side, side)
  to.clip()
  to.beginPath()
  for (let k = 0; k <= 72; k += 1) {
    const turn = (k * Math.PI) / 36
    const u = 0.35 * Math.cos(turn)
    const v = 0.35 * Math.sin(turn)
    const x = (yy * u - xy * v) / det
    const y = (xx * v - xy * u) / det
    const long = Math.max(1, Math.hypot(x, y) / 4)
    to.lineTo(half + (half * x) / long, half - (half * y) / long)
  }
  to.setLineDash([7, 5])
  to.lineWidth = 4
  to.strokeStyle = found.card
  to.stroke()
  to.lineWidth = 2
  to.strokeStyle = found.ink
  to.stroke()
  to.restore()
}

/** The same points where the machine sees them, u = R x, with the lines of the plane. */
export function draw_seen(canvas: HTMLCanvasElement, frame: Frame, shown: Points, marked: number): void {
  const found = palette()
  const { to, side } = begin(canvas)
  const half = side / 2
  const [xx, xy, yy] = plane_of(frame).root
  const zoom = (0.86 * half) / Math.max(xx + Math.abs(xy), yy + Math.abs(xy), 0.3)
  const at = (x: number, y: number): [number, number] => [half + zoom * (xx * x + xy * y), half - zoom * (xy * x + yy * y)]
  to.fillStyle = found.raised
  to.fillRect(0, 0, side, side)
  to.strokeStyle = found.line
  to.lineWidth = 1.2
  to.beginPath()
  for (let k = -4; k <= 4; k += 1) {
    to.moveTo(...at(k / 4, -1))
    to.lineTo(...at(k / 4, 1))
    to.moveTo(...at(-1, k / 4))
    to.lineTo(...at(1, k / 4))
  }
  to.stroke()
  points(to, shown, (row) => at(shown.x[row]!, shown.y[row]!), found, marked)
}

/** M as squares: the stronger the colour, the more the column counts, or the two together. */
export function draw_matrix(canvas: HTMLCanvasElement, { matrix, size }: Frame): void {
  const found = palette()
  const { to, side } = begin(canvas)
  const cell = side / size
  matrix.forEach((value, k) => {
    to.fillStyle = css(mix(found.ground, value < 0 ? found.second : found.first, Math.sqrt(Math.min(1, Math.abs(value)))))
    to.fillRect((k % size) * cell, Math.floor(k / size) * cell, cell - 1, cell - 1)
  })
}

/** The row of the point nearest to here, if one is near. */
export function nearest(canvas: HTMLCanvasElement, event: PointerEvent, { x, y }: Points): number {
  const box = canvas.getBoundingClientRect()
  const to = (value: number, from: number) => (2 * (value - from)) / box.width - 1
  const here = [to(event.clientX, box.left), -to(event.clientY, box.top)] as const
  let best = -1
  let least = 0.1
  x.forEach((_, row) => {
    const far = Math.hypot(x[row]! - here[0], y[row]! - here[1])
    if (far < least) [best, least] = [row, far]
  })
  return best
}
