import { ApiError } from '../../errors.ts'
import type { PlainRequest } from '../../types/index.ts'

const RETRY = '5'

/** The reason of a cancellation when the client is gone. It is not reported as a fault. */
export class ClientGone extends ApiError {
  constructor() {
    super('rest_unavailable', { message: 'The client has gone.', headers: { 'retry-after': RETRY } })
  }
}

/** Fires when the client is gone or the time limit is reached. */
export interface Cancellation {
  /** Made on first use: it costs 4 µs on Node, and most requests do not need it. */
  readonly signal: AbortSignal
  /** Settles like the promise, or rejects with the reason of a cancellation before. For work that takes no signal. */
  readonly race: <T>(promise: Promise<T>) => Promise<T>
  /** Whether it has fired. */
  readonly isOver: boolean
  /** Called at the time limit instead of firing: for work that answers even then. */
  atLimit?: (() => void) | undefined
  /** Begins the time limit anew. Not for reads. */
  readonly renew?: () => void
}

type Watched = Pick<PlainRequest, 'method' | 'signal'>

/**
 * Runs work with a time limit. Rejects with `rest_timeout` at the limit and with `ClientGone` when the client is gone. The
 * later result of the work is ignored.
 */
export type Deadline = <T>(request: Watched, work: (cancellation: Cancellation) => Promise<T>) => Promise<T>

export function createDeadline(milliseconds: number): Deadline {
  return (request, work) =>
    new Promise((resolve, reject) => {
      const watch = new Watch(request, milliseconds, reject)
      if (isSafe(request)) watch.beginSoon()
      else watch.begin()
      if (watch.isOver) return
      work(watch).then(
        (result) => {
          watch.stop()
          resolve(result)
        },
        (error) => {
          watch.stop()
          reject(error)
        },
      )
    })
}

/** Watches the time limit and the client of one request. */
class Watch implements Cancellation {
  isOver = false
  atLimit: (() => void) | undefined
  readonly #request: Watched
  readonly #milliseconds: number
  readonly #reject: (reason: ApiError) => void
  #control: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isListening = false
  #rejectRace: ((reason: ApiError) => void) | undefined

  constructor(request: Watched, milliseconds: number, reject: (reason: ApiError) => void) {
    this.#request = request
    this.#milliseconds = milliseconds
    this.#reject = reject
  }

  get signal(): AbortSignal {
    this.#control ??= new AbortController()
    return this.#control.signal
  }

  race<T>(promise: Promise<T>): Promise<T> {
    if (this.isOver) {
      // Nobody else listens to it, and a rejection without a listener ends a Node process.
      promise.catch(() => undefined)
      return Promise.reject(this.signal.reason)
    }
    return new Promise((resolve, reject) => {
      this.#rejectRace = reject
      promise.then(resolve, reject)
    })
  }

  /**
   * Starts to watch in the next turn of the event loop. Most reads are done by then, and a signal and a listener for each
   * would cost 6 µs, a third of all that `node:http` costs. Each request has its own timer, which costs 0.1 µs: workerd
   * drops the timers of a request after its response, so they cannot share one.
   */
  beginSoon(): void {
    this.#timer = setTimeout(() => this.begin(), 0)
  }

  begin(): void {
    const { signal } = this.#request
    if (signal.aborted) {
      this.#end(new ClientGone())
      return
    }
    this.renew()
    signal.addEventListener('abort', this.#leave, { once: true })
    this.#isListening = true
  }

  renew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.atLimit === undefined)
        this.#end(new ApiError('rest_timeout', { headers: { 'retry-after': RETRY } }))
      else this.atLimit()
    }, this.#milliseconds)
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#isListening) this.#request.signal.removeEventListener('abort', this.#leave)
  }

  readonly #leave = (): void => this.#end(new ClientGone())

  #end(reason: ApiError): void {
    this.isOver = true
    this.stop()
    this.#control ??= new AbortController()
    this.#control.abort(reason)
    this.#rejectRace?.(reason)
    this.#reject(reason)
  }
}

/** A safe method (RFC 9110, section 9.2.1) changes nothing, so it does no harm to start it for a client that is gone. */
const isSafe = ({ method }: Watched): boolean => method === 'GET' || method === 'HEAD'
