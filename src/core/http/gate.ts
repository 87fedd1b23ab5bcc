import { ApiError } from '../../errors.ts'
import type { Cancellation } from './deadline.ts'

/** `Retry-After` of a rejected request, in seconds. */
const RETRY = '1'

export interface LoadOptions {
  readonly inFlight: number
  readonly queue: number
}

export interface Gate {
  /**
   * Runs the work in a free slot, or queues it until one is free. Throws `rest_overloaded` at once when the queue is full,
   * and the reason of a cancellation in the queue.
   */
  readonly pass: <T>(
    work: (slot: Slot) => Promise<T>,
    cancellation: Pick<Cancellation, 'signal'>,
  ) => Promise<T>
}

/** Work occupies a slot while it runs. */
export interface Slot {
  /**
   * Frees the slot while `wait` runs, then takes one again, before work that has not started. Throws what `wait` throws,
   * and the reason of a cancellation in the queue. The work then has no slot.
   */
  readonly freeWhile: <T>(wait: () => Promise<T>) => Promise<T>
}

export const overloaded = (): ApiError =>
  new ApiError('rest_overloaded', { headers: { 'retry-after': RETRY } })

/** Limits the number of running and of queued requests. First come, first served. */
export function createGate({ inFlight, queue }: LoadOptions): Gate {
  let running = 0
  /** The queue. A cancelled request leaves it at once. */
  const waiting = new Set<() => void>()
  /** Requests that freed their slot and need one again. */
  const returning = new Set<() => void>()

  const queueIn = (line: Set<() => void>, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        line.delete(start)
        reject(signal.reason)
      }
      line.add(start)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  /** Passes the slot to the next request in line. It is never free in between, so no new request can take it. */
  function leave(): void {
    const line = returning.size > 0 ? returning : waiting
    const [next] = line
    if (next === undefined) running--
    else {
      line.delete(next)
      next()
    }
  }

  return {
    async pass(work, cancellation) {
      if (running < inFlight) running++
      else if (waiting.size < queue) await queueIn(waiting, cancellation.signal)
      else throw overloaded()
      let isHeld = true
      const slot: Slot = {
        async freeWhile(wait) {
          isHeld = false
          leave()
          const result = await wait()
          if (running < inFlight) running++
          else await queueIn(returning, cancellation.signal)
          isHeld = true
          return result
        },
      }
      try {
        return await work(slot)
      } finally {
        if (isHeld) leave()
      }
    },
  }
}
