import type { Entry, KeyRange, Mutation, OrderedKeyValue } from '../../storage/key-value/store.ts'
import { equal } from '../assert.ts'
import type { Calendar } from './calendar.ts'

/** The lowest and highest characters of keys. */
export const LOWEST = '!'
export const HIGHEST = '~'

export const NOTHING: Mutation = { checks: [], sets: [], deletes: [] }

/** A limit that is higher than any test needs, for stores without limits. */
export const AMPLE = 1000

export const keysPerGet = (store: OrderedKeyValue) => Math.min(store.limits?.keysPerGet ?? AMPLE, AMPLE)
export const entriesPerRange = (store: OrderedKeyValue) =>
  Math.min(store.limits?.entriesPerRange ?? AMPLE, AMPLE)

/** Commits, and fails if the commit does not take effect. */
export async function write(store: OrderedKeyValue, mutation: Partial<Mutation>): Promise<void> {
  equal(await store.commit({ ...NOTHING, ...mutation }), true, 'the commit takes effect')
}

/** Sets any number of entries, in several commits if necessary. */
export async function fill(store: OrderedKeyValue, entries: readonly Entry[]): Promise<void> {
  const most = Math.min(store.limits?.mutationsPerCommit ?? AMPLE, AMPLE)
  for (let from = 0; from < entries.length; from += most) {
    await write(store, { sets: entries.slice(from, from + most) })
  }
}

/** The range of all entries of a calendar. */
export function wholeRange(store: OrderedKeyValue, { key }: Calendar): KeyRange {
  return { start: key(''), end: key(HIGHEST.repeat(20)), limit: entriesPerRange(store) }
}

/** The keys of a range without the calendar's name. */
export async function namesIn(
  store: OrderedKeyValue,
  { key }: Calendar,
  range: KeyRange,
): Promise<readonly string[]> {
  return (await store.range(range)).map(([name]) => name.slice(key('').length))
}
