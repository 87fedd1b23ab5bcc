import type { Entry } from '../../../src/storage/key-value/store.ts'

/*
 * A calendar is one sorted set, all of whose scores are 0, so that Redis orders its members by their bytes. A member is
 * what a key has after the calendar's name, a space, and the value. As the space comes before all characters of keys,
 * members are in the order of their keys.
 */

/** The part of a key that names the calendar. */
export function calendarOf(key: string): string {
  const end = key.indexOf('/')
  return end === -1 ? key : key.slice(0, end)
}

/** What a key, of the calendar or beyond it, is compared by within the calendar. */
export function placeOf(key: string, calendar: string): string {
  return key.slice(calendar.length)
}

export function memberOf([key, value]: Entry, calendar: string): string {
  return `${placeOf(key, calendar)} ${value}`
}

export function entryOf(member: string, calendar: string): Entry {
  const end = member.indexOf(' ')
  return [calendar + member.slice(0, end), member.slice(end + 1)]
}

/** The bounds, as `BYLEX` wants them, of the keys of a calendar from `start` on and before `end`. */
export function boundsOf(start: string, end: string, calendar: string): [lowest: string, highest: string] {
  // An end that does not begin with the calendar's name is beyond all its keys, for it comes after the start.
  return [`[${placeOf(start, calendar)}`, end.startsWith(calendar) ? `(${placeOf(end, calendar)}` : '+']
}
