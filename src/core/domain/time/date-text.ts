/**
 * Parses dates as people and programs write them. Events, publication dates and list filters use the same grammar.
 *
 * A text consists of parts, in any order, each at most once:
 * - a date (`2027-05-10`, `May 5, 2027`, `5 May`, `2027-W20-1`), or words for one (`tomorrow`, `next friday`,
 *   `first monday of june 2027`);
 * - a time (`10:00`, `9 pm`, `noon`);
 * - a zone (`Z`, `+02:00`, `EST`, `America/New_York`).
 *
 * It can also have any number of steps (`+1 week`, `2 days ago`, `next month`). A text with any other part is rejected.
 */
import {
  DATE_LENGTH,
  dateOf,
  daysInMonth,
  daysOf,
  FIRST_SECOND,
  inRange,
  isDate,
  modulo,
  monthsLater,
  SECONDS_PER_DAY,
  SINCE_EVER,
  secondsOf,
  type WallClock,
  wallOf,
  weekdayOf,
} from './calendar.ts'
import { type DateParts, type DayOfMonth, FORMS, type NamedDate } from './date-text-forms.ts'
import { atInstant, atWall, unixSeconds, type Zone } from './zones.ts'

/** A wall clock when the text has no zone; otherwise an instant in whole Unix seconds. */
export type ReadDate =
  | { readonly wall: WallClock; readonly epoch?: undefined }
  | { readonly epoch: number; readonly wall?: undefined }

/** A parsed date. Which date it means depends on the zone and, for words such as `tomorrow`, on the current time. */
export interface WrittenDate {
  readonly text: string
  /** `undefined` when the text is not a date. */
  readonly parsed: DateParts | { readonly epoch: number } | undefined
}

export interface DateContext {
  /** The current time, for words such as `tomorrow`. */
  readonly now: Date
  /** The zone of the date, unless the text has one. */
  readonly zone: Zone
}

const READABLE = /^[\x20-\x7e\t\r\n]*$/
const FIGURES = /^(@?)(-?)(\d{1,12})$/

/**
 * Parses a date once, for any number of `resolveDate` calls. `asBound`: whether it is a bound of a list. Then 30
 * February means 2 March, and a date in the year 0 means {@link SINCE_EVER}; otherwise both are rejected.
 */
export const parseDate = (text: string, asBound = false): WrittenDate => ({
  text,
  parsed: partsOf(text, asBound),
})

/** The date that a parsed text means; `undefined` when the text is not a date or when the date does not exist. */
export function resolveDate({ parsed }: WrittenDate, context: DateContext): ReadDate | undefined {
  return parsed === undefined || 'epoch' in parsed ? parsed : work(parsed, context)
}

/**
 * Parses and resolves a date; `undefined` when the text is rejected.
 *
 * - Rejected: dates that do not exist (30 February, unless `asBound`), hours after 24:00, a time in digits without a
 *   date, a weekday that contradicts its date, years outside 0001 to 9999 (also of the result; `asBound` accepts the
 *   year 0), texts over 128 characters.
 * - A date without a time means midnight. A date without a year is in the current year. A year of two digits is in 1970
 *   to 2069. Fractions of a second are dropped.
 * - Digits alone are Unix seconds, which may be negative. But eight digits are a date, and four digits are rejected,
 *   because they could be a year. Digits after `@` are always Unix seconds.
 * - Steps keep the time of day, unless the text has a time or names a day. Months run over: 31 January plus one month
 *   is 3 March. Steps apply to the wall clock: months before days before hours.
 * - A weekday means the next such day, today included; with `next` or `last`, today is excluded. With steps, the search
 *   begins at the date that the steps reach. With `next week`, the weekday is in that week, which begins on Monday.
 * - `first day of`, `last day of`, and `first` to `fifth` or `last` with a weekday and `of`, need a month: `may 2027`,
 *   `may`, `2027-05`, `next month`, `month` (the current one). A fifth weekday that the month does not have is
 *   rejected.
 * - The letters of a zone mean one offset all year, as in PHP: CET is UTC+1, also in July; CEST is UTC+2.
 */
export const readDate = (
  text: string,
  { asBound, ...context }: DateContext & { readonly asBound?: boolean },
): ReadDate | undefined => resolveDate(parseDate(text, asBound), context)

function partsOf(text: string, asBound: boolean): WrittenDate['parsed'] {
  if (text.length > DATE_LENGTH || !READABLE.test(text)) return undefined
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const figures = FIGURES.exec(plain)
  if (figures !== null) {
    const [, at, minus, digits = ''] = figures
    const bare = at === '' && minus === ''
    if (bare && digits.length === 4) return undefined
    if (!bare || digits.length !== 8) return instant(minus === '' ? Number(digits) : 0 - Number(digits))
  }
  return parse(plain, asBound)
}

const instant = (epoch: number) => (inRange(epoch) ? { epoch } : undefined)

