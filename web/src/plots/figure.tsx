// A figure on the page: a plot that redraws with its width and theme, its text
// alternative, and the CSV of its data.
import type { PlotOptions } from '@observablehq/plot'
import { useEffect, useId, useRef } from 'preact/hooks'
import { csv_of } from '../data/csv'
import { save } from '../parts/save'
import { theme } from '../state/theme'
import { colours, type Colours } from './colours'
import { save_png, save_svg } from './picture_files'

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
  /** What a click on a point does, given its place in the data. */
  pick?: (place: number) => void
}

export function Figure({ title, words, note, data, options, most_width = 620, pick }: FigureProps) {
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
      <div
        class={pick ? 'plot picked' : 'plot'}
        ref={frame}
        role="img"
        aria-label={words}
        onClick={(event) => {
          const point = event.target as Element
          if (pick && point.tagName === 'circle') pick([...point.parentElement!.children].indexOf(point))
        }}
      />
      <div class="figure-files">
        <button type="button" class="small" onClick={() => save(`${title}.csv`, csv_of(data.header, data.rows), 'text/csv')}>
          CSV<span class="hidden"> of {title}</span>
        </button>
        <button type="button" class="small" onClick={() => save_svg(title, frame.current!)}>
          SVG<span class="hidden"> of {title}</span>
        </button>
        <button type="button" class="small" onClick={() => void save_png(title, frame.current!)}>
          PNG<span class="hidden"> of {title}</span>
        </button>
      </div>
    </figure>
  )
}
