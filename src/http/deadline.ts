import { ApiError } from '../errors.ts'

const RETRY = '5'

/** Why work ended whose client had gone: nobody waits for the answer, and nobody needs to be told. */
export const GONE = new ApiError('rest_unavailable', {
  message: 'The client has gone.',
  headers: { 'retry-after': RETRY },
})

/** That work goes on in vain, for those who can give up. */
export interface Ending {
  /** Made when it is asked for: 4 µs on Node, which most answers do without. */
  readonly signal: AbortSignal
  /** What the promise gives, or the reason for which the work ended before that: for what takes no signal. */
  readonly orEnd: <T>(promise: Promise<T>) => Promise<T>
}

/**
 * Bounds how long work may take. Gives what the work gives, or `rest_timeout` when that takes longer, or `GONE` when
 * the client has gone before; whatever comes of the work then, nobody hears.
 */
export type Deadline = <T>(request: Request, work: (ending: Ending) => Promise<T>) => Promise<T>

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

/** Looks after one request: by the clock, and whether its client is still there. */
class Watch implements Ending {
  isOver = false
  readonly #request: Request
  readonly #milliseconds: number
  readonly #reject: (reason: ApiError) => void
  #control: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isListening = false
  #giveUp: ((reason: ApiError) => void) | undefined

  constructor(request: Request, milliseconds: number, reject: (reason: ApiError) => void) {
    this.#request = request
    this.#milliseconds = milliseconds
    this.#reject = reject
  }

  get signal(): AbortSignal {
    this.#control ??= new AbortController()
    return this.#control.signal
  }

  orEnd<T>(promise: Promise<T>): Promise<T> {
    if (this.isOver) return Promise.reject(this.signal.reason)
    return new Promise((resolve, reject) => {
      this.#giveUp = reject
      promise.then(resolve, reject)
    })
  }

  /**
   * Who is still here in the next turn of the event loop is watched from then on. Most reads are over by then: a signal
   * and a listener for each of them would be 6 µs, a third of what `node:http` takes in all. The timer is its own, 0.1 µs
   * more than one for all: workerd drops the timers of a request that has its answer.
   */
  beginSoon(): void {
    this.#timer = setTimeout(() => this.begin(), 0)
  }

  begin(): void {
    const { signal } = this.#request
    if (signal.aborted) {
      this.#end(GONE)
      return
    }
    this.#timer = setTimeout(() => {
      this.#end(new ApiError('rest_timeout', { headers: { 'retry-after': RETRY } }))
    }, this.#milliseconds)
    signal.addEventListener('abort', this.#leave, { once: true })
    this.#isListening = true
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#isListening) this.#request.signal.removeEventListener('abort', this.#leave)
  }

  readonly #leave = (): void => this.#end(GONE)

  #end(reason: ApiError): void {
    this.isOver = true
    this.stop()
    this.#control ??= new AbortController()
    this.#control.abort(reason)
    this.#giveUp?.(reason)
    this.#reject(reason)
  }
}

/** What changes nothing may begin for a client that has gone already. */
const isSafe = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'
