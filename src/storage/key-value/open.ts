import { retriesOf, sleep, type Wait } from '../backoff.ts'
import { type Storage, StorageUnavailable } from '../contract.ts'
import { untilAborted } from '../until-aborted.ts'
import { Calendar } from './calendar.ts'
import { Clock, look } from './clock.ts'
import { Writer } from './commit.ts'
import { Keyspace } from './keyspace.ts'
import { count, find, get } from './read.ts'
import { Sequence } from './sequence.ts'
import type { OrderedKeyValue } from './store.ts'
import { tally } from './tally.ts'
import { total } from './totals.ts'

export interface KeyValueStorageOptions {
  /**
   * Tells several calendars in one store apart: 1 to 64 characters, of which others than `A-Za-z0-9_-` count three for
   * each of their UTF-8 bytes. Default `calendar`.
   */
  calendar?: string
  /**
   * How often a commit is tried again that others came before, with growing pauses of at most 250 ms. Then the answer
   * is 503. Default 20, which is about four seconds.
   */
  retries?: number
}

/**
 * The version of how everything is kept. Receipts, which came later, did not make another one: their entries are beside
 * all others, which are as they were, so that calendars from before need nothing, and processes that know no receipts
 * may go on writing beside those that do.
 */
const LAYOUT = '1'

export function openKeyValue(
  kv: OrderedKeyValue,
  options: KeyValueStorageOptions = {},
  wait: Wait = sleep,
): Storage {
  const whole = new Calendar(kv, new Keyspace(options.calendar ?? 'calendar'))
  const patience = { retries: retriesOf(options.retries), wait }
  const clock = new Clock(wait)
  const writer = new Writer(whole, clock, patience)
  const sequences = {
    post: new Sequence(whole, 'post', patience),
    term: new Sequence(whole, 'term', patience),
  }
  let closed = false
  const alive = (signal: AbortSignal | undefined) => {
    if (closed) throw new StorageUnavailable('the key-value storage was closed')
    signal?.throwIfAborted()
  }

  /** No store has a way to end a call: what is under way is left to itself, and no further step begins. */
  const storageOn = (calendar: Calendar, signal?: AbortSignal): Storage => ({
    async get(kind, ids) {
      alive(signal)
      const wanted = [...new Set(ids)]
      return untilAborted(signal, async () => {
        const reading = await get(calendar, kind, wanted)
        if (reading.clock !== undefined) return reading.result
        return clock.consistently(calendar, () => get(calendar, kind, wanted))
      })
    },
    async find(kind, query) {
      alive(signal)
      return untilAborted(signal, () => clock.consistently(calendar, () => find(calendar, kind, query)))
    },
    async count(kind, filter) {
      alive(signal)
      const read = async () => {
        const kept = await total(calendar, kind, filter)
        return kept === undefined ? count(calendar, kind, filter) : { result: kept }
      }
      return untilAborted(signal, () => clock.consistently(calendar, read))
    },
    async tally(key, filter, values) {
      alive(signal)
      return untilAborted(signal, () =>
        clock.consistently(calendar, () => tally(calendar, key, filter, values)),
      )
    },
    async allocate(sequence, amount) {
      alive(signal)
      return sequences[sequence].allocate(amount, signal)
    },
    async commit(changes) {
      alive(signal)
      return writer.commit(changes, signal)
    },
    async revision() {
      alive(signal)
      return untilAborted(signal, () => look(calendar))
    },
    async migrate() {
      alive(signal)
      const { layout } = calendar.keys
      const isNew = await kv.commit({ checks: [[layout, undefined]], sets: [[layout, LAYOUT]], deletes: [] })
      const [found] = isNew ? [LAYOUT] : await kv.get([layout])
      if (found !== LAYOUT) {
        throw new Error(
          `the calendar is kept in layout ${found}, of which this version of events-api knows nothing`,
        )
      }
    },
    async close() {
      closed = true
      await kv.close()
    },
    within(signal) {
      return storageOn(calendar.within(signal), signal)
    },
  })
  return storageOn(whole)
}
