import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'

/** The length of a slice, in milliseconds. */
const LENGTH = 10

/** Maximum number of waiting requests that start in one turn of the event loop. */
const MOST_STARTS = 8

/**
 * Starts requests for up to 10 ms in each turn of the event loop. The others wait, first come, first served. Without
 * this, the answer of a database and the host's own work would wait until all requests of a burst are answered.
 */
export class TimeSlices {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  /** When the slice of this turn ends. `undefined` before the first request of the turn. */
  #end: number | undefined

  /** `now`: a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  start(work: () => void): void {
    if (this.#waiting.length === 0 && this.#hasTime()) work()
    else this.#waiting.push(work)
  }

  #hasTime(): boolean {
    const now = this.#now()
    if (this.#end === undefined) {
      this.#end = now + LENGTH
      setImmediate(() => this.#endTurn())
    }
    return now < this.#end
  }

  #endTurn(): void {
    this.#end = undefined
    const starts = Math.min(this.#waiting.length, MOST_STARTS)
    // One callback each: promises settle between two callbacks, so most requests are answered before the next starts.
    for (let start = 0; start < starts; start++) setImmediate(() => this.#startNext())
  }

  #startNext(): void {
    if (this.#waiting.length > 0 && this.#hasTime()) this.#waiting.shift()?.()
  }
}
