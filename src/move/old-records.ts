import { isWallClock, secondsOf } from '../domain/calendar.ts'
import type { Amount, Cost } from '../domain/cost.ts'
import { readNumber } from '../domain/cost.ts'
import { decodeReferences } from '../domain/entities.ts'
import { agreedDate, type EventTimes, eventTimes } from '../domain/event-times.ts'
import { plainLine } from '../domain/html.ts'
import { cleanHtml, cleanLine, isWebUrl } from '../domain/html-sanitizer.ts'
import type {
  EventRecord,
  OrganizerRecord,
  PostRecord,
  RecordOf,
  TermKind,
  VenueRecord,
} from '../domain/records.ts'
import { STATUSES } from '../domain/records.ts'
import { atWall, resolveZone, type WallClock, type Zone } from '../domain/zones.ts'
import { count, imageOf } from './old-image.ts'
import { paragraphs } from './paragraphs.ts'
import { isRow, type Row, rowsOf } from './rows.ts'

/*
 * Records out of the answers of the old site. Answers are those of lists; `edit` is the view of editors, whose texts are
 * as they were written. Each field has a value whatever the site sends, because one odd field must not stop a move.
 */

export interface Source {
  readonly row: Row
  readonly edit?: Row | undefined
  /** Zone and host name of the site. */
  readonly zone: Zone
  readonly host: string
  /** Hash of the password that the event needs. */
  readonly password?: string | null | undefined
}

const NEVER = '0000-00-00 00:00:00'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const flag = (value: unknown): boolean => value === true || value === 1 || value === '1'
const listOf = (value: unknown): readonly Row[] => (isRow(value) ? [value] : rowsOf(value))
const idsOf = (value: unknown): number[] => [
  ...new Set(listOf(value).flatMap(({ id }) => (typeof id === 'number' ? [id] : []))),
]
const line = (value: unknown): string => plainLine(text(value))
const rawOf = (edit: Row | undefined, name: string): string | undefined => {
  const field = edit?.[name]
  return isRow(field) && typeof field.raw === 'string' ? field.raw : undefined
}

const titleOf = ({ row, edit }: Source, name: string): string =>
  cleanLine(rawOf(edit, 'title') ?? text(row[name]))

function htmlOf({ row, edit }: Source, name: string, editName: string): string {
  const raw = rawOf(edit, editName)
  return cleanHtml(raw === undefined ? text(row[name]) : paragraphs(raw))
}

/** Only a status that this calendar has; others are of drafts that nobody saved, and of add-ons. */
export const statusOf = ({ status }: Row): PostRecord['status'] | undefined =>
  STATUSES.find((one) => one === status)

/** An absolute web address, or '' for none. Answers show addresses as HTML. */
function webUrl(value: unknown): string {
  const url = decodeReferences(text(value)).trim()
  return isWebUrl(url) ? url : ''
}

const wall = (value: unknown): WallClock | undefined => {
  const shown = text(value).replace('T', ' ')
  return isWallClock(shown) && shown !== NEVER ? shown : undefined
}

function postOf({ row, edit, zone }: Source): PostRecord {
  const status = statusOf(row) ?? 'draft'
  const isDraft = status === 'draft' || status === 'pending'
  const date = wall(row.date) ?? wall(edit?.date) ?? '1970-01-01 00:00:00'
  const modified = wall(row.modified) ?? wall(edit?.modified) ?? date
  const published = wall(row.date_utc)
  const slug = text(row.slug)
  return {
    id: Number(row.id),
    version: 0,
    author: authorOf(row),
    status,
    date,
    date_utc: published ?? wall(edit?.date_gmt) ?? atWall(date, zone).utc,
    dated: published !== undefined || !isDraft,
    published: published !== undefined || !isDraft,
    modified,
    modified_utc: wall(row.modified_utc) ?? wall(edit?.modified_gmt) ?? atWall(modified, zone).utc,
    site_timezone: zone.name,
    slug,
    own_slug: status === 'trash' ? slug.replace(/__trashed(-\d+)?$/, '') : undefined,
    image: imageOf(row.image),
  }
}

