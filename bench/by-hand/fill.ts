import type { EventRecord } from '../../src/core/domain/records/records.ts'
import { categoriesOf, organizersOf, tagsOf, venuesOf } from '../calendar/calendar.ts'
import type { Filling } from '../calendar/fill.ts'
import { type Driver, marks, type Queries, type Row } from './driver.ts'
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

async function insertAll(queries: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const size = Math.floor(VALUES / names.length)
  for (let from = 0; from < rows.length; from += size) {
    const some = rows.slice(from, from + size)
    const values = some.map(() => `(${marks(names.length)})`).join(', ')
    await queries.run(
      `insert into ${table} (${names.join(', ')}) values ${values}`,
      some.flatMap((row) => Object.values(row)),
    )
  }
}

async function insertLinked(tx: Queries): Promise<void> {
  await insertAll(tx, 'venues', venuesOf().map(venueRow))
  await insertAll(tx, 'organizers', organizersOf().map(organizerRow))
  await insertAll(tx, 'terms', [...categoriesOf(), ...tagsOf()].map(termRow))
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
    [...categories, ...tags].map((term_id, position) => ({ event_id, position, term_id })),
  )
  await insertAll(tx, 'event_venues', venues)
  await insertAll(tx, 'event_organizers', organizers)
  await insertAll(tx, 'event_terms', terms)
}
