import { fold } from '../../src/domain/fold.ts'
import { cleanHtml, htmlToText, markupOf } from '../../src/domain/html.ts'
import type { OrganizerRecord, TermRecord, VenueRecord } from '../../src/domain/records.ts'
import { numbered, slugify } from '../../src/domain/slug.ts'
import { packText } from '../../src/storage/sql/packed-text.ts'
import { sqlStorage } from '../../src/storage/sql.ts'
import { rowsOf, type Value } from './by-hand/driver.ts'
import { showEvent } from './by-hand/present.ts'
import { costColumns, organizerRow, type TermRow, termRow, venueRow } from './by-hand/rows.ts'
import { NOW } from './calendar.ts'
import { AUTHOR } from './interface.ts'
import type { OpenedStorage } from './opened.ts'
import { type Local, openFile } from './openers/sqlite.ts'

/*
 * A create of an event as one would write it by hand on the very tables of this library's SQLite storage: one
 * transaction that writes the same rows, and the same JSON for an answer. What it is beside the library's own create
 * is what the library costs.
 *
 * It takes what bodies of the benchmark hold: titles, descriptions, times of one day in UTC, venues, organizers,
 * categories and tags by their IDs, which exist.
 */

/** SQLite with every commit on disk before it is answered, filled and asked through `storage`. */
export interface SameRows extends OpenedStorage {
  /** Takes the body of a `POST /events` by an editor, and gives that of its answer. */
  create(body: string): Promise<string>
}

interface Body {
  readonly title: string
  readonly description?: string
  readonly start_date: string
  readonly end_date: string
  readonly venue?: number
  readonly organizer?: number
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
}

type Row = Readonly<Record<string, unknown>>

const COPIED =
  '"start", "date", "end", "utc_start", "status", "hidden", "full_reader", "featured", "ticketed"'

const FREE = costColumns(null)

/** Names from a literal, as this schema has them. */
const LINK = (facet: string) =>
  `insert into calendar_event_${facet} (${facet}_id, event_id, ${COPIED}) values (?, ?, ?, ?, ?, ?, 'publish', 0, 0, 0, 0)`

export async function openSameRows(): Promise<SameRows> {
  const { client, ...opened } = openFile({ synchronous: 'full' })
  let create: ((body: string) => string) | undefined
  return {
    ...opened,
    storage: sqlStorage(client),
    async create(body) {
      create ??= createOn(opened.db)
      return create(body)
    },
  }
}

