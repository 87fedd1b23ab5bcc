import type { EventRecord, Series } from '../domain/records/records.ts'
import { SECONDS_PER_DAY, secondsOf, type WallClock, wallOf } from '../domain/time/calendar.ts'

const UNITS: Readonly<Record<string, string>> = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' }

const WEEKDAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

/**
 * How a series repeats, as a schema.org Schedule: its times are wall clocks in `scheduleTimezone`. If a Schedule cannot
 * say which dates the rule names, it says nothing of the rule but its end.
 */
export function schedule(
  { all_day, timezone }: Pick<EventRecord, 'all_day' | 'timezone'>,
  { rrule, start, duration, exdate }: Series,
): Record<string, unknown> {
  const rule = partsOf(rrule)
  return {
    '@type': 'Schedule',
    ...(isSayable(rule) ? frequency(rule) : {}),
    startDate: start.slice(0, 10),
    endDate: rule.UNTIL && untilOf(rule.UNTIL),
    repeatCount: rule.COUNT && Number(rule.COUNT),
    startTime: all_day ? undefined : start.slice(11),
    endTime:
      all_day || duration >= SECONDS_PER_DAY ? undefined : wallOf(secondsOf(start) + duration).slice(11),
    // An all-day event lasts until one second before midnight.
    duration: isoDuration(all_day ? duration + 1 : duration),
    // The names of zones such as UTC+5 are our own.
    scheduleTimezone: /^UTC[+-]/.test(timezone) ? undefined : timezone,
    exceptDate: exdate.length === 0 ? undefined : exdate.map(isoLocal),
  }
}

type Parts = Readonly<Partial<Record<string, string>>>

/** The rule was checked when it was written. The code that reads any rule is loaded with writes only. */
const partsOf = (rrule: string): Parts =>
  Object.fromEntries(
    rrule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=')),
  )

const UNSAYABLE = ['BYSETPOS', 'BYWEEKNO', 'BYYEARDAY', 'BYHOUR', 'BYMINUTE']

function isSayable(rule: Parts) {
  const { BYMONTHDAY = '', INTERVAL = '1', WKST = 'MO' } = rule
  return (
    UNSAYABLE.every((name) => rule[name] === undefined) &&
    !BYMONTHDAY.includes('-') &&
    (Number(INTERVAL) === 1 || WKST === 'MO')
  )
}

function frequency({ FREQ = '', INTERVAL = '1', BYDAY, BYMONTH, BYMONTHDAY }: Parts) {
  const numbers = (list: string | undefined) => list?.split(',').map(Number)
  return {
    repeatFrequency: `P${Number(INTERVAL)}${UNITS[FREQ]}`,
    // A day with a number, such as 2MO, is written as in iCalendar.
    byDay: BYDAY?.split(',').map((day) =>
      WEEKDAYS[day] === undefined ? day : `https://schema.org/${WEEKDAYS[day]}`,
    ),
    byMonth: numbers(BYMONTH),
    byMonthDay: numbers(BYMONTHDAY),
  }
}

const isoLocal = (wall: WallClock): string => wall.replace(' ', 'T')

/** `20271231` or `20271231T190000`, in the form of ISO 8601 with separators. A whole day is a date. */
const untilOf = (until: string): string =>
  until
    .replace(/T235959$/, '')
    .replace(/^(....)(..)(..)/, '$1-$2-$3')
    .replace(/T(..)(..)(..)$/, 'T$1:$2:$3')

function isoDuration(seconds: number): string {
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const time = [
    `${Math.floor((seconds % SECONDS_PER_DAY) / 3600)}H`,
    `${Math.floor((seconds % 3600) / 60)}M`,
    `${seconds % 60}S`,
  ].filter((part) => !part.startsWith('0'))
  if (days > 0 && time.length === 0) return `P${days}D`
  return `P${days > 0 ? `${days}D` : ''}T${time.join('') || '0S'}`
}
