import { ApiError } from '../errors.ts'
import type { Ending } from './deadline.ts'

/** Seconds after which a client that was turned away may come again. */
const RETRY = '1'

export interface LoadOptions {
  readonly inFlight: number
  readonly queue: number
}

export interface Gate {
  /**
   * Runs the work now, or in its turn when so many others are under way. Throws `rest_overloaded` at once when the
   * queue is full too, and the reason of an ending before its turn.
   */
  readonly pass: <T>(work: () => Promise<T>, ending: Pick<Ending, 'signal'>) => Promise<T>
}

/** Bounds what is under way and what waits for it, first come, first served. */
export function createGate({ inFlight, queue }: LoadOptions): Gate {
  let running = 0
  /** In the order in which they came; whoever gives up leaves it, wherever in the row. */
  const waiting = new Set<() => void>()

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(signal.reason)
      }
      waiting.add(start)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  /** The place goes to the next in the row without ever being free: nobody who comes just then can take it. */
  function leave(): void {
    const [next] = waiting
    if (next === undefined) running--
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async pass(work, ending) {
      if (running < inFlight) running++
      else if (waiting.size < queue) await turn(ending.signal)
      else throw new ApiError('rest_overloaded', { headers: { 'retry-after': RETRY } })
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
