import { decodeReferences } from '../core/domain/html/entities.ts'
import { isWebUrl } from '../core/domain/html/html-sanitizer.ts'
import { isWallClock } from '../core/domain/time/calendar.ts'
import { resolveZone } from '../core/domain/time/zones.ts'
import type { EventInput, EventStatus, OrganizerInput, VenueInput } from '../types/index.ts'
import type { FileEvent } from './file-event.ts'
import { isRow, listOf, type Row, rowsOf } from './rows.ts'

/*
 * Events of lists of the events interface, which The Events Calendar and Kalends have, as bodies of creates. The site is not
 * trusted: a field in another form is left out.
 */

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** Addresses are shown as HTML. */
function webUrl(value: unknown): string | undefined {
  const url = decodeReferences(text(value)).trim()
  return isWebUrl(url) ? url : undefined
}

/**
 * `undefined` for what is not published, or has no times. `host`: of the site, because IDs are those of one.
 * @param timezone of events that name none, or one that is not known
 */
export function siteEvent(row: Row, line: number, host: string, timezone: string): FileEvent | undefined {
  const { id, status = 'publish' } = row
  const [start, end = start] = [wall(row.start_date), wall(row.end_date)]
  if (!Number.isSafeInteger(id) || status !== 'publish' || start === undefined || end === undefined)
    return undefined
  const key = `${id}@${host}`
  return { key, uid: key, line, event: eventOf(row, start, end < start ? start : end, timezone), changes: [] }
}

function wall(value: unknown): string | undefined {
  const shown = text(value).replace('T', ' ')
  return isWallClock(shown) && !shown.startsWith('0000') ? shown : undefined
}

function eventOf(row: Row, start_date: string, end_date: string, timezone: string): EventInput {
  const image = isRow(row.image) ? webUrl(row.image.url) : undefined
  const zone = text(row.timezone)
  return {
    title: text(row.title),
    description: text(row.description),
    ...{ start_date, end_date, all_day: isYes(row.all_day) },
    timezone: resolveZone(zone) === undefined ? timezone : zone,
    ...(wall(row.utc_start_date) === undefined ? {} : { utc_start_date: text(row.utc_start_date) }),
    ...(wall(row.utc_end_date) === undefined ? {} : { utc_end_date: text(row.utc_end_date) }),
    venue: listOf(row.venue).flatMap(venueOf),
    organizer: listOf(row.organizer).flatMap(organizerOf),
    categories: [...rowsOf(row.categories), ...rowsOf(row.tags)].flatMap(nameOf),
    cost: decodeReferences(text(row.cost)),
    website: webUrl(row.url) ?? null,
    image: image ?? null,
    ...standingOf(row),
  }
}

const nameOf = ({ name }: Row): string[] => {
  const shown = decodeReferences(text(name)).trim()
  return shown === '' ? [] : [shown]
}

function venueOf(row: Row): VenueInput[] {
  const venue = text(row.venue)
  if (venue.trim() === '') return []
  const names = ['address', 'city', 'country', 'zip', 'stateprovince', 'phone'] as const
  const [geo_lat, geo_lng] = [degrees(row.geo_lat, 90), degrees(row.geo_lng, 180)]
  return [
    {
      venue,
      ...Object.fromEntries(names.map((name) => [name, decodeReferences(text(row[name]))])),
      website: webUrl(row.website) ?? '',
      ...(geo_lat === undefined || geo_lng === undefined ? {} : { geo_lat, geo_lng }),
    },
  ]
}

function degrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined
}

function organizerOf(row: Row): OrganizerInput[] {
  const organizer = text(row.organizer)
  if (organizer.trim() === '') return []
  const email = decodeReferences(text(row.email)).trim()
  return [
    {
      organizer,
      phone: decodeReferences(text(row.phone)),
      website: webUrl(row.website) ?? '',
      email: /^[^\s@,]+@[^\s@,]+$/.test(email) ? email : '',
    },
  ]
}

const STATUSES: readonly EventStatus[] = ['canceled', 'postponed', 'moved_online', 'rescheduled']

function standingOf(row: Row): Partial<EventInput> {
  const status = STATUSES.find((one) => one === row.event_status)
  const reason = text(row.event_status_reason)
  const virtual_url = webUrl(row.virtual_url)
  return {
    ...(status === undefined ? {} : { event_status: status }),
    ...(status === undefined || reason === '' ? {} : { event_status_reason: decodeReferences(reason) }),
    ...(isYes(row.is_virtual)
      ? {
          is_virtual: true,
          virtual_event_type: row.virtual_event_type === 'hybrid' ? 'hybrid' : 'virtual',
          ...(virtual_url === undefined ? {} : { virtual_url }),
        }
      : {}),
  }
}
