import type { EventRecord } from '../../domain/records/records.ts'
import { addDays, wallOf } from '../../domain/time/calendar.ts'
import { startOfYear, transitionsOf } from '../../domain/time/zone-transitions.ts'
import { resolveZone, type WallClock, type Zone } from '../../domain/time/zones.ts'
import { date, dateTime, property } from './content-line.ts'
import { vtimezone } from './vtimezone.ts'

/*
 * Events that begin before the first or end after the last of these are written in UTC: a VTIMEZONE costs CPU time for
 * each of its years, and one event of the year 9999 would slow down the whole feed.
 */
const FIRST = '1900-01-01 00:00:00'
const LAST = '2099-12-31 23:59:59'

const isFarOff = ({ utc_start, utc_end }: TimedEvent): boolean => utc_start < FIRST || utc_end > LAST

/** From the first to the last UTC time of the events in a zone. */
interface Span {
  first: WallClock
  last: WallClock
  readonly events: TimedEvent[]
}

type TimedEvent = Pick<EventRecord, 'timezone' | 'all_day' | 'start' | 'end' | 'utc_start' | 'utc_end'>

/** The start and the end of an event as properties; no end where both are the same (RFC 5545, section 3.8.2.2). */
type WriteTimes = (event: TimedEvent) => string

/**
 * The time zones of some events: their VTIMEZONEs, and how the times of these events are written. A zone is left out if the
 * times of all of them are written in UTC; not with `isSample`: then there are others between these events.
 */
export function zoneTimes(
  events: readonly TimedEvent[],
  { isSample = false } = {},
): { vtimezones: string; times: WriteTimes } {
  const spans = new Map<string, Span>()
  for (const event of events) {
    const { timezone, utc_start, utc_end } = event
    if (event.all_day || isFarOff(event)) continue
    const span = spans.get(timezone)
    if (span === undefined) spans.set(timezone, { first: utc_start, last: utc_end, events: [event] })
    else {
      span.events.push(event)
      if (utc_start < span.first) span.first = utc_start
      if (utc_end > span.last) span.last = utc_end
    }
  }
  const writers = new Map<string, WriteTimes>()
  let vtimezones = ''
  for (const name of [...spans.keys()].sort()) {
    const zone = resolveZone(name)
    const span = spans.get(name)
    if (zone === undefined || span === undefined || isFixed(zone)) continue
    const { vtimezone, times, isInUtc } = inZone(name, zone, span)
    if (!isSample && span.events.every(isInUtc)) continue
    vtimezones += vtimezone()
    writers.set(name, times)
  }
  return {
    vtimezones,
    times: (event) => {
      if (event.all_day) return days(event)
      return isFarOff(event) ? inUtc(event) : (writers.get(event.timezone) ?? inUtc)(event)
    },
  }
}

/** UTC, and zones such as UTC+5, which other readers do not know by name. */
const isFixed = ({ name }: Zone): boolean => /^(UTC|GMT)/.test(name)

function inZone(name: string, zone: Zone, { first, last }: Span) {
  // Whole years, and one more on either side: a rule is known by what comes again each year.
  const firstYear = yearOf(first) - 1
  const transitions = transitionsOf(zone, firstYear, yearOf(last) + 2)
  // With TZID, a time that occurs twice is the first one (section 3.3.5), but ical.js and ts-ics take the second one.
  const repeated = transitions
    .filter(({ before, after }) => before > after)
    .map(({ epoch, before, after }) => ({
      from: wallOf(epoch - (before - after)),
      to: wallOf(epoch + (before - after)),
    }))
  const isRepeated = (utc: WallClock) => repeated.some(({ from, to }) => utc >= from && utc < to)
  const tzid = `;TZID=${name}`
  const isInUtc = (event: TimedEvent) => isRepeated(event.utc_start) || isRepeated(event.utc_end)
  const times: WriteTimes = (event) =>
    isInUtc(event) ? inUtc(event) : startAndEnd(tzid, dateTime(event.start), dateTime(event.end))
  return { vtimezone: () => vtimezone(name, zone, startOfYear(firstYear), transitions), times, isInUtc }
}

const yearOf = (utc: WallClock): number => Number(utc.slice(0, 4))

const inUtc: WriteTimes = ({ utc_start, utc_end }) =>
  startAndEnd('', `${dateTime(utc_start)}Z`, `${dateTime(utc_end)}Z`)

/** Whole days; the end is the first day after them. */
const days: WriteTimes = ({ start, end }) => startAndEnd(';VALUE=DATE', date(start), date(addDays(end, 1)))

const startAndEnd = (parameter: string, start: string, end: string): string =>
  property(`DTSTART${parameter}`, start) + (end === start ? '' : property(`DTEND${parameter}`, end))
