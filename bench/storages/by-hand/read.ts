import { fold } from '../../../src/domain/fold.ts'
import { NOW } from '../calendar.ts'
import { type Driver, marks, type Queries, type Value } from './driver.ts'
import { API, type Linked, showEvent, showProtected } from './present.ts'
import type { EventRow, OrganizerRow, TermRow, VenueRow } from './rows.ts'

/*
 * The hand-written reads, for visitors: what is asked of the database, and the answer as a JSON text.
 */

export const PER_PAGE = 10

/** Everything but the text to search, which no answer shows. */
const COLUMNS = `e.id, e.version, e.author, e.status, e.slug, e.title, e.description, e.excerpt, e.image, e.date,
  e.date_utc, e.modified, e.modified_utc, e.starts_at, e.ends_at, e.utc_starts_at, e.utc_ends_at, e.start_offset,
  e.end_offset, e.timezone, e.timezone_abbr, e.all_day, e.cost, e.cost_details, e.price, e.website, e.show_map,
  e.show_map_link, e.hide_from_listings, e.sticky, e.featured, e.ticketed, e.post_parent, e.password, e.summary`

export async function readById(queries: Queries, id: number, withJsonLd = true): Promise<string | undefined> {
  const [row] = await queries.all<EventRow>(`select ${COLUMNS} from events e where e.id = ?`, [id])
  return single(queries, row, withJsonLd)
}

export async function readBySlug(queries: Queries, slug: string): Promise<string | undefined> {
  const [row] = await queries.all<EventRow>(`select ${COLUMNS} from events e where e.slug = ?`, [slug])
  return single(queries, row, true)
}

async function single(queries: Queries, row: EventRow | undefined, withJsonLd: boolean) {
  if (row === undefined || row.status !== 'publish' || row.password !== null) return undefined
  const linked = await linkedOf(queries, [row])
  return JSON.stringify(showEvent(row, linked(row.id), withJsonLd))
}

export interface ListQuery {
  readonly page?: number
  /** Days. */
  readonly start_date?: string
  readonly end_date?: string
  /** One word. */
  readonly search?: string
  readonly category?: number
}

