import { OWN_FIELDS } from '../../../formats/ics-event.ts'
import type { Storage } from '../../../storage/contract.ts'
import { htmlToText } from '../../domain/html/html.ts'
import type { DeclaredFields } from '../../domain/records/custom-fields.ts'
import type { EventRecord, Series } from '../../domain/records/records.ts'
import { uidOf } from '../../domain/records/uid.ts'
import type { EventView } from '../../domain/records/views.ts'
import { datesOf, timesAt } from '../../domain/recurrence/series.ts'
import {
  addDays,
  atWall,
  endOfDay,
  resolveZone,
  UTC,
  type WallClock,
  type Zone,
} from '../../domain/time/zones.ts'
import { date, dateTime, escapeText, jsonText, property, quoted } from '../../present/ics/content-line.ts'
import { vevent } from '../../present/ics/vevent.ts'
import { vtimezone } from '../../present/ics/vtimezone.ts'
import { zoneTimes } from '../../present/ics/zone-times.ts'
import type { Links } from '../../present/links.ts'
import { ownFields } from './event-fields.ts'
import { type Exported, eventsOf, exportedEvents } from './event-views.ts'

/*
 * A calendar as iCalendar: the VEVENTs of feeds, with rules, and with what the import of another Kalends needs beside.
 */

export interface IcsSite {
  readonly title: string
  readonly timezone: string
  readonly links: Links
  readonly fields: DeclaredFields
}

/** `ids`: not all events, but these. */
export async function* writeIcs(
  storage: Storage,
  { title, timezone, links, fields: declared }: IcsSite,
  ids?: readonly number[],
): AsyncGenerator<string> {
  const { vtimezones, times } = await zonesOf(storage, ids)
  const name = escapeText(htmlToText(title))
  yield [
    ...[
      property('BEGIN', 'VCALENDAR'),
      property('VERSION', '2.0'),
      property('PRODID', '-//Kalends//Kalends//EN'),
    ],
    ...[property('CALSCALE', 'GREGORIAN'), property('NAME', name), property('X-WR-CALNAME', name)],
    ...[property('X-WR-TIMEZONE', timezone), vtimezones],
  ].join('')
  for await (const events of exportedEvents(storage, ids)) {
    yield events.map((one) => write(one)).join('')
  }
  yield property('END', 'VCALENDAR')

  function write({ view, changes }: Exported): string {
    const { event } = view
    const uid = uidOf(event, links.host)
    if (event.series === undefined) return single(view, times(event), uid)
    const zone = resolveZone(event.timezone) ?? UTC
    const clock = clockOf(event, zone)
    const first = single(view, seriesTimes(event, event.series, changes, zone), uid)
    const others = changes.map((change) => {
      const at = clock('RECURRENCE-ID', [change.event.occurrence?.at ?? ''])
      return single(change, `${at}${times(change.event)}`, uid)
    })
    return [first, ...others].join('')
  }

  function single(view: EventView, written: string, uid: string): string {
    const { event } = view
    const { description, status, password } = event
    const isExact = !event.all_day && (/^DTSTART;TZID=/m.test(written) || event.series !== undefined)
    const fields = { ...ownFields(view), ...(isExact ? {} : exactTimes(event)) }
    const more = [
      description !== '' ? property('X-ALT-DESC;FMTTYPE=text/html', escapeText(description)) : '',
      status === 'publish' && password === null ? '' : property('CLASS', 'PRIVATE'),
      property(OWN_FIELDS, escapeText(jsonText(fields))),
    ].join('')
    // In a file, an occurrence is a part of its series.
    return vevent(
      { ...view, event: { ...event, occurrence: undefined } },
      links,
      { fields: declared, defaultImage: null },
      `${written}${more}`,
      uid,
    )
  }
}

/** Times that are written as days or in UTC have a zone all the same. */
const exactTimes = ({ start, end, timezone, utc_start, utc_end, all_day }: EventRecord) =>
  all_day
    ? { timezone }
    : { start_date: start, end_date: end, timezone, utc_start_date: utc_start, utc_end_date: utc_end }

