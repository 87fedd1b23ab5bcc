import { retriesOf, sleep, type Wait } from '../backoff.ts'
import { type Storage, StorageUnavailable } from '../contract.ts'
import { Calendar } from './calendar.ts'
import { Clock } from './clock.ts'
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

/** The version of how everything is kept. */
const LAYOUT = '1'

export function openKeyValue(
  kv: OrderedKeyValue,
  options: KeyValueStorageOptions = {},
  wait: Wait = sleep,
): Storage {
  const calendar = new Calendar(kv, new Keyspace(options.calendar ?? 'calendar'))
  const patience = { retries: retriesOf(options.retries), wait }
  const clock = new Clock(calendar, wait)
  const writer = new Writer(calendar, clock, patience)
  const sequences = {
    post: new Sequence(calendar, 'post', patience),
    term: new Sequence(calendar, 'term', patience),
  }
  let closed = false
  const alive = () => {
    if (closed) throw new StorageUnavailable('the key-value storage was closed')
  }

  return {
    async get(kind, ids) {
      alive()
      const wanted = [...new Set(ids)]
      const reading = await get(calendar, kind, wanted)
      if (reading.clock !== undefined) return reading.result
      return clock.consistently(() => get(calendar, kind, wanted))
    },
    async find(kind, query) {
      alive()
      return clock.consistently(() => find(calendar, kind, query))
    },
    async count(kind, filter) {
      alive()
      return clock.consistently(async () => {
        const kept = await total(calendar, kind, filter)
        return kept === undefined ? count(calendar, kind, filter) : { result: kept }
      })
    },
    async tally(key, filter, values) {
      alive()
      return clock.consistently(() => tally(calendar, key, filter, values))
    },
    async allocate(sequence, amount) {
      alive()
      return sequences[sequence].allocate(amount)
    },
    async commit(changes) {
      alive()
      return writer.commit(changes)
    },
    async migrate() {
      alive()
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
  }
}
