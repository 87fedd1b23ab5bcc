import type { EventRecord } from '../../../src/domain/records.ts'
import {
  CATEGORIES,
  categoryOf,
  FIRST_CATEGORY,
  FIRST_ORGANIZER,
  FIRST_TAG,
  FIRST_VENUE,
  idsFrom,
  ORGANIZERS,
  organizerOf,
  TAGS,
  tagOf,
  VENUES,
  venueOf,
} from '../calendar.ts'
import type { Filling } from '../load.ts'
import { type Driver, marks, type Queries, type Value } from './driver.ts'
import { eventRow, organizerRow, termRow, venueRow } from './rows.ts'
import { tables } from './schema.ts'

/** Fills the hand-written tables. */
export const fillTables = (driver: Driver): Filling => ({
  async begin() {
    for (const statement of tables(driver.words)) await driver.run(statement, [])
    await driver.transaction(insertLinked)
  },
  write: (events) => driver.transaction((tx) => insertEvents(tx, events)),
  end: () => driver.run(COUNT_TERMS, []),
})

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

async function insertLinked(tx: Queries): Promise<void> {
  await insertAll(tx, 'venues', idsFrom(FIRST_VENUE, VENUES).map(venueOf).map(venueRow))
  await insertAll(tx, 'organizers', idsFrom(FIRST_ORGANIZER, ORGANIZERS).map(organizerOf).map(organizerRow))
  const terms = [
    ...idsFrom(FIRST_CATEGORY, CATEGORIES).map(categoryOf),
    ...idsFrom(FIRST_TAG, TAGS).map(tagOf),
  ]
  await insertAll(tx, 'terms', terms.map(termRow))
}

async function insertEvents(tx: Queries, events: readonly EventRecord[]): Promise<void> {
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
