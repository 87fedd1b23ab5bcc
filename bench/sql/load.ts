import { eventContent, organizerContent, termContent, venueContent } from '../../src/domain/content.ts'
import type { EventRecord } from '../../src/domain/records.ts'
import type { Change, Content, Kind, Storage } from '../../src/storage/contract.ts'
import { type Driver, marks, type Queries, type Value } from './by-hand/driver.ts'
import { eventRow, organizerRow, termRow, venueRow } from './by-hand/rows.ts'
import { tables } from './by-hand/schema.ts'
import {
  CATEGORIES,
  categoryOf,
  eventOf,
  FIRST_CATEGORY,
  FIRST_EVENT,
  FIRST_ORGANIZER,
  FIRST_TAG,
  FIRST_VENUE,
  ORGANIZERS,
  organizerOf,
  TAGS,
  tagOf,
  VENUES,
  venueOf,
} from './calendar.ts'

/** Events that one commit, and one transaction, writes. */
const BATCH = 500

/** Seconds that each side took, its own forms of the records included. */
export interface LoadTimes {
  readonly byHand: number
  readonly library: number
}

export async function load(
  byHand: Driver,
  storage: Storage,
  count: number,
  say: (text: string) => void,
): Promise<LoadTimes> {
  for (const statement of tables(byHand.words)) await byHand.run(statement, [])
  await storage.migrate()
  const times = { byHand: 0, library: 0 }
  const timed = async (side: keyof LoadTimes, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times[side] += (performance.now() - began) / 1000
  }
  await timed('byHand', () => byHand.transaction(fillLinked))
  await timed('library', () => commitLinked(storage, count))
  for (let done = 0; done < count; done += BATCH) {
    const events = range(FIRST_EVENT + done, Math.min(BATCH, count - done)).map(eventOf)
    await timed('byHand', () => byHand.transaction((tx) => fillEvents(tx, events)))
    await timed('library', () =>
      commit(
        storage,
        events.map((event) => put('event', event.id, eventContent(event))),
      ),
    )
    if (done % 50_000 === 0) say(`${done} of ${count} events`)
  }
  await timed('byHand', () => byHand.run(COUNT_TERMS, []))
  return times
}

const range = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

// —— By hand ——————————————————————————————————————————————————————————————————————————————————————————————————

const COUNT_TERMS = `update terms set events = (
  select count(*) from event_terms l join events e on e.id = l.event_id
  where l.term_id = terms.id and e.status = 'publish'
)`

/** Below what each of the databases binds. */
const VALUES = 4000

async function insertAll(queries: Queries, table: string, rows: readonly object[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const size = Math.floor(VALUES / names.length)
  for (let from = 0; from < rows.length; from += size) {
    const some = rows.slice(from, from + size)
    const values = some.map(() => `(${marks(names.length)})`).join(', ')
    await queries.run(
      `insert into ${table} (${names.join(', ')}) values ${values}`,
      some.flatMap((row): Value[] => Object.values(row)),
    )
  }
}

async function fillLinked(tx: Queries): Promise<void> {
  await insertAll(tx, 'venues', range(FIRST_VENUE, VENUES).map(venueOf).map(venueRow))
  await insertAll(tx, 'organizers', range(FIRST_ORGANIZER, ORGANIZERS).map(organizerOf).map(organizerRow))
  const terms = [...range(FIRST_CATEGORY, CATEGORIES).map(categoryOf), ...range(FIRST_TAG, TAGS).map(tagOf)]
  await insertAll(tx, 'terms', terms.map(termRow))
}

async function fillEvents(tx: Queries, events: readonly EventRecord[]): Promise<void> {
  await insertAll(tx, 'events', events.map(eventRow))
  const venues = events.flatMap(({ id: event_id, venue }) =>
    venue.map((venue_id, position) => ({ event_id, position, venue_id })),
  )
  const organizers = events.flatMap(({ id: event_id, organizer }) =>
    organizer.map((organizer_id, position) => ({ event_id, position, organizer_id })),
  )
  const terms = events.flatMap(({ id: event_id, categories, tags }) =>
    [...categories, ...tags].map((term_id) => ({ event_id, term_id })),
  )
  await insertAll(tx, 'event_venues', venues)
  await insertAll(tx, 'event_organizers', organizers)
  await insertAll(tx, 'event_terms', terms)
}

// —— The library ——————————————————————————————————————————————————————————————————————————————————————————————

const put = <K extends Kind>(kind: K, id: number, content: Content<K>) => ({
  do: 'put' as const,
  kind,
  id,
  expect: 0,
  content,
})

async function commit(storage: Storage, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH) {
    const result = await storage.commit(changes.slice(from, from + BATCH))
    if (result.conflict !== null) throw new Error(`${result.kind} ${result.id}: ${result.conflict}`)
  }
}

async function commitLinked(storage: Storage, events: number): Promise<void> {
  await storage.allocate('post', FIRST_EVENT - 1 + events)
  await storage.allocate('term', FIRST_TAG - 1 + TAGS)
  await commit(storage, [
    ...range(FIRST_VENUE, VENUES).map((id) => put('venue', id, venueContent(venueOf(id)))),
    ...range(FIRST_ORGANIZER, ORGANIZERS).map((id) =>
      put('organizer', id, organizerContent(organizerOf(id))),
    ),
    ...range(FIRST_CATEGORY, CATEGORIES).map((id) => put('category', id, termContent(categoryOf(id)))),
    ...range(FIRST_TAG, TAGS).map((id) => put('tag', id, termContent(tagOf(id)))),
  ])
}
