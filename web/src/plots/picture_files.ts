// A drawn figure as a file of its own: the drawing, or its pixels.
import { save } from '../parts/save'
import { colours } from './colours'

const SHARPER = 2

/** The drawing on the theme's ground, with what it has from the page written into it. */
function drawing(frame: HTMLElement): { text: string; width: number; height: number } {
  const drawn = frame.querySelector('svg')!
  const { width, height } = drawn.getBoundingClientRect()
  const { ink, card } = colours()
  const copy = drawn.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('color', ink)
  copy.setAttribute('font-family', 'system-ui, sans-serif')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', card)
  copy.prepend(ground)
  return { text: new XMLSerializer().serializeToString(copy), width, height }
}

export function save_svg(title: string, frame: HTMLElement): void {
  save(`${title}.svg`, drawing(frame).text, 'image/svg+xml')
}

export async function save_png(title: string, frame: HTMLElement): Promise<void> {
  const { text, width, height } = drawing(frame)
  const image = new Image()
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  image.src = address
  await image.decode()
  URL.revokeObjectURL(address)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(SHARPER * width)
  canvas.height = Math.round(SHARPER * height)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  const pixels = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (pixels) save(`${title}.png`, new Uint8Array(await pixels.arrayBuffer()), 'image/png')
}
