import type { Entry } from '../../../src/storage/key-value/store.ts'

/*
 * A calendar is one sorted set. All scores are 0, so Redis sorts the members by their bytes. A member is the key
 * without the calendar's name, a space, and the value. The space sorts before all characters of keys, so members sort
 * like their keys.
 */

/** The part of a key with the calendar's name. */
export function calendarOf(key: string): string {
  const end = key.indexOf('/')
  return end === -1 ? key : key.slice(0, end)
}

/** The part of a key that determines its place within the calendar. */
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

/** The bounds, in `BYLEX` syntax, for the keys from `start` (inclusive) to `end` (exclusive). */
export function boundsOf(start: string, end: string, calendar: string): [lowest: string, highest: string] {
  // An end without the calendar's name is after all its keys, because it is after the start.
  return [`[${placeOf(start, calendar)}`, end.startsWith(calendar) ? `(${placeOf(end, calendar)}` : '+']
}