/** Statements are prepared once, when the tables are there. */
function createOn(db: Local): (body: string) => string {
  const all = <R>(sql: string) => {
    const statement = db.prepare(sql)
    return (...values: Value[]): readonly R[] => rowsOf<R>(statement.all(...values))
  }
  const run = (sql: string) => {
    const statement = db.prepare(sql)
    return (...values: Value[]): void => {
      statement.run(...values)
    }
  }
  const dataOf = (table: string) => all<{ data: string }>(`select data from ${table} where id = ?`)

  const begin = run('begin immediate')
  const commit = run('commit')
  const rollback = run('rollback')
  const nextId = all<{ last: number }>(
    "update calendar_sequence set last = last + 1 where name = 'post' returning last",
  )
  const having = all<Row>('select 1 from calendar_event where slug = ?')
  const insertEvent = run(
    `insert into calendar_event (id, version, slug, unique_slug, status, author, reader, date, full_reader, hidden,
       featured, ticketed, "start", "end", utc_start, parent, "keys", "text", data)
     values (?, 1, ?, ?, 'publish', ?, 0, ?, 0, 0, 0, 0, ?, ?, ?, 0, ?, ?, ?)`,
  )
  const links = {
    category: run(LINK('category')),
    tag: run(LINK('tag')),
    venue: run(LINK('venue')),
    organizer: run(LINK('organizer')),
  }
  const countDay = run(
    `insert into calendar_event_day (day, status, hidden, reader, full_reader, n) values (?, 'publish', 0, 0, 0, 1)
     on conflict do update set n = n + 1`,
  )
  const tally = all<{ n: number }>(
    `insert into calendar_event_tally (facet, value, status, n) values (?, ?, 'publish', 1)
     on conflict do update set n = n + 1 returning n`,
  )
  const records = {
    category: dataOf('calendar_category'),
    tag: dataOf('calendar_tag'),
    venue: dataOf('calendar_venue'),
    organizer: dataOf('calendar_organizer'),
  }

  function freeSlug(slug: string): string {
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? slug : numbered(slug, n)
      if (having(candidate).length === 0) return candidate
    }
  }

  function recordOf<R>(kind: keyof typeof records, id: number): R {
    const [row] = records[kind](id)
    if (row === undefined) throw new Error(`there is no ${kind} ${id}`)
    return { ...JSON.parse(row.data), id }
  }

  function transaction<T>(work: () => T): T {
    begin()
    try {
      const result = work()
      commit()
      return result
    } catch (error) {
      rollback()
      throw error
    }
  }

  return (body) => {
    const given: Body = JSON.parse(body)
    const title = cleanHtml(given.title)
    const description = cleanHtml(given.description ?? '')
    const { start_date: start, end_date: end, categories = [], tags = [] } = given
    if (start.slice(0, 10) !== end.slice(0, 10)) throw new RangeError('an event of several days')
    const venue = given.venue === undefined ? [] : [given.venue]
    const organizer = given.organizer === undefined ? [] : [given.organizer]
    const markup = [markupOf(title), markupOf(description)].join(' ').trim()
    const texts = [htmlToText(title), htmlToText(description), '', ...(markup === '' ? [] : [markup])]
    const text = packText(texts.map(fold))
    const now = NOW.toISOString().slice(0, 19).replace('T', ' ')
    const fields = {
      all_day: false,
      start,
      end,
      timezone: 'UTC',
      utc_start: start,
      utc_end: end,
      start_offset: 0,
      end_offset: 0,
      timezone_abbr: 'UTC',
      status: 'publish',
      date: now,
      date_utc: now,
      dated: true,
      published: true,
      modified: now,
      modified_utc: now,
      kind: 'event',
      author: AUTHOR,
      slug: '',
      title,
      description,
      excerpt: '',
      image: null,
      cost: null,
      website: null,
      show_map: false,
      show_map_link: false,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      ticketed: false,
      post_parent: 0,
      password: null,
      categories,
      tags,
      venue,
      organizer,
    } as const
    const name = slugify(title)
    const done = transaction(() => {
      const id = Number(nextId()[0]?.last)
      const slug = freeSlug(name)
      const keys = JSON.stringify({
        slug,
        unique_slug: slug,
        status: 'publish',
        author: AUTHOR,
        reader: 0,
        date: now,
        full_reader: 0,
        hidden: false,
        featured: false,
        ticketed: false,
        start,
        end,
        utc_start: start,
        parent: 0,
        category: categories,
        tag: tags,
        venue,
        organizer,
      })
      const data = JSON.stringify({ ...fields, slug })
      insertEvent(id, slug, slug, AUTHOR, now, start, end, start, keys, text, data)
      const counts = new Map<string, number>()
      for (const [facet, ids] of [
        ['category', categories],
        ['tag', tags],
        ['venue', venue],
        ['organizer', organizer],
      ] as const) {
        for (const value of ids) {
          links[facet](value, id, start, now, end, start)
          counts.set(`${facet} ${value}`, Number(tally(facet, value)[0]?.n))
        }
      }
      countDay(start.slice(0, 10))
      return { id, slug, counts }
    })
    const terms = (kind: 'category' | 'tag', ids: readonly number[]): TermRow[] =>
      ids
        .map((id) => ({
          ...termRow(recordOf<TermRecord>(kind, id)),
          events: done.counts.get(`${kind} ${id}`) ?? 0,
        }))
        .sort((a, b) => (a.sort_name < b.sort_name ? -1 : a.sort_name > b.sort_name ? 1 : a.id - b.id))
    return JSON.stringify(
      showEvent(
        {
          ...fields,
          id: done.id,
          slug: done.slug,
          version: 1,
          starts_at: start,
          ends_at: end,
          utc_starts_at: start,
          utc_ends_at: end,
          ...FREE,
          summary: '',
        },
        {
          venues: venue.map((id) => venueRow(recordOf<VenueRecord>('venue', id))),
          organizers: organizer.map((id) => organizerRow(recordOf<OrganizerRecord>('organizer', id))),
          terms: [...terms('category', categories), ...terms('tag', tags)],
        },
        false,
      ),
    )
  }
}