const dayOf = (days: number, years = 0) => {
  const day = new Date(NOW)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** A category stands for those below it, too. */
const WITH_BELOW = `with recursive below(id) as (
    select id from terms where id = ? and kind = 'category'
    union all
    select t.id from terms t join below on t.parent = below.id
  )
  select id from below`

interface Selection {
  readonly from: string
  readonly to: string
  readonly where: string
  readonly values: readonly Value[]
  /** By a category or a word, for which no plan is the best for all. */
  readonly isFiltered: boolean
}

async function selectionOf(driver: Driver, query: ListQuery): Promise<Selection> {
  const from = `${query.start_date ?? dayOf(-1)} 00:00:00`
  const to = `${query.end_date ?? dayOf(0, 2)} 23:59:59`
  const conditions = [
    "e.status = 'publish'",
    'e.hide_from_listings = false',
    // What ends within the window has started within it, too, which the index can tell.
    'e.starts_at >= ?',
    'e.starts_at <= ?',
    'e.ends_at <= ?',
  ]
  const values: Value[] = [from, to, to]
  const isFiltered = query.search !== undefined || query.category !== undefined
  if (isFiltered) conditions.push('e.password is null')
  if (query.category !== undefined) {
    const below = await driver.all<{ id: number }>(WITH_BELOW, [query.category])
    conditions.push(`e.id in (select event_id from event_terms where term_id in (${marks(below.length)}))`)
    values.push(...below.map(({ id }) => id))
  }
  if (query.search !== undefined) {
    conditions.push(driver.words.contains)
    values.push(driver.words.contained(fold(query.search)))
  }
  return { from, to, where: conditions.join(' and '), values, isFiltered }
}

async function totalOf(queries: Queries, { where, values, isFiltered }: Selection): Promise<number> {
  const [counted] = await queries.all<{ n: number | string }>(
    `select count(*) as n from events e where ${where}`,
    values,
    isFiltered,
  )
  return Number(counted?.n ?? 0)
}

/** How many events a list has on all its pages. */
export async function total(driver: Driver, query: ListQuery): Promise<number> {
  return totalOf(driver, await selectionOf(driver, query))
}

/** An answer, and the totals that are in it, for its headers. */
export interface Page {
  readonly text: string
  readonly total: number
  readonly total_pages: number
}

export const list = async (driver: Driver, query: ListQuery): Promise<string> =>
  (await listPage(driver, query)).text

export async function listPage(driver: Driver, query: ListQuery): Promise<Page> {
  const page = query.page ?? 1
  const selection = await selectionOf(driver, query)
  const { from, to, where, values, isFiltered } = selection
  const [rows, total] = await Promise.all([
    driver.all<EventRow>(
      `select ${COLUMNS} from events e where ${where} order by e.starts_at, e.date_utc, e.id limit ? offset ?`,
      [...values, PER_PAGE, (page - 1) * PER_PAGE],
      isFiltered,
    ),
    totalOf(driver, selection),
  ])
  const linked = await linkedOf(
    driver,
    rows.filter(({ password }) => password === null),
  )
  const events = rows.map((row) =>
    row.password === null ? showEvent(row, linked(row.id), false) : showProtected(row),
  )
  const total_pages = Math.ceil(total / PER_PAGE)
  const link = linkTo(query, from, to)
  const text = JSON.stringify({
    events,
    rest_url: link(page),
    ...(page < total_pages ? { next_rest_url: link(page + 1) } : {}),
    ...(page > 1 ? { previous_rest_url: link(page === 2 ? undefined : page - 1) } : {}),
    total,
    total_pages,
  })
  return { text, total, total_pages }
}

function linkTo(query: ListQuery, from: string, to: string) {
  return (page: number | undefined): string => {
    const search = new URLSearchParams()
    if (page !== undefined) search.set('page', String(page))
    search.set('per_page', String(PER_PAGE))
    search.set('start_date', from)
    search.set('end_date', to)
    if (query.search !== undefined) search.set('search', query.search)
    search.set('status', 'publish')
    if (query.category !== undefined) search.set('categories', String(query.category))
    return `${API}/events/?${search}`
  }
}

/** What the events of a page are shown with: three statements, however many events. */
async function linkedOf(queries: Queries, events: readonly EventRow[]): Promise<(id: number) => Linked> {
  if (events.length === 0) return () => ({ venues: [], organizers: [], terms: [] })
  // A page is filled up, so that it is one prepared statement whatever its size.
  const size = events.length === 1 ? 1 : PER_PAGE
  const ids = Array.from({ length: size }, (_, index) => (events[index] ?? events[0])?.id ?? 0)
  const some = `l.event_id in (${marks(size)})`
  const [venues, organizers, terms] = await Promise.all([
    queries.all<VenueRow & { event_id: number }>(
      `select v.*, l.event_id from event_venues l join venues v on v.id = l.venue_id
       where ${some} and v.status = 'publish' order by l.event_id, l.position`,
      ids,
    ),
    queries.all<OrganizerRow & { event_id: number }>(
      `select o.*, l.event_id from event_organizers l join organizers o on o.id = l.organizer_id
       where ${some} and o.status = 'publish' order by l.event_id, l.position`,
      ids,
    ),
    queries.all<TermRow & { event_id: number }>(
      `select t.*, l.event_id from event_terms l join terms t on t.id = l.term_id
       where ${some} order by l.event_id, t.sort_name, t.id`,
      ids,
    ),
  ])
  const [venuesOf, organizersOf, termsOf] = [byEvent(venues), byEvent(organizers), byEvent(terms)]
  return (id) => ({ venues: venuesOf(id), organizers: organizersOf(id), terms: termsOf(id) })
}

function byEvent<Row extends { event_id: number }>(rows: readonly Row[]): (id: number) => readonly Row[] {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.event_id)
    if (group === undefined) groups.set(row.event_id, [row])
    else group.push(row)
  }
  return (id) => groups.get(id) ?? []
}
