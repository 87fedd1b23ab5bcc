import type { AttemptCounter } from '../../types/index.ts'

/*
 * Every guess reserves a failed attempt before its check, so simultaneous guesses cannot exceed the limit. A correct guess
 * returns its reservation. So the count can be at the limit only because correct guesses are still being checked. Later
 * guesses therefore wait for these, in order, and are not rejected.
 */

interface Line {
  /** Guesses of this process with a reservation. */
  inside: number
  /** Guesses that returned their reservation or failed since the line began. */
  left: number
  /** Guesses inside, and guesses that wait. */
  users: number
  /** Settles when the last guess is inside or was rejected. */
  last: Promise<unknown>
  /** Wakes the first guess that waits. */
  wake: () => void
}

const asleep = () => undefined
const START: Promise<unknown> = Promise.resolve()

export function createReservations(attempts: AttemptCounter) {
  const lines = new Map<string, Line>()

  async function enter(line: Line, key: string, limit: number): Promise<number | undefined> {
    try {
      for (;;) {
        const { inside, left } = line
        const { count, seconds } = await attempts.add(key, 1)
        if (count <= limit) {
          line.inside++
          return undefined
        }
        await attempts.add(key, -1)
        if (line.left !== left) continue
        // No guess of this process can return a reservation, so failures have reached the limit.
        if (inside === 0) {
          leave(key, line)
          return seconds
        }
        await new Promise<void>((resolve) => {
          line.wake = resolve
        })
      }
    } catch (error) {
      leave(key, line)
      throw error
    }
  }

  function leave(key: string, line: Line): void {
    line.users--
    if (line.users === 0) lines.delete(key)
  }

  return {
    /** Reserves an attempt. When failures have reached the limit: the seconds until the count is reset. */
    take(key: string, limit: number): Promise<number | undefined> {
      const known = lines.get(key)
      if (known === undefined) {
        const line: Line = { inside: 0, left: 0, users: 1, last: START, wake: asleep }
        lines.set(key, line)
        const entering = enter(line, key, limit)
        line.last = entering
        return entering
      }
      known.users++
      const next = () => enter(known, key, limit)
      const entering = known.last.then(next, next)
      known.last = entering
      return entering
    },

    /** Lets the next guess in. Call it after the count is settled. */
    release(key: string): void {
      const line = lines.get(key)
      if (line === undefined) return
      line.inside--
      line.left++
      line.wake()
      leave(key, line)
    },
  }
}
