// The loop of the first screen: a problem is drawn, its rounds are learned and shown one after the
// other, and then comes another drawing. By hand where motion is not wanted.
import { batch, computed, signal } from '@preact/signals'
import { between, nothing_yet, rounds_of, type Frame } from './machine'
import { draw, NOISE_COLUMNS, type Wanted } from './problem'

/** Milliseconds: a round is looked at, passes over into the next, and the last one stays. */
const HELD = 1500
const PASSING = 700
const LAST = 3500

export const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

export const wanted = signal<Wanted>({ problem: 'stripes', rows: 200, noise: 0.05, wide: true, seed: 1 })
export const drawn = computed(() => draw(wanted.value))
const size = computed(() => 2 + (wanted.value.wide ? NOISE_COLUMNS : 0))
/** The rounds that are learned so far. */
export const learned = signal<Frame[]>([])
/** The place between rounds: 1.5 is half way from round 1 to round 2. */
export const at = signal(0)
export const playing = signal(!calm.matches)
export const failure = signal(false)
/** The point under the pointer, in both pictures. */
export const marked = signal(-1)

export const frame = computed<Frame>(() => {
  const frames = learned.value
  const here = Math.floor(at.value)
  const before = frames[here]
  if (!before) return nothing_yet(size.value)
  const after = frames[here + 1]
  return after ? between(before, after, at.value - here) : before
})
/** The round that is spoken of. */
export const round = computed<Frame | null>(() => learned.value[Math.round(at.value)] ?? null)

let learning: AbortController | null = null
let since = 0

export async function learn(): Promise<void> {
  learning?.abort()
  const mine = (learning = new AbortController())
  batch(() => {
    learned.value = []
    at.value = 0
    failure.value = false
    marked.value = -1
  })
  try {
    const frames: Frame[] = []
    for await (const found of rounds_of(drawn.peek(), mine.signal)) {
      frames.push(found)
      if (frames.length === 1) since = performance.now()
      learned.value = [...frames]
    }
  } catch {
    if (!mine.signal.aborted) failure.value = true
  }
}

export function change(part: Partial<Wanted>): void {
  wanted.value = { ...wanted.peek(), ...part }
  void learn()
}

export function toggle(): void {
  playing.value = !playing.peek()
  since = performance.now()
  if (!playing.peek()) at.value = Math.round(at.peek())
}

/** The next round, by hand. */
export function step(): void {
  playing.value = false
  const next = Math.floor(at.peek()) + 1
  at.value = next < learned.peek().length ? next : 0
}

export function again(): void {
  change({ seed: wanted.peek().seed + 1 })
}

/** Where the loop is at this moment. */
function tick(now: number): void {
  const frames = learned.peek()
  if (!playing.peek() || frames.length === 0) return
  const here = Math.floor(at.peek())
  const spent = now - since
  if (here >= frames.length - 1) {
    if (spent > LAST && learning) again()
    return
  }
  const passed = Math.max(0, (spent - HELD) / PASSING)
  if (passed < 1) {
    if (passed > 0) at.value = here + passed * passed * (3 - 2 * passed)
    return
  }
  since = now
  at.value = here + 1
}

/** Runs the loop while the first screen is there; returns what ends it. */
export function run(): () => void {
  let waiting = 0
  const next = (now: number) => {
    tick(now)
    waiting = requestAnimationFrame(next)
  }
  waiting = requestAnimationFrame(next)
  // The words and the first picture come before the machine is loaded.
  const start = setTimeout(() => { if (learned.peek().length === 0) void learn() }, 150)
  return () => {
    cancelAnimationFrame(waiting)
    clearTimeout(start)
    learning?.abort()
    learned.value = []
  }
}
