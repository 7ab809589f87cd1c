// Progress as people can follow it: never back, at most 20 times a second, 1 at the end.
import type { Progress, Tried } from '../interface/types.js'

const leastMilliseconds = 50
/** Before so much is done, nobody can tell how long the rest takes. */
const tellable = 0.02

export class Meter {
  private readonly begun = performance.now()
  private told = -Infinity
  private latest: Progress = { done: 0, tried: [] }
  private tried: Tried[] = []

  constructor(private readonly tell: (progress: Progress) => void) {}

  hear(progress: Progress): void {
    const now = performance.now(), done = Math.max(this.latest.done, Math.min(progress.done, 1))
    this.tried.push(...progress.tried)
    this.latest = { ...progress, done, tried: this.tried }
    if (now - this.told < leastMilliseconds) return
    this.told = now
    this.tried = []
    const seconds = (now - this.begun) / 1000
    this.tell(done < tellable ? this.latest : { ...this.latest, secondsLeft: seconds * (1 - done) / done })
  }

  end(): void { this.tell({ ...this.latest, tried: this.tried, done: 1, secondsLeft: 0 }) }
}