function parse(text: string, asBound: boolean): DateParts | undefined {
  const parts: DateParts = {
    asBound,
    saysMonth: false,
    relative: false,
    calendarWeek: false,
    months: 0,
    days: 0,
    seconds: 0,
  }
  let position = 0
  while (position < text.length) {
    const start = position
    if (position > 0) {
      if (text[position] === ',') position += 1
      if (text[position] === ' ') position += 1
    }
    const end = take(parts, text, position, position === start && start > 0)
    if (end === undefined) return undefined
    position = end
  }
  return parts
}

/**
 * Parses the part at `position`. Returns the position of the next part, or `undefined` when no form accepts the text.
 */
function take(parts: DateParts, text: string, position: number, glued: boolean): number | undefined {
  for (const form of FORMS) {
    if (glued && form.glued === undefined) continue
    form.pattern.lastIndex = position
    const groups = form.pattern.exec(text)
    if (groups !== null) return form.take(parts, groups) ? form.pattern.lastIndex : undefined
  }
  return undefined
}

function work(parts: DateParts, context: DateContext): ReadDate | undefined {
  const named = [parts.date, parts.day, parts.weekday].filter((part) => part !== undefined).length
  const isDecorated = parts.date !== undefined && parts.weekday?.which === 'coming'
  if (named > (isDecorated ? 2 : 1) || (parts.date === undefined && !parts.relative)) return undefined

  const start = startOf(parts, context.now, parts.zone ?? context.zone)
  const days = start === undefined ? undefined : stepDays(parts, start.days)
  if (start === undefined || days === undefined) return undefined
  const seconds = days * SECONDS_PER_DAY + (parts.time ?? start.time) + parts.seconds
  if (parts.asBound && seconds < FIRST_SECOND) return { wall: SINCE_EVER }
  if (!inRange(seconds)) return undefined
  const wall = wallOf(seconds)
  if (parts.zone === undefined) return { wall }
  const { epoch } = atWall(wall, parts.zone)
  return parts.asBound && epoch < FIRST_SECOND ? { wall: SINCE_EVER } : instant(epoch)
}

/**
 * The day number from which steps count, and the time of day of a text without a time: midnight when the text names a
 * day, otherwise the current time. `undefined`: the day does not exist.
 */
function startOf(parts: DateParts, now: Date, zone: Zone): { days: number; time: number } | undefined {
  const { date, day, weekday, ofMonth } = parts
  if (date?.year !== undefined) return dayIn(date.year, date, parts.asBound)
  const seconds = secondsOf(atInstant(unixSeconds(now), zone).wall)
  const today = Math.floor(seconds / SECONDS_PER_DAY)
  if (date !== undefined) return dayIn(dateOf(today).year, date, parts.asBound)
  const keepsTime = day?.keepsTime ?? (weekday === undefined && ofMonth?.weekday === undefined)
  return { days: today + (day?.offset ?? 0), time: keepsTime ? seconds - today * SECONDS_PER_DAY : 0 }
}

/** A bound accepts days up to the 31st in every month, and every date of the year 0, `0000-00-00` included. */
function dayIn(year: number, { month, day }: NamedDate, asBound: boolean) {
  const isBound = year === 0 ? month <= 12 && day <= 31 : isDate(year, month, 1) && day >= 1 && day <= 31
  return isDate(year, month, day) || (asBound && isBound)
    ? { days: daysOf(year, month, day), time: 0 }
    : undefined
}

function stepDays(parts: DateParts, start: number): number | undefined {
  const { date, weekday, ofMonth } = parts
  if (date !== undefined && weekday !== undefined) {
    if (date.wholeMonth || weekdayOf(start) !== weekday.weekday) return undefined
  }
  if (ofMonth !== undefined) {
    const saysMonth = date === undefined ? parts.saysMonth : date.wholeMonth
    if (!saysMonth || parts.day !== undefined || weekday !== undefined) return undefined
    const day = dayOfMonth(start, parts.months, ofMonth)
    return day === undefined ? undefined : day + parts.days
  }
  const days = monthsLater(start, parts.months) + parts.days
  return date === undefined && weekday !== undefined
    ? days + toWeekday(days, weekday, parts.calendarWeek)
    : days
}

/**
 * Months count from the first day of the month: one month after 31 January is in February. `undefined`: the month has
 * no fifth such weekday.
 */
function dayOfMonth(days: number, months: number, { which, weekday }: DayOfMonth): number | undefined {
  const first = monthsLater(days - dateOf(days).day + 1, months)
  const { year, month } = dateOf(first)
  const last = first + daysInMonth(year, month) - 1
  if (which === 'last') return weekday === undefined ? last : last - modulo(weekdayOf(last) - weekday, 7)
  if (weekday === undefined) return first
  const day = first + modulo(weekday - weekdayOf(first), 7) + (which - 1) * 7
  return day <= last ? day : undefined
}

/** The number of days from `days` to the weekday. */
function toWeekday(
  days: number,
  { weekday, which }: NonNullable<DateParts['weekday']>,
  inWeek: boolean,
): number {
  const ahead = weekday - weekdayOf(days)
  if (inWeek && which === 'coming') return ahead
  if (which === 'last') return modulo(ahead, 7) - 7
  return which === 'next' ? modulo(ahead - 1, 7) + 1 : modulo(ahead, 7)
}
