import { pauseAfter, type Wait } from '../backoff.ts'
import { isUnavailable, StorageUnavailable } from '../contract.ts'
import type { Calendar } from './calendar.ts'
import { changedSince, type Named, NEVER, type Time } from './journal.ts'

/*
 * Each commit moves the calendar's clock on. A read of several steps shows one state of the calendar if the clock shows
 * the same before its first step and after its last. If not, it is read again; or, where that would take long, what was
 * written meanwhile is looked at again.
 */

/** What a read found. */
export interface Reading<T> {
  readonly result: T
  /** Where its last step told at once what the clock showed. */
  readonly clock?: Time | undefined
  /** The result with what is now there of these; `undefined`: it must be read again. */
  readonly amended?: (changed: readonly Named[]) => Promise<T | undefined>
}

const MOST_ATTEMPTS = 40
/** So many times at once; then with pauses. */
const AT_ONCE = 8
/** Each round looks at what was written during the one before: there is ever less. */
const MOST_ROUNDS = 20

export class Clock {
  readonly #wait: Wait
  /** What it showed when it was last looked at: while nobody writes, a read need not look before it begins. */
  #seen: Time | undefined

  constructor(wait: Wait) {
    this.#wait = wait
  }

  /** The reading of one state of the calendar, no older than the call. */
  async consistently<T>(calendar: Calendar, read: () => Promise<Reading<T>>): Promise<T> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (attempt > AT_ONCE) await this.#wait(pauseAfter(attempt - AT_ONCE))
      const before = this.#seen ?? (await look(calendar))
      const reading = await settled(read)
      const after = ('clock' in reading ? reading.clock : undefined) ?? (await look(calendar))
      this.#seen = after
      if (after === before) {
        if ('error' in reading) throw reading.error
        return reading.result
      }
      if ('error' in reading) continue
      const amended = await amendedSince(calendar, reading, before)
      if (amended !== undefined) return amended
    }
    throw new StorageUnavailable('others kept writing while this was read')
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
    // What was looked at in the round before has not changed since.
    if (since.time === time) return result
    time = since.time
    result = await amended(since.changed)
    if (result === undefined) return undefined
  }
  return undefined
}

/** What the clock shows now. */
export async function look(calendar: Calendar): Promise<Time> {
  const [time = NEVER] = await calendar.get([calendar.keys.clock])
  return time
}

/** What is read while it is written may make no sense: whether that is a fault, the clock tells. */
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
