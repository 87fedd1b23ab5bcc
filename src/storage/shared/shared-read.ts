import { onAbort } from './on-abort.ts'
import { untilAborted } from './until-aborted.ts'

/** Several reads may run at once, so that a stuck one does not block the others. */
const MOST_READS = 4

/** A read that several callers wait for. It is aborted when all of them are aborted. */
interface Next<T> {
  readonly result: Promise<T>
  readonly abort: AbortController
  waiting: number
}

/** A read of one small value. Under load, waiting callers share one round trip. */
export class SharedRead<T> {
  readonly #read: (signal: AbortSignal | undefined) => Promise<T>
  #running = 0
  /** The next read, sent when a running one ends. Callers cannot join a running read: it may be older than the call. */
  #next: Next<T> | undefined
  #sendNext: () => void = () => {}

  constructor(read: (signal: AbortSignal | undefined) => Promise<T>) {
    this.#read = read
  }

  async get(signal?: AbortSignal): Promise<T> {
    if (this.#running < MOST_READS) return this.#send(signal)
    this.#next ??= this.#waitToSend()
    const next = this.#next
    const leave = () => {
      if (--next.waiting > 0) return
      if (this.#next === next) this.#next = undefined
      next.abort.abort(signal?.reason)
    }
    next.waiting++
    const stay = signal === undefined ? undefined : onAbort(signal, leave)
    try {
      return await untilAborted(signal, () => next.result)
    } finally {
      stay?.()
    }
  }

  #waitToSend(): Next<T> {
    const abort = new AbortController()
    const turn = new Promise<void>((resolve) => {
      this.#sendNext = resolve
    })
    const result = turn.then(() => {
      this.#next = undefined
      return this.#send(abort.signal)
    })
    return { result, abort, waiting: 0 }
  }

  async #send(signal: AbortSignal | undefined): Promise<T> {
    this.#running++
    try {
      return await this.#read(signal)
    } finally {
      this.#running--
      this.#sendNext()
    }
  }
}
