// A figure on the page: a plot that redraws with its width and theme, its text
// alternative, and the CSV of its data.
import type { PlotOptions } from '@observablehq/plot'
import { useEffect, useId, useRef } from 'preact/hooks'
import { csv_of } from '../data/csv'
import { save } from '../parts/save'
import { theme } from '../state/theme'
import { colours, type Colours } from './colours'

type Cell = string | number

export interface FigureProps {
  title: string
  /** What the plot shows, in words, for who cannot see it. */
  words: string
  /** A remark below the title. */
  note?: string
  data: { header: string[]; rows: Cell[][] }
  /** Marks and scales; width and colours are the frame's business. */
  options: (width: number, colours: Colours) => PlotOptions
  /** Below this width the plot keeps its width and stays as it is. */
  most_width?: number
}

export function Figure({ title, words, note, data, options, most_width = 620 }: FigureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const shade = theme.value
  useEffect(() => {
    const holder = frame.current!
    let current = true
    let drawn = 0
    const draw = async () => {
      const width = Math.min(most_width, Math.floor(holder.clientWidth))
      if (width === drawn || width < 40) return
      drawn = width
      const { plot } = await import('@observablehq/plot')
      if (!current) return
      const svg = plot({ ...options(width, colours()), width, style: { background: 'transparent', fontSize: '12px', fontFamily: 'inherit' } })
      svg.setAttribute('aria-hidden', 'true')
      holder.replaceChildren(svg)
    }
    const watcher = new ResizeObserver(() => void draw())
    watcher.observe(holder)
    return () => {
      current = false
      watcher.disconnect()
    }
  }, [options, shade])
  return (
    <figure class="figure" aria-labelledby={id}>
      <figcaption id={id}>
        <h3>{title}</h3>
        {note && <p class="muted note">{note}</p>}
      </figcaption>
      <div class="plot" ref={frame} role="img" aria-label={words} />
      <button type="button" class="small" onClick={() => save(`${title}.csv`, csv_of(data.header, data.rows), 'text/csv')}>
        CSV<span class="hidden"> of {title}</span>
      </button>
    </figure>
  )
}
