import { daysInMonth, daysOf, isDate, weekdayOf } from '../../core/domain/time/calendar.ts'
import {
  addDays,
  addMonths,
  atInstant,
  resolveZone,
  startOfDay,
  UTC,
  unixSeconds,
} from '../../core/domain/time/zones.ts'

/*
 * Words for times, as people say them to an assistant, in the zone of the calendar. Assistants often do not know what day
 * it is, and this calendar does.
 */

/** Wall clocks of the calendar, as `YYYY-MM-DD HH:MM:SS`. An event is in it if it begins before `to` and ends after `from`. */
export interface Interval {
  readonly from: string
  readonly to: string
}

export interface Today {
  readonly now: Date
  readonly timezone: string
  /** From 0 for Sunday. */
  readonly startOfWeek: number
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
/** From 1 for Monday. */
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export const WHEN_HELP =
  'today, tomorrow, this week, next week, this weekend, next weekend, friday, next friday, next 10 days, this month, ' +
  'next month, in March, March 2027, 2026-05-09, 2026-05, 2026, or two dates as 2026-05-09 to 2026-05-12'

/** The wall clock of the calendar. */
export function wallNow({ now, timezone }: Today): string {
  return atInstant(unixSeconds(now), resolveZone(timezone) ?? UTC).wall
}

/** The time that words mean; `undefined` for others. */
export function readWhen(words: string, today: Today): Interval | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^(?:on|at|during|the) /, '')
  const wall = wallNow(today)
  return (
    nearDays(text, startOfDay(wall), wall) ??
    weeks(text, startOfDay(wall), today.startOfWeek) ??
    months(text, startOfDay(wall)) ??
    dates(text)
  )
}

const days = (from: string, count: number): Interval => ({ from, to: addDays(from, count) })

function nearDays(text: string, today: string, wall: string): Interval | undefined {
  if (text === 'now') return { from: wall, to: wall }
  if (text === 'today') return days(today, 1)
  if (text === 'tonight' || text === 'this evening')
    return { from: `${today.slice(0, 10)} 17:00:00`, to: addDays(today, 1) }
  if (text === 'tomorrow') return days(addDays(today, 1), 1)
  if (text === 'yesterday') return days(addDays(today, -1), 1)
  const [, count] = /^(?:in the )?next (\d{1,3}) days$/.exec(text) ?? []
  if (count !== undefined && Number(count) > 0) return days(today, Number(count))
  const [, which, name = ''] = /^(this |next |coming )?([a-z]+)$/.exec(text) ?? []
  const weekday = WEEKDAYS.indexOf(name) + 1
  if (weekday === 0) return undefined
  // "friday" and "this friday" are the next one to come, today included; "next friday" is that of the next week.
  if (which === 'next ') return days(addDays(mondayOf(today, 1), 7 + weekday - 1), 1)
  return days(addDays(today, (weekday - weekdayIn(today) + 7) % 7), 1)
}

function weeks(text: string, today: string, startOfWeek: number): Interval | undefined {
  const [, which, what] = /^(this|next|last) (week|weekend)$/.exec(text) ?? []
  if (which === undefined) return undefined
  const shift = which === 'next' ? 7 : which === 'last' ? -7 : 0
  if (what === 'week') return days(addDays(mondayOf(today, startOfWeek), shift), 7)
  return days(addDays(mondayOf(today, 1), 5 + shift), 2)
}

/** The first day of the week of a day, by the weekday that weeks begin with: 0 for Sunday. */
const mondayOf = (day: string, first: number): string => addDays(day, -((weekdayIn(day) - first + 7) % 7))

function months(text: string, today: string): Interval | undefined {
  const first = `${today.slice(0, 8)}01 00:00:00`
  const [, relative] = /^(this|next|last) month$/.exec(text) ?? []
  if (relative !== undefined)
    return month(addMonths(first, relative === 'next' ? 1 : relative === 'last' ? -1 : 0))
  const year = Number(today.slice(0, 4))
  if (/^(this|next) year$/.test(text)) return wholeYear(text === 'this year' ? year : year + 1)
  const [, name = '', stated] = /^(?:in |this )?([a-z]+)(?:,? (\d{4}))?$/.exec(text) ?? []
  const at =
    name.length < 3
      ? -1
      : MONTHS.findIndex((one) => one === name || (name.length === 3 && one.startsWith(name)))
  if (at === -1) return undefined
  // A month without a year is this one or the next to come.
  const isOver = at + 1 < Number(today.slice(5, 7))
  return month(firstOf(stated === undefined ? year + Number(isOver) : Number(stated), at + 1))
}

function dates(text: string): Interval | undefined {
  const [, from = '', to] =
    /^(\d{4}-\d\d-\d\d)(?: ?(?:to|until|\.\.|\/|–) ?(\d{4}-\d\d-\d\d))?$/.exec(text) ?? []
  if (from !== '') {
    const last = to ?? from
    if (!isDay(from) || !isDay(last) || last < from) return undefined
    return { from: `${from} 00:00:00`, to: addDays(`${last} 00:00:00`, 1) }
  }
  const [, year, number] = /^(?:in )?(\d{4})(?:-(\d\d))?$/.exec(text) ?? []
  if (year === undefined || year === '0000') return undefined
  if (number === undefined) return wholeYear(Number(year))
  return isDate(Number(year), Number(number), 1) ? month(firstOf(Number(year), Number(number))) : undefined
}

const isDay = (text: string): boolean =>
  isDate(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))

const firstOf = (year: number, month: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01 00:00:00`

const month = (first: string): Interval =>
  days(first, daysInMonth(Number(first.slice(0, 4)), Number(first.slice(5, 7))))

const wholeYear = (year: number): Interval => ({
  from: firstOf(year, 1),
  to: addMonths(firstOf(year, 12), 1),
})

/** From 1 for Monday. */
const weekdayIn = (day: string): number =>
  weekdayOf(daysOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))))
