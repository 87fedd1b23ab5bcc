import { cleanHtml } from '../../../src/domain/html.ts'
import { numbered, slugify } from '../../../src/domain/slug.ts'
import { NOW } from '../calendar.ts'
import { type Driver, marks, type Queries } from './driver.ts'
import { readById } from './read.ts'
import { costColumns, derivedOf, type EventRow, type StoredEvent } from './rows.ts'

/*
 * The hand-written writes, for editors, with what any calendar has to do: HTML sanitized, a slug of its own, all
 * rows or none.
 */

export interface NewEvent {
  readonly title: string
  readonly description: string
  /** UTC. */
  readonly start_date: string
  readonly end_date: string
  readonly venue: number
  readonly organizer: number
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

export type EventChange = Partial<Pick<NewEvent, 'title' | 'description' | 'start_date' | 'end_date'>>

const moment = () => NOW.toISOString().slice(0, 19).replace('T', ' ')

const LINK = (kind: 'venue' | 'organizer') =>
  `insert into event_${kind}s (event_id, position, ${kind}_id) values (?, 0, ?)`

export async function create(driver: Driver, author: number, body: string): Promise<string | undefined> {
  const given: NewEvent = JSON.parse(body)
  const texts = {
    title: cleanHtml(given.title),
    description: cleanHtml(given.description),
    excerpt: '',
  }
  const now = moment()
  const row: Omit<StoredEvent, 'id' | 'slug'> = {
    version: 1,
    author,
    status: 'publish',
    ...texts,
    image: null,
    date: now,
    date_utc: now,
    modified: now,
    modified_utc: now,
    starts_at: given.start_date,
    ends_at: given.end_date,
    utc_starts_at: given.start_date,
    utc_ends_at: given.end_date,
    start_offset: 0,
    end_offset: 0,
    timezone: 'UTC',
    timezone_abbr: 'UTC',
    all_day: false,
    ...costColumns(null),
    website: null,
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    ticketed: false,
    post_parent: 0,
    password: null,
    ...derivedOf(texts),
  }
  const id = await driver.transaction(async (tx) => {
    const slug = await freeSlug(tx, texts.title)
    const columns = ['slug', ...Object.keys(row)]
    const event_id = await tx.insert(
      `insert into events (${columns.join(', ')}) values (${marks(columns.length)})`,
      [slug, ...Object.values(row)],
    )
    const terms = [...given.categories, ...given.tags]
    await Promise.all([
      tx.run(LINK('venue'), [event_id, given.venue]),
      tx.run(LINK('organizer'), [event_id, given.organizer]),
      tx.run(
        `insert into event_terms (event_id, term_id) values ${terms.map(() => '(?, ?)').join(', ')}`,
        terms.flatMap((term_id) => [event_id, term_id]),
      ),
      tx.run(`update terms set events = events + 1 where id in (${marks(terms.length)})`, terms),
    ])
    return event_id
  })
  return readById(driver, id, false)
}

async function freeSlug(queries: Queries, title: string): Promise<string> {
  const slug = slugify(title)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : numbered(slug, n)
    const taken = await queries.all('select 1 as taken from events where slug = ?', [candidate])
    if (taken.length === 0) return candidate
  }
}

export async function update(driver: Driver, id: number, body: string): Promise<string | undefined> {
  const given: EventChange = JSON.parse(body)
  const isDone = await driver.transaction(async (tx) => {
    const [row] = await tx.all<EventRow>(
      `select title, description, excerpt, starts_at, ends_at from events where id = ?${driver.words.forUpdate}`,
      [id],
    )
    if (row === undefined) return false
    const texts = {
      title: given.title === undefined ? row.title : cleanHtml(given.title),
      description: given.description === undefined ? row.description : cleanHtml(given.description),
      excerpt: row.excerpt,
    }
    const { summary, search_text } = derivedOf(texts)
    const starts = given.start_date ?? row.starts_at
    const ends = given.end_date ?? row.ends_at
    const now = moment()
    await tx.run(
      `update events set version = version + 1, title = ?, description = ?, summary = ?, search_text = ?,
         starts_at = ?, ends_at = ?, utc_starts_at = ?, utc_ends_at = ?, modified = ?, modified_utc = ?
       where id = ?`,
      [texts.title, texts.description, summary, search_text, starts, ends, starts, ends, now, now, id],
    )
    return true
  })
  return isDone ? readById(driver, id, false) : undefined
}
