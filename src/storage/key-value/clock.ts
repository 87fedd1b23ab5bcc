import { isUnavailable } from '../contract.ts'
import { retry, type Wait } from '../shared/retry.ts'
import type { Calendar } from './calendar.ts'
import { changedSince, type Named, NEVER, type Time } from './journal.ts'

/*
 * Optimistic concurrency for reads. Each commit advances the calendar's clock. A read of several steps is consistent if
 * the clock is the same before its first step and after its last one. If the clock has moved, the read is repeated.
 * Long reads are amended instead: only the documents that were written in the meantime are read again.
 */

/** The result of a read. */
export interface Reading<T> {
  readonly result: T
  /** The clock, if the last step of the read returned it together with its data. */
  readonly clock?: Time | undefined
  /** Returns the result with the changed documents read again, or `undefined` if the whole read must be repeated. */
  readonly amended?: (changed: readonly Named[]) => Promise<T | undefined>
}

/** The first retries have no pause. */
const RETRIES = { retries: 39, atOnce: 8 } as const
/** Each round reads what was written during the previous round, so the rounds become shorter. */
const MOST_ROUNDS = 20

export class Clock {
  readonly #wait: Wait
  /** The last known value. While nothing is written, a read can start without reading the clock. */
  #seen: Time | undefined

  constructor(wait: Wait) {
    this.#wait = wait
  }

  /** Returns a reading of one consistent state of the calendar. The state is not older than the call. */
  async consistently<T>(calendar: Calendar, read: () => Promise<Reading<T>>): Promise<T> {
    const attempt = () => this.#attempt(calendar, read)
    const policy = { ...RETRIES, wait: this.#wait }
    const { result } = await retry(attempt, policy, 'others kept writing while this was read')
    return result
  }

  async #attempt<T>(
    calendar: Calendar,
    read: () => Promise<Reading<T>>,
  ): Promise<{ readonly result: T } | undefined> {
    const before = this.#seen ?? (await look(calendar))
    const reading = await settled(read)
    const after = ('clock' in reading ? reading.clock : undefined) ?? (await look(calendar))
    this.#seen = after
    if (after !== before) {
      const amended = 'error' in reading ? undefined : await amendedSince(calendar, reading, before)
      return amended === undefined ? undefined : { result: amended }
    }
    if ('error' in reading) throw reading.error
    return reading
  }

  saw(time: Time): void {
    this.#seen = time
  }
}

async function amendedSince<T>(
  calendar: Calendar,
  { amended }: Reading<T>,
  before: Time,
): Promise<T | undefined> {
  if (amended === undefined) return undefined
  let result: T | undefined
  let time = before
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const since = await changedSince(calendar, time)
    if (since === undefined) return undefined
    // The documents of the previous round have not changed since.
    if (since.time === time) return result
    time = since.time
    result = await amended(since.changed)
    if (result === undefined) return undefined
  }
  return undefined
}

/** Reads the clock. */
export async function look(calendar: Calendar): Promise<Time> {
  const [time = NEVER] = await calendar.get([calendar.keys.clock])
  return time
}

/** A read during a write may fail because it sees inconsistent data. The clock decides whether the error is real. */
async function settled<T>(
  read: () => Promise<Reading<T>>,
): Promise<Reading<T> | { readonly error: unknown }> {
  try {
    return await read()
  } catch (error) {
    if (isUnavailable(error)) throw error
    return { error }
  }
}
