// The colours of the theme, for what is drawn.

export interface Colours {
  ink: string
  muted: string
  line: string
  accent: string
  second: string
  card: string
  raised: string
}

/** Told apart on both themes; for classes, in their order. */
export const CLASS_COLOURS = ['#2a8fb3', '#d9772b', '#8a67bd', '#4c9a52', '#c4477a', '#94972f', '#5a77cc', '#b3483c', '#5f9ea0', '#a07845']

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return { ink: of('ink'), muted: of('muted'), line: of('line'), accent: of('accent'), second: of('second'), card: of('card'), raised: of('raised') }
}