const authorOf = ({ author }: Row): number => {
  const id = Number(author)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

export function eventFrom(source: Source): EventRecord {
  const { row, password = null, zone, host } = source
  const post = postOf(source)
  const website = webUrl(row.website)
  return {
    ...post,
    ...timesOf(row, zone),
    kind: 'event',
    title: titleOf(source, 'title'),
    description: htmlOf(source, 'description', 'content'),
    excerpt: htmlOf(source, 'excerpt', 'excerpt'),
    cost: costOf(row),
    // An event without a website shows its own address there.
    website: website === '' || website === decodeReferences(text(row.url)) ? null : website,
    show_map: flag(row.show_map),
    show_map_link: flag(row.show_map_link),
    hide_from_listings: flag(row.hide_from_listings),
    sticky: flag(row.sticky),
    featured: flag(row.featured),
    ticketed: flag(row.ticketed),
    post_parent: count(row.post_parent),
    categories: idsOf(row.categories),
    tags: idsOf(row.tags),
    venue: idsOf(row.venue),
    organizer: idsOf(row.organizer),
    password,
    uid: uidOf(row, host),
  }
}

/** As in the feeds of the site, which read both wall clocks as UTC. It gives an event another one when its times change. */
function uidOf({ id, start_date, end_date }: Row, host: string): string | undefined {
  const [start, end] = [wall(start_date), wall(end_date)]
  if (start === undefined || end === undefined) return undefined
  return `${Number(id)}-${secondsOf(start)}-${secondsOf(end)}@${host}`
}

/** The wall clock counts. The UTC times of the site decide where it shows a time twice, if they agree with it. */
function timesOf(row: Row, siteZone: Zone): EventTimes {
  const name = text(row.timezone)
  const own = resolveZone(name)
  const zone = own ?? siteZone
  const start = wall(row.start_date) ?? '1970-01-01 00:00:00'
  const end = wall(row.end_date) ?? start
  const all_day = flag(row.all_day)
  const first = agreedDate(start, text(row.utc_start_date), zone)
  const last = agreedDate(end, text(row.utc_end_date), zone)
  const shown = own === undefined ? siteZone.name : name
  const times =
    eventTimes({ start: first, end: last, all_day }, shown, zone) ??
    eventTimes({ start: first, end: first, all_day }, shown, zone)
  if (times === undefined)
    throw new TypeError('an event ends before it starts, though both times are the same')
  return times
}

/** Amounts with their currency, as the site has read them; other texts as they are. */
function costOf({ cost, cost_details }: Row): Cost | null {
  const shown = plainLine(text(cost))
  if (shown === '') return null
  const details = isRow(cost_details) ? cost_details : {}
  const values: readonly unknown[] = Array.isArray(details.values) ? details.values : []
  const numbers = values.map((value) => readNumber(String(value)))
  if (numbers.length === 0 || numbers.includes(undefined)) {
    return { amounts: [], texts: [shown], symbol: '', position: '' }
  }
  const symbol = text(details.currency_symbol)
  const position =
    details.currency_position === 'prefix' || details.currency_position === 'postfix'
      ? details.currency_position
      : ''
  const tokens: readonly string[] = shown.match(/\d[\d.,’' ]*\d|\d/g) ?? []
  const amounts = numbers.flatMap((value = '0'): Amount[] => {
    const written = tokens.find((token) => Number(readNumber(token)) === Number(value)) ?? value
    return [{ written, value, symbol, position: symbol === '' ? '' : position || 'prefix' }]
  })
  return { amounts, texts: [], symbol, position }
}

export function venueFrom(source: Source): VenueRecord {
  const { row, edit } = source
  const meta = isRow(edit?.meta) ? edit.meta : {}
  return {
    ...postOf(source),
    kind: 'venue',
    venue: titleOf(source, 'venue'),
    description: htmlOf(source, 'description', 'content'),
    address: line(row.address),
    city: line(row.city),
    country: line(row.country),
    province: line(row.province),
    state: line(row.state),
    stateprovince: line(row.stateprovince),
    zip: line(row.zip),
    phone: line(row.phone),
    website: webUrl(row.website),
    show_map: flag(row.show_map),
    show_map_link: flag(row.show_map_link),
    ...placeOf(degrees(row.geo_lat ?? meta._VenueLat, 90), degrees(row.geo_lng ?? meta._VenueLng, 180)),
  }
}

const placeOf = (geo_lat: number | null, geo_lng: number | null) =>
  geo_lat === null || geo_lng === null ? { geo_lat: null, geo_lng: null } : { geo_lat, geo_lng }

function degrees(value: unknown, most: number): number | null {
  const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = Number(value)
  return isGiven && Math.abs(number) <= most ? number : null
}

export function organizerFrom(source: Source): OrganizerRecord {
  const { row } = source
  return {
    ...postOf(source),
    kind: 'organizer',
    organizer: titleOf(source, 'organizer'),
    description: htmlOf(source, 'description', 'content'),
    phone: line(row.phone),
    website: webUrl(row.website),
    email: line(row.email),
  }
}

export function termFrom(kind: TermKind, row: Row): RecordOf[TermKind] {
  const term = {
    id: Number(row.id),
    version: 0,
    name: line(row.name),
    description: cleanHtml(text(row.description)),
    slug: text(row.slug),
  }
  return kind === 'tag' ? { ...term, kind, parent: 0 } : { ...term, kind, parent: count(row.parent) }
}
