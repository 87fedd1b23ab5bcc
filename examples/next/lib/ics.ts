import type { ClientEvent } from 'kalends/client'
import { dayOf, plusDays } from './dates.ts'
import { addressOf } from './place.ts'
import { SITE_URL } from './site.ts'
import { textOf } from './text.ts'

/** An event as an iCalendar file (RFC 5545). */
export function calendarFile(event: ClientEvent): string {
  const [venue] = event.venue
  const places = venue === undefined ? [] : [textOf(venue.venue), addressOf(venue)].filter(Boolean)
  const hasPoint = venue?.geo_lat !== undefined && venue.geo_lng !== undefined
  const lines: (readonly [name: string, value: string])[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//kalends//example next//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', `event-${event.id}@${new URL(SITE_URL).hostname}`],
    // Without METHOD this is when the event was last changed (3.8.7.2), so that the same event is the same file.
    ['DTSTAMP', utcTime(event.modified_utc)],
    ...timesOf(event),
    ['SUMMARY', escapeText(textOf(event.title))],
    ['DESCRIPTION', escapeText(textOf(event.description))],
    ['LOCATION', escapeText(places.join(', '))],
    ['GEO', hasPoint ? `${venue.geo_lat};${venue.geo_lng}` : ''],
    ['CATEGORIES', event.categories.map(({ name }) => escapeText(textOf(name))).join(',')],
    ['URL', event.url],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`)
    .join('')
}

/** All-day events are days, of which the last one given is the first that is over. */
function timesOf(event: ClientEvent): (readonly [string, string])[] {
  if (event.all_day !== true) {
    return [
      ['DTSTART', utcTime(event.utc_start_date)],
      ['DTEND', utcTime(event.utc_end_date)],
    ]
  }
  return [
    ['DTSTART;VALUE=DATE', digits(dayOf(event.start_date))],
    ['DTEND;VALUE=DATE', digits(plusDays(event.end_date, 1))],
  ]
}

const digits = (text: string): string => text.replace(/\D/g, '')

/** `YYYY-MM-DD HH:MM:SS` as `YYYYMMDDTHHMMSSZ`. */
const utcTime = (utc: string): string => `${digits(utc.slice(0, 10))}T${digits(utc.slice(11))}Z`

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines of at most 75 bytes, continued with a blank (3.1); a character is never cut. */
function fold(line: string): string {
  const lines: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > 75) {
      lines.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...lines, part].join('\r\n')
}

/** Google's calendar with a new entry that is filled in. */
export function googleCalendarUrl(event: ClientEvent): string {
  const [venue] = event.venue
  const dates = timesOf(event).map(([, value]) => value)
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: textOf(event.title),
    dates: dates.join('/'),
    details: event.url,
  })
  if (venue !== undefined) query.set('location', `${textOf(venue.venue)}, ${addressOf(venue)}`)
  return `https://calendar.google.com/calendar/render?${query}`
}