/** The earliest and the latest event of each zone tell what its VTIMEZONE must contain. */
async function zonesOf(storage: Storage, ids?: readonly number[]) {
  const spans = new Map<string, [EventRecord, EventRecord]>()
  const fixed = new Set<string>()
  for await (const events of eventsOf(storage, ids)) {
    for (const event of events) {
      if (event.all_day) continue
      const [first = event, last = event] = spans.get(event.timezone) ?? []
      spans.set(event.timezone, [
        event.utc_start < first.utc_start ? event : first,
        event.utc_end > last.utc_end ? event : last,
      ])
      if (event.series !== undefined && /^UTC[+-]/i.test(event.timezone)) fixed.add(event.timezone)
    }
  }
  const { vtimezones, times } = zoneTimes([...spans.values()].flat(), { isSample: true })
  const others = [...fixed].sort().map((name) => vtimezone(name, resolveZone(name) ?? UTC, 0, []))
  return { vtimezones: [vtimezones, ...others].join(''), times }
}

/** Writes dates on the clock of a series. */
const clockOf =
  ({ all_day, timezone }: EventRecord, zone: Zone) =>
  (name: string, walls: readonly WallClock[]): string => {
    if (walls.length === 0) return ''
    if (all_day) return property(`${name};VALUE=DATE`, walls.map(date).join(','))
    if (zone === UTC) return property(name, walls.map((wall) => `${dateTime(wall)}Z`).join(','))
    return property(
      `${name};TZID=${timezone.includes(':') ? quoted(timezone) : timezone}`,
      walls.map(dateTime).join(','),
    )
  }

/** DTSTART is the first date that the rule names: readers show it in any case. */
function seriesTimes(event: EventRecord, series: Series, changes: readonly EventView[], zone: Zone): string {
  const clock = clockOf(event, zone)
  const bare = { ...series, exdate: [], rdate: [] }
  const [named] = datesOf(bare, series.start)
  const timed = (entry: string) => (entry.length > 10 ? entry : `${entry} ${series.start.slice(11)}`)
  // A date of the past can be of an earlier rule.
  const kept = changes.flatMap(({ event: { occurrence } }) => occurrence?.at ?? [])
  const known = new Set(
    datesUntil(
      series,
      kept.reduce((a, b) => (a > b ? a : b), ''),
    ),
  )
  const added = [...new Set([...series.rdate.map(timed), ...kept.filter((at) => !known.has(at))])].sort()
  const start = named ?? added[0] ?? series.start
  const times = timesAt({ ...event, series }, start, zone)
  return [
    clock('DTSTART', [start]),
    clock('DTEND', [event.all_day ? addDays(times.end, 1) : times.end]),
    named === undefined ? '' : property('RRULE', untilInUtc(series.rrule, event.all_day, zone)),
    clock('EXDATE', [...new Set(series.exdate.map(timed))]),
    clock(
      'RDATE',
      added.filter((at) => at !== start),
    ),
  ].join('')
}

function* datesUntil(series: Series, last: WallClock): Generator<WallClock> {
  if (last === '') return
  for (const at of datesOf(series, series.start < last ? '0001-01-01 00:00:00' : last)) {
    if (at > last) return
    yield at
  }
}

/** Of times in a zone, UNTIL is in UTC (RFC 5545, section 3.3.10). */
function untilInUtc(rrule: string, isAllDay: boolean, zone: Zone): string {
  return rrule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?(?!\d|T|Z)/i,
    (_, y, m, d, h, min, s) => {
      if (isAllDay) return `UNTIL=${y}${m}${d}`
      const wall = h === undefined ? endOfDay(`${y}-${m}-${d}`) : `${y}-${m}-${d} ${h}:${min}:${s}`
      return `UNTIL=${dateTime(atWall(wall, zone).utc)}Z`
    },
  )
}
