import type { ClientEvent } from 'kalends/client'
import { dayOf, plusDays } from './dates.ts'
import { addressOf } from './place.ts'
import { textOf } from './text.ts'

/** Google's calendar with a new entry that is filled in. */
export function googleCalendarUrl(event: ClientEvent): string {
  const [venue] = event.venue
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: textOf(event.title),
    dates: timesOf(event).join('/'),
    details: event.url,
  })
  if (venue !== undefined) query.set('location', `${textOf(venue.venue)}, ${addressOf(venue)}`)
  return `https://calendar.google.com/calendar/render?${query}`
}

/** All-day events are days, of which the last one given is the first that is over. */
function timesOf(event: ClientEvent): string[] {
  if (event.all_day === true) return [digits(dayOf(event.start_date)), digits(plusDays(event.end_date, 1))]
  return [utcTime(event.utc_start_date), utcTime(event.utc_end_date)]
}

const digits = (text: string): string => text.replace(/\D/g, '')

/** `YYYY-MM-DD HH:MM:SS` as `YYYYMMDDTHHMMSSZ`. */
const utcTime = (utc: string): string => `${digits(utc.slice(0, 10))}T${digits(utc.slice(11))}Z`
