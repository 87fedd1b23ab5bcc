import { decodeReferences } from '../../core/domain/html/entities.ts'
import { isWebUrl } from '../../core/domain/html/html-sanitizer.ts'
import { agreedDate, type EventTimes, eventTimes } from '../../core/domain/records/event-times.ts'
import { defaultOf } from '../../core/domain/records/plain-fields.ts'
import type {
  EventRecord,
  OrganizerRecord,
  PostRecord,
  RecordOf,
  TermKind,
  VenueRecord,
} from '../../core/domain/records/records.ts'
import { STATUSES } from '../../core/domain/records/records.ts'
import { isWallClock, secondsOf } from '../../core/domain/time/calendar.ts'
import { atWall, resolveZone, type WallClock, type Zone } from '../../core/domain/time/zones.ts'
import { EVENT } from '../../core/fields/event.ts'
import { EVENT_OUTSIDE } from '../../core/fields/event-outside.ts'
import { ORGANIZER } from '../../core/fields/organizer.ts'
import { ORGANIZER_OUTSIDE } from '../../core/fields/organizer-outside.ts'
import type { Outside } from '../../core/fields/outside.ts'
import {
  eachPlain,
  type PlainName,
  type PlainRow,
  type PlainValues,
  type Table,
} from '../../core/fields/row.ts'
import { VENUE } from '../../core/fields/venue.ts'
import { VENUE_OUTSIDE } from '../../core/fields/venue-outside.ts'
import { isRow, listOf, type Row } from '../../formats/rows.ts'
import { costFrom } from './old-cost.ts'
import { isOldId } from './old-id.ts'
import { imageOf } from './old-image.ts'
import { shortcodesIn, writtenHtml } from './old-shortcodes.ts'
import {
  htmlFrom,
  lineFrom,
  listFrom,
  type OnCut,
  shortLineFrom,
  slugFrom,
  termNameFrom,
  titleFrom,
  urlFrom,
} from './old-texts.ts'

/*
 * Records out of the answers of the old site. Answers are those of lists; `edit` is the view of editors, whose texts are
 * as they were written. Each field has a value whatever the site sends, because one odd field must not stop a move.
 */

/** What is heard of a record while it is made. */
export interface Heard {
  readonly onCut: OnCut
  /** Called for each field whose value cannot be, and has another one here. */
  readonly onMended: (field: string) => void
  /** Called for each shortcode that stays in a text. */
  readonly onShortcode: (name: string) => void
}

export interface Source extends Heard {
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
/** What is no ID is left out. */
const idsOf = (value: unknown, onCut: OnCut): readonly number[] =>
  listFrom([...new Set(listOf(value).flatMap(({ id }) => (isOldId(id) ? [id] : [])))], onCut)
const idOf = (value: unknown): number => (isOldId(value) ? value : 0)
const rawOf = (edit: Row | undefined, name: string): string | undefined => {
  const field = edit?.[name]
  return isRow(field) && typeof field.raw === 'string' ? field.raw : undefined
}

/** What the site makes of a text, if it tells. */
const renderedOf = (edit: Row | undefined, name: string): string | undefined => {
  const field = edit?.[name]
  return isRow(field) && typeof field.rendered === 'string' && field.rendered !== ''
    ? field.rendered
    : undefined
}

const titleOf = ({ row, edit, onCut }: Source, name: string): string =>
  titleFrom(rawOf(edit, 'title') ?? row[name], onCut)

function htmlOf({ row, edit, onCut, onShortcode }: Source, name: string, editName: string): string {
  const raw = rawOf(edit, editName)
  const shown = renderedOf(edit, editName) ?? row[name]
  const rendered = typeof shown === 'string' ? shown : undefined
  const html = htmlFrom(raw === undefined ? rendered : writtenHtml(raw, rendered), onCut)
  for (const code of shortcodesIn(html)) onShortcode(code)
  return html
}

/** Only a status that this calendar has; others are of drafts that nobody saved, and of add-ons. */
export const statusOf = ({ status }: Row): PostRecord['status'] | undefined =>
  STATUSES.find((one) => one === status)

/** Answers show addresses as HTML. */
const addressIn = (value: unknown): string => decodeReferences(text(value)).trim()

/** An absolute web address, or '' for none. */
const webUrl = (value: unknown, onCut: OnCut): string => urlFrom(addressIn(value), onCut)

function urlOf({ row, onCut, onMended }: Source, name: string): string {
  const given = addressIn(row[name])
  if (given !== '' && !isWebUrl(given)) onMended(name)
  return urlFrom(given, onCut)
}

/** The plain fields. What the site does not have, or has in another form, has the default. */
const plainFrom = <T extends Table>(
  table: T,
  outside: { readonly [N in PlainName<T>]: Outside },
  source: Source,
): PlainValues<T> => {
  const names = new Map<string, Outside>(Object.entries(outside))
  return eachPlain(table, (name, row) => {
    const old = names.get(name)?.old ?? null
    const sent = old === null ? undefined : source.row[old]
    const value =
      row.plain === 'url' && old !== null ? urlOf(source, old) : valueFrom(row, sent, source.onCut)
    return row.rare === true && value === defaultOf(row) ? undefined : value
  })
}

function valueFrom(row: PlainRow, sent: unknown, onCut: OnCut) {
  if (row.plain === 'flag') return flag(sent)
  if (row.plain === 'line') return lineFrom(sent, onCut)
  if (row.plain === 'url') return webUrl(sent, onCut)
  const value = row.plain === 'count' && text(sent) !== '' ? Number(sent) : sent
  return row.is(value) ? value : row.older
}

const wall = (value: unknown): WallClock | undefined => {
  const shown = text(value).replace('T', ' ')
  return isWallClock(shown) && shown !== NEVER ? shown : undefined
}

function postOf({ row, edit, zone, onMended }: Source): PostRecord {
  const status = statusOf(row) ?? 'draft'
  const isDraft = status === 'draft' || status === 'pending'
  const dated = wall(row.date) ?? wall(edit?.date)
  const date = dated ?? '1970-01-01 00:00:00'
  const changed = wall(row.modified) ?? wall(edit?.modified)
  const modified = changed ?? date
  const published = wall(row.date_utc)
  const slug = slugFrom(row.slug)
  const image = imageOf(row.image)
  // Drafts have no dates of their own before they are published.
  if (!isDraft && dated === undefined) onMended('date')
  if (!isDraft && changed === undefined) onMended('modified')
  if (image === null && isRow(row.image)) onMended('image')
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
    image,
  }
}

