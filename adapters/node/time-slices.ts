import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'

/** Milliseconds. */
const LONGEST = 10

/** Requests that wait and may start in one turn of the event loop. */
const MOST_STARTS = 8

/**
 * Starts requests for up to 10 ms in each turn of the event loop. The others wait, first come, first served. Without
 * this, the answer of a database and the host's own work would wait until all requests of a burst are answered.
 */
export class TimeSlices {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  /** The end of the slice of this turn, once a request has asked for it. */
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
      this.#end = now + LONGEST
      setImmediate(() => this.#endTurn())
    }
    return now < this.#end
  }

  #endTurn(): void {
    this.#end = undefined
    const starts = Math.min(this.#waiting.length, MOST_STARTS)
    // One each: promises go on between two callbacks, so most requests are answered before the next one starts.
    for (let start = 0; start < starts; start++) setImmediate(() => this.#startNext())
  }

  #startNext(): void {
    if (this.#waiting.length > 0 && this.#hasTime()) this.#waiting.shift()?.()
  }
}
