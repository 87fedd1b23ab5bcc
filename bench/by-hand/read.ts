import { fold } from '../../src/core/domain/text/fold.ts'
import { NOW } from '../calendar/calendar.ts'
import { type Driver, marks, type Queries, type Row, type Value } from './driver.ts'
import { API, type Linked, showEvent, showProtected } from './present.ts'
import { EVENT } from './schema.ts'

/*
 * The hand-written reads, for visitors: what is asked of the database, and the answer as a JSON text.
 */

export const PER_PAGE = 10

/** Everything but the text to search, which no answer shows. */
const COLUMNS = ['id', ...Object.keys(EVENT)]
  .filter((name) => name !== 'search_text')
  .map((name) => `e.${name}`)
  .join(', ')

export async function readById(queries: Queries, id: number, withJsonLd = true): Promise<string | undefined> {
  const [row] = await queries.all(`select ${COLUMNS} from events e where e.id = ?`, [id])
  return single(queries, row, withJsonLd)
}

export async function readBySlug(queries: Queries, slug: string): Promise<string | undefined> {
  const [row] = await queries.all(`select ${COLUMNS} from events e where e.slug = ?`, [slug])
  return single(queries, row, true)
}

async function single(queries: Queries, row: Row | undefined, withJsonLd: boolean) {
  if (row === undefined || row.status !== 'publish' || row.password !== null) return undefined
  const linked = await linkedOf(queries, [row])
  return JSON.stringify(showEvent(row, linked(Number(row.id)), withJsonLd))
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
    'e.start_date >= ?',
    'e.start_date <= ?',
    'e.end_date <= ?',
  ]
  const values: Value[] = [from, to, to]
  const isFiltered = query.search !== undefined || query.category !== undefined
  if (isFiltered) conditions.push('e.password is null')
  if (query.category !== undefined) {
    const below = await driver.all(WITH_BELOW, [query.category])
    conditions.push(`e.id in (select event_id from event_terms where term_id in (${marks(below.length)}))`)
    values.push(...below.map(({ id }) => Number(id)))
  }
  if (query.search !== undefined) {
    conditions.push(driver.words.contains)
    values.push(driver.words.contained(fold(query.search)))
  }
  return { from, to, where: conditions.join(' and '), values, isFiltered }
}

async function totalOf(queries: Queries, { where, values, isFiltered }: Selection): Promise<number> {
  const [counted] = await queries.all(`select count(*) as n from events e where ${where}`, values, isFiltered)
  return Number(counted?.n ?? 0)
}

/** An answer, and the totals that are in it, for its headers. */
export interface Page {
  readonly text: string
  readonly total: number
  readonly total_pages: number
}

export async function listPage(driver: Driver, query: ListQuery): Promise<Page> {
  const page = query.page ?? 1
  const selection = await selectionOf(driver, query)
  const { from, to, where, values, isFiltered } = selection
  const [rows, total] = await Promise.all([
    driver.all(
      `select ${COLUMNS} from events e where ${where} order by e.start_date, e.date_utc, e.id limit ? offset ?`,
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
    row.password === null ? showEvent(row, linked(Number(row.id)), false) : showProtected(row),
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
async function linkedOf(queries: Queries, events: readonly Row[]): Promise<(id: number) => Linked> {
  if (events.length === 0) return () => ({ venues: [], organizers: [], terms: [] })
  // A page is filled up, so that it is one prepared statement whatever its size.
  const size = events.length === 1 ? 1 : PER_PAGE
  const ids = Array.from({ length: size }, (_, index) => Number((events[index] ?? events[0])?.id))
  const some = `l.event_id in (${marks(size)})`
  const [venues, organizers, terms] = await Promise.all([
    queries.all(
      `select v.*, l.event_id from event_venues l join venues v on v.id = l.venue_id
       where ${some} and v.status = 'publish' order by l.event_id, l.position`,
      ids,
    ),
    queries.all(
      `select o.*, l.event_id from event_organizers l join organizers o on o.id = l.organizer_id
       where ${some} and o.status = 'publish' order by l.event_id, l.position`,
      ids,
    ),
    queries.all(
      `select t.*, l.event_id from event_terms l join terms t on t.id = l.term_id
       where ${some} order by l.event_id, t.sort_name, t.id`,
      ids,
    ),
  ])
  const [venuesOf, organizersOf, termsOf] = [byEvent(venues), byEvent(organizers), byEvent(terms)]
  return (id) => ({ venues: venuesOf(id), organizers: organizersOf(id), terms: termsOf(id) })
}

function byEvent(rows: readonly Row[]): (id: number) => readonly Row[] {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const id = Number(row.event_id)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [row])
    else group.push(row)
  }
  return (id) => groups.get(id) ?? []
}