/** Images have IDs of the same sequence as events. */
export const imageIdsOf = ({ image }: Row): number[] => [imageOf(image)?.id ?? 0].filter(isOldId)

const authorOf = ({ author }: Row): number => {
  const id = Number(author)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

export function eventFrom(source: Source): EventRecord {
  const { row, password = null, host, onCut } = source
  const post = postOf(source)
  const website = urlOf(source, 'website')
  return {
    ...post,
    ...timesOf(source),
    kind: 'event',
    title: titleOf(source, 'title'),
    description: htmlOf(source, 'description', 'content'),
    excerpt: htmlOf(source, 'excerpt', 'excerpt'),
    cost: costFrom(row, source.edit, onCut),
    // An event without a website shows its own address there.
    website: website === '' || website === decodeReferences(text(row.url)) ? null : website,
    ...plainFrom(EVENT, EVENT_OUTSIDE, source),
    post_parent: idOf(row.post_parent),
    categories: idsOf(row.categories, onCut),
    tags: idsOf(row.tags, onCut),
    venue: idsOf(row.venue, onCut),
    organizer: idsOf(row.organizer, onCut),
    password,
    uid: uidOf(row, host),
  }
}

const EVENT_STATUSES: ReadonlyMap<unknown, EventRecord['event_status']> = new Map([
  ['EventCancelled', 'canceled'],
  ['EventPostponed', 'postponed'],
  ['EventMovedOnline', 'moved_online'],
  ['EventRescheduled', 'rescheduled'],
])

/** The name of a term of schema.org: `EventCancelled` of `https://schema.org/EventCancelled`. */
const termOf = (value: unknown): string => text(value).split('/').at(-1) ?? ''

/** What the site stores of an event; its edit view and its own kind of posts show it. */
const STORED_STATUSES: ReadonlyMap<unknown, EventRecord['event_status']> = new Map([
  ['', undefined],
  ['scheduled', undefined],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['postponed', 'postponed'],
  ['moved-online', 'moved_online'],
  ['moved_online', 'moved_online'],
  ['rescheduled', 'rescheduled'],
])

const metaOf = (post: Row | undefined): Row => (isRow(post?.meta) ? post.meta : {})

/** Whether a post says by itself whether the event takes place. */
export const hasStanding = (post: Row | undefined): boolean =>
  STORED_STATUSES.has(metaOf(post)._tribe_events_status)

/** Where longer reasons are cut, as those of writes are refused. */
const REASON = EVENT.event_status_reason.most

type Standing = Pick<
  EventRecord,
  | 'event_status'
  | 'event_status_reason'
  | 'previous_start_date'
  | 'is_virtual'
  | 'virtual_url'
  | 'virtual_event_type'
>

/** These fields of an event as it is. */
export const standingIn = (event: EventRecord): Standing => ({
  event_status: event.event_status,
  event_status_reason: event.event_status_reason,
  previous_start_date: event.previous_start_date,
  is_virtual: event.is_virtual,
  virtual_url: event.virtual_url,
  virtual_event_type: event.virtual_event_type,
})

/** What is asked about an event beside its row. */
export interface Told {
  /** The description for search engines, which only an event alone has. */
  readonly jsonLd?: unknown
  /** The event as WordPress shows its posts, to editors or to all. */
  readonly post?: Row | undefined
}

/** Whether the event takes place, why not, and where online. `record`: with what the row says. */
export function standingFrom(
  { row, onCut }: Pick<Source, 'row' | 'onCut'>,
  { jsonLd, post }: Told,
  record: EventRecord,
): Standing {
  const ld = isRow(jsonLd) ? jsonLd : {}
  const meta = metaOf(post)
  const status = STORED_STATUSES.get(meta._tribe_events_status) ?? EVENT_STATUSES.get(termOf(ld.eventStatus))
  const reason = shortLineFrom(meta._tribe_events_status_reason, REASON, onCut)
  const mode = termOf(ld.eventAttendanceMode)
  const isMixed = mode === 'MixedEventAttendanceMode'
  const isVirtual = flag(row.is_virtual) || isMixed || mode === 'OnlineEventAttendanceMode'
  const places = listOf(Array.isArray(ld.location) ? ld.location : [ld.location])
  const online = places.find((place) => place['@type'] === 'VirtualLocation')
  const previous = wall(text(ld.previousStartDate).slice(0, 19))
  return {
    event_status: status,
    event_status_reason: status === undefined || reason === '' ? undefined : reason,
    previous_start_date: status === 'rescheduled' ? previous : undefined,
    is_virtual: isVirtual || undefined,
    virtual_url: record.virtual_url ?? (isVirtual ? webUrl(online?.url, onCut) || undefined : undefined),
    virtual_event_type: isMixed ? 'hybrid' : record.virtual_event_type,
  }
}

/** As in the feeds of the site, which read both wall clocks as UTC. It gives an event another one when its times change. */
function uidOf({ id, start_date, end_date }: Row, host: string): string | undefined {
  const [start, end] = [wall(start_date), wall(end_date)]
  if (start === undefined || end === undefined) return undefined
  return `${Number(id)}-${secondsOf(start)}-${secondsOf(end)}@${host}`
}

/** The wall clock counts. The UTC times of the site decide where it shows a time twice, if they agree with it. */
function timesOf({ row, zone: siteZone, onMended }: Source): EventTimes {
  const name = text(row.timezone)
  const own = resolveZone(name)
  const zone = own ?? siteZone
  const [begins, ends] = [wall(row.start_date), wall(row.end_date)]
  const start = begins ?? '1970-01-01 00:00:00'
  const end = ends ?? start
  const all_day = flag(row.all_day)
  const first = agreedDate(start, text(row.utc_start_date), zone)
  const last = agreedDate(end, text(row.utc_end_date), zone)
  const shown = own === undefined ? siteZone.name : name
  const times =
    eventTimes({ start: first, end: last, all_day }, shown, zone) ??
    eventTimes({ start: first, end: first, all_day }, shown, zone)
  if (times === undefined)
    throw new TypeError('an event ends before it starts, though both times are the same')
  const isAs = (given: WallClock | undefined, now: WallClock) =>
    given !== undefined && (all_day ? given.slice(0, 10) === now.slice(0, 10) : given === now)
  if (name !== '' && own === undefined) onMended('timezone')
  if (!isAs(begins, times.start)) onMended('start_date')
  if (!isAs(ends, times.end)) onMended('end_date')
  return times
}

export function venueFrom(source: Source): VenueRecord {
  const { row, edit, onCut } = source
  const meta = isRow(edit?.meta) ? edit.meta : {}
  return {
    ...postOf(source),
    kind: 'venue',
    venue: titleOf(source, 'venue'),
    description: htmlOf(source, 'description', 'content'),
    ...plainFrom(VENUE, VENUE_OUTSIDE, source),
    stateprovince: lineFrom(row.stateprovince, onCut),
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
  return {
    ...postOf(source),
    kind: 'organizer',
    organizer: titleOf(source, 'organizer'),
    description: htmlOf(source, 'description', 'content'),
    ...plainFrom(ORGANIZER, ORGANIZER_OUTSIDE, source),
  }
}

export function termFrom(kind: TermKind, row: Row, onCut: OnCut): RecordOf[TermKind] {
  const term = {
    id: Number(row.id),
    version: 0,
    name: termNameFrom(row.name, onCut),
    description: htmlFrom(row.description, onCut),
    slug: slugFrom(row.slug),
  }
  return kind === 'tag' ? { ...term, kind, parent: 0 } : { ...term, kind, parent: idOf(row.parent) }
}
