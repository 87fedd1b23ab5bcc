import { type Storage, StorageNotMigrated } from '../contract.ts'
import { OpenState } from '../shared/open-state.ts'
import { type RetryOptions, retryPolicy, sleep, type Wait } from '../shared/retry.ts'
import { SharedRead } from '../shared/shared-read.ts'
import { untilAborted } from '../shared/until-aborted.ts'
import { Calendar } from './calendar.ts'
import { Clock, look } from './clock.ts'
import { Writer } from './commit.ts'
import { END, Keyspace } from './keyspace.ts'
import { LAYOUT, migrate, readLayout } from './migrations/index.ts'
import { count, find, get } from './read.ts'
import { openSequence } from './sequence.ts'
import type { OrderedKeyValue } from './store.ts'
import { tally } from './tally.ts'
import { TextCache } from './text-cache.ts'
import { total } from './totals.ts'

export interface KeyValueStorageOptions extends RetryOptions {
  /**
   * Separates several calendars in one store. 1 to 64 characters; each UTF-8 byte outside `A-Za-z0-9_-` counts as
   * three. Default `calendar`.
   */
  calendar?: string | undefined
  /**
   * How much searchable text this process keeps in memory, in characters. Searches read all texts of the events that
   * they look through; with this, they read each text once. Default 32 Mi; 0 keeps none.
   */
  searchCache?: number | undefined
}

const SEARCH_CACHE = 32 * 1024 * 1024

export function openKeyValue(
  kv: OrderedKeyValue,
  options: KeyValueStorageOptions = {},
  wait: Wait = sleep,
): Storage {
  const { searchCache = SEARCH_CACHE } = options
  const texts = searchCache === 0 ? undefined : new TextCache(searchCache)
  const whole = new Calendar(kv, new Keyspace(options.calendar ?? 'calendar'), texts)
  const policy = retryPolicy(options, wait)
  const clock = new Clock(wait)
  const revision = new SharedRead(() => look(whole))
  const writer = new Writer(whole, clock, policy)
  const sequences = {
    post: openSequence(whole, 'post', policy),
    term: openSequence(whole, 'term', policy),
  }
  const state = new OpenState('key-value')

  /** Stores cannot cancel a call. After an abort, running calls finish, but no further step starts. */
  const storageOn = (calendar: Calendar, signal?: AbortSignal): Storage => ({
    async get(kind, ids) {
      state.check(signal)
      const wanted = [...new Set(ids)]
      return untilAborted(signal, async () => {
        const reading = await get(calendar, kind, wanted)
        if (reading.clock !== undefined) return reading.result
        return clock.consistently(calendar, () => get(calendar, kind, wanted))
      })
    },
    async find(kind, query) {
      state.check(signal)
      return untilAborted(signal, () => clock.consistently(calendar, () => find(calendar, kind, query)))
    },
    async count(kind, filter) {
      state.check(signal)
      const read = async () => {
        const stored = await total(calendar, kind, filter)
        return stored === undefined ? count(calendar, kind, filter) : { result: stored }
      }
      return untilAborted(signal, () => clock.consistently(calendar, read))
    },
    async tally(key, filter, values) {
      state.check(signal)
      return untilAborted(signal, () =>
        clock.consistently(calendar, () => tally(calendar, key, filter, values)),
      )
    },
    async allocate(sequence, amount) {
      state.check(signal)
      return sequences[sequence].allocate(amount, signal)
    },
    async reserve(sequence, upTo) {
      state.check(signal)
      return sequences[sequence].reserve(upTo, signal)
    },
    async commit(changes) {
      state.check(signal)
      return writer.commit(changes, signal)
    },
    async revision() {
      state.check(signal)
      return untilAborted(signal, () => revision.get())
    },
    async migrate() {
      state.check(signal)
      await migrate(calendar, policy)
    },
    async check() {
      state.check(signal)
      const { start } = calendar.keys
      if ((await readLayout(calendar)) === String(LAYOUT)) return
      const [any] = await kv.range({ start, end: start + END, limit: 1 })
      throw any === undefined
        ? new StorageNotMigrated(
            'there is no calendar of this name: call api.migrate() on every start',
            'nothing',
          )
        : new StorageNotMigrated(
            'the calendar is of an earlier layout: call api.migrate() on every start',
            'earlier',
          )
    },
    async close() {
      state.close()
    },
    within(signal) {
      return storageOn(calendar.within(signal), signal)
    },
  })
  return storageOn(whole)
}
