import { cleanHtml } from '../../src/core/domain/html/html-sanitizer.ts'
import { NEW_EVENT } from '../../src/core/domain/records/new-event.ts'
import { numbered, slugify } from '../../src/core/domain/text/slug.ts'
import { NOW } from '../calendar/calendar.ts'
import { type Driver, marks, type Queries } from './driver.ts'
import { readById } from './read.ts'
import { derivedOf, eventRow } from './rows.ts'

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
  const now = moment()
  const { id: _none, ...row } = eventRow({
    ...NEW_EVENT,
    ...{ kind: 'event', id: 0, slug: '', author, status: 'publish', dated: true, published: true },
    ...{ date: now, date_utc: now, modified: now, modified_utc: now },
    ...{ title: cleanHtml(given.title), description: cleanHtml(given.description) },
    ...{ all_day: false, timezone: 'UTC', timezone_abbr: 'UTC', start_offset: 0, end_offset: 0 },
    ...{ start: given.start_date, utc_start: given.start_date, end: given.end_date, utc_end: given.end_date },
  })
  const id = await driver.transaction(async (tx) => {
    row.slug = await freeSlug(tx, String(row.title))
    const columns = Object.keys(row)
    const event_id = await tx.insert(
      `insert into events (${columns.join(', ')}) values (${marks(columns.length)})`,
      Object.values(row),
    )
    const terms = [...given.categories, ...given.tags]
    await Promise.all([
      tx.run(LINK('venue'), [event_id, given.venue]),
      tx.run(LINK('organizer'), [event_id, given.organizer]),
      tx.run(
        `insert into event_terms (event_id, position, term_id) values ${terms.map(() => '(?, ?, ?)').join(', ')}`,
        terms.flatMap((term_id, position) => [event_id, position, term_id]),
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
    const [row] = await tx.all(
      `select title, description, excerpt, start_date, end_date, all_day from events where id = ?${driver.words.forUpdate}`,
      [id],
    )
    if (row === undefined) return false
    const texts = {
      title: given.title === undefined ? String(row.title) : cleanHtml(given.title),
      description: given.description === undefined ? String(row.description) : cleanHtml(given.description),
      excerpt: String(row.excerpt),
    }
    const { summary, search_text } = derivedOf(texts)
    const day = (moment: string, time: string) => (row.all_day ? `${moment.slice(0, 10)} ${time}` : moment)
    const starts = day(given.start_date ?? String(row.start_date), '00:00:00')
    const ends = day(given.end_date ?? String(row.end_date), '23:59:59')
    const now = moment()
    await tx.run(
      `update events set version = version + 1, title = ?, description = ?, summary = ?, search_text = ?,
         start_date = ?, end_date = ?, utc_start_date = ?, utc_end_date = ?, modified = ?, modified_utc = ?
       where id = ?`,
      [texts.title, texts.description, summary, search_text, starts, ends, starts, ends, now, now, id],
    )
    return true
  })
  return isDone ? readById(driver, id, false) : undefined
}
