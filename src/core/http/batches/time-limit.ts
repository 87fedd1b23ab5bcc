import { ApiError } from '../../../errors.ts'
import type { Cancellation } from '../deadline.ts'

/** The refusal of what has not begun, or did not end, when the limit was reached. */
export const timedOut = () => new ApiError('rest_timeout', { headers: { 'retry-after': '5' } })

/**
 * The time limit of a batch. At the limit, what runs is given up, and no entry begins any more. A commit that was sent or
 * that what is done needs has as much time again.
 */
export class TimeLimit implements Cancellation {
  readonly #control = new AbortController()
  readonly #over = new AbortController()
  readonly #reached: Promise<never>
  readonly #ended: Promise<never>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: Cancellation, milliseconds: number) {
    this.#reached = rejection(this.#control.signal)
    this.#ended = rejection(this.#over.signal)
    request.atLimit = () => {
      this.#timer = setTimeout(() => this.#over.abort(timedOut()), milliseconds)
      this.#control.abort(timedOut())
    }
    const leave = () => {
      this.#control.abort(request.signal.reason)
      this.#over.abort(request.signal.reason)
    }
    if (request.isOver) leave()
    else request.signal.addEventListener('abort', leave, { once: true })
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  get isOver(): boolean {
    return this.signal.aborted
  }

  /** Why it is over. */
  get reason(): ApiError {
    return this.signal.reason
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#reached])
  }

  raceCommit<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#ended])
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  rejected.catch(() => {})
  return rejected
}
