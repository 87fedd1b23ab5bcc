import { addDays } from './days.ts'
import { type Wall, wallAt } from './zones.ts'

/*
 * When an event takes place, on the clock of the site.
 */

export interface TimedEvent {
  readonly all_day: boolean | null
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
}

export interface Times {
  readonly isAllDay: boolean
  readonly start: Wall
  readonly end: Wall
  /** The last day that the event is listed on: nights that end by 05:00 belong to the day before. */
  readonly lastDay: string
  /** Begins and ends within a day and a night. */
  readonly isNight: boolean
  readonly hasEnd: boolean
  /** The zone of the event, where it is not that of the site. */
  readonly otherZone: string | undefined
}

const NIGHT_ENDS = '05:00'

const wallOf = (text: string): Wall => ({ day: text.slice(0, 10), time: text.slice(11, 16) })

const inSite = (utc: string, zone: string): Wall | undefined => {
  const instant = new Date(`${utc.replace(' ', 'T')}Z`)
  return Number.isNaN(instant.getTime()) ? undefined : wallAt(instant, zone)
}

export function timesOf(event: TimedEvent, siteZone: string): Times {
  // Flags are `null` behind a password; the times tell a whole day then.
  const isAllDay =
    event.all_day ?? (event.start_date.endsWith('00:00:00') && event.end_date.endsWith('23:59:59'))
  const isOther = !isAllDay && event.timezone !== siteZone
  const own = { start: wallOf(event.start_date), end: wallOf(event.end_date) }
  const start = (isOther ? inSite(event.utc_start_date, siteZone) : undefined) ?? own.start
  const end = (isOther ? inSite(event.utc_end_date, siteZone) : undefined) ?? own.end
  return timesFrom(start, end, isAllDay, isOther && differs(own, { start, end }) ? event.timezone : undefined)
}

/** The same on the clock of the event. */
export function ownTimesOf(event: TimedEvent, siteZone: string): Times {
  const inSiteZone = timesOf(event, siteZone)
  if (inSiteZone.otherZone === undefined) return inSiteZone
  return timesFrom(wallOf(event.start_date), wallOf(event.end_date), false, event.timezone)
}

const differs = (a: Pick<Times, 'start' | 'end'>, b: Pick<Times, 'start' | 'end'>): boolean =>
  a.start.day !== b.start.day || a.start.time !== b.start.time || a.end.time !== b.end.time

function timesFrom(start: Wall, end: Wall, isAllDay: boolean, otherZone: string | undefined): Times {
  const before = addDays(end.day, -1) ?? end.day
  const isEarly = !isAllDay && end.day > start.day && end.time <= NIGHT_ENDS
  return {
    ...{ isAllDay, start, end, otherZone },
    lastDay: isEarly ? before : end.day,
    isNight: !isAllDay && before === start.day && end.time < start.time,
    hasEnd: isAllDay || start.day !== end.day || start.time !== end.time,
  }
}
