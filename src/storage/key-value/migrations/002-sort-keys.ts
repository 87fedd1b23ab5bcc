import { KEYS_OF } from '../../shared/keys.ts'
import { listIn } from '../../shared/own-json.ts'
import { type RetryPolicy, retry } from '../../shared/retry.ts'
import type { Calendar } from '../calendar.ts'
import { look } from '../clock.ts'
import { dataOf, textsOf } from '../documents.ts'
import { readHead, writeHead } from '../heads.ts'
import { NEVER, note, timeAfter } from '../journal.ts'
import { END, lastId } from '../keyspace.ts'
import { MutationBuilder } from '../mutation-builder.ts'
import { sortedEntries } from '../sorted-lists.ts'
import type { Dated } from '../timelines.ts'

/*
 * Calendars of layout 1: events, venues and organizers lack the keys `modified` and `title`, all keys after them, and
 * the lists that are sorted by them.
 */

const DATED_KINDS = ['event', 'venue', 'organizer'] as const satisfies readonly Dated[]

/** Version, and number of parts of text and data. */
const BEFORE_KEYS = 3

const placeOf = (kind: Dated, key: string): number =>
  BEFORE_KEYS + KEYS_OF[kind].findIndex(({ name }) => name === key)

/** Characters of a title that its key holds. */
const LONGEST_TITLE = 250

/** Documents per commit, within the limits of every store. */
const TOGETHER = 20

/** Completes all documents that lack keys. May be killed and run again, and run in several processes at once. */
export async function sortKeys(calendar: Calendar, policy: RetryPolicy): Promise<void> {
  const { keys } = calendar
  for (const kind of DATED_KINDS) {
    for await (const entries of calendar.parts(keys.heads(kind), keys.heads(kind) + END)) {
      const ids = entries.filter(([, head]) => isOlder(kind, head)).map(([key]) => lastId(key))
      for (let from = 0; from < ids.length; from += TOGETHER) {
        const some = ids.slice(from, from + TOGETHER)
        await retry(() => complete(calendar, kind, some), policy, 'other commits kept coming between')
      }
    }
  }
}

const isOlder = (kind: Dated, head: string): boolean =>
  listIn<unknown[]>(head).length === placeOf(kind, 'modified')

/** `undefined`: another process committed in between. */
async function complete(calendar: Calendar, kind: Dated, ids: readonly number[]): Promise<true | undefined> {
  const { keys, kv } = calendar
  const clock = await look(calendar)
  const [heads, texts, data] = await Promise.all([
    calendar.get(ids.map((id) => keys.head(kind, id))),
    textsOf(calendar, kind, ids),
    dataOf(calendar, kind, ids),
  ])
  const mutation = new MutationBuilder()
  const next = timeAfter(clock)
  const written: { kind: Dated; id: number }[] = []
  for (const [index, id] of ids.entries()) {
    const head = heads[index]
    if (head === undefined || !isOlder(kind, head)) continue
    const date = listIn<unknown[]>(head)[placeOf(kind, 'date')]
    const modified = /"modified_utc":"(.{19})"/.exec(data[index] ?? '')?.[1] ?? date
    const title = [...(texts[index]?.[0] ?? '')].slice(0, LONGEST_TITLE).join('')
    const whole = readHead(kind, JSON.stringify([...listIn<unknown[]>(head), modified, title]))
    mutation.set(keys.head(kind, id), writeHead(kind, whole))
    for (const [key, value] of sortedEntries(keys, kind, id, whole.keys)) mutation.set(key, value)
    written.push({ kind, id })
  }
  if (written.length === 0) return true
  mutation.check(keys.clock, clock === NEVER ? undefined : clock)
  mutation.set(keys.clock, next)
  note(calendar, mutation, next, written)
  return (await kv.commit(mutation.finished(kv.limits))) || undefined
}
