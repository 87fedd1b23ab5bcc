import { pauseAfter, type Wait } from '../backoff.ts'
import { isUnavailable, StorageUnavailable } from '../contract.ts'
import type { Calendar } from './calendar.ts'

/*
 * Each commit moves the calendar's clock on. A read of several steps shows one state of the calendar if the clock shows
 * the same before its first step and after its last.
 */

/** What a read found; `clock`, where its last step told at once what the clock showed. */
export interface Reading<T> {
  readonly result: T
  readonly clock?: string | undefined
}

const MOST_ATTEMPTS = 40
/** So many times at once; then with pauses. */
const AT_ONCE = 8

export class Clock {
  readonly #calendar: Calendar
  readonly #wait: Wait
  /** What it showed when it was last looked at: while nobody writes, a read need not look before it begins. */
  #seen: string | undefined

  constructor(calendar: Calendar, wait: Wait) {
    this.#calendar = calendar
    this.#wait = wait
  }

  /** The reading of one state of the calendar, no older than the call. */
  async consistently<T>(read: () => Promise<Reading<T>>): Promise<T> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (attempt > AT_ONCE) await this.#wait(pauseAfter(attempt - AT_ONCE))
      const before = this.#seen ?? (await this.#look())
      const reading = await settled(read)
      const after = ('clock' in reading ? reading.clock : undefined) ?? (await this.#look())
      this.#seen = after
      if (after !== before) continue
      if ('error' in reading) throw reading.error
      return reading.result
    }
    throw new StorageUnavailable('others kept writing while this was read')
  }

  saw(clock: string): void {
    this.#seen = clock
  }

  async #look(): Promise<string> {
    const [clock = ''] = await this.#calendar.get([this.#calendar.keys.clock])
    return clock
  }
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
