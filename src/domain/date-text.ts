/**
 * Dates as people and programs write them. One grammar for events, publication dates and list filters.
 *
 * A text is a row of parts, in any order, each at most once: a date (`2027-05-10`, `May 5, 2027`, `2027-W20-1`) or a
 * word for one (`tomorrow`, `next friday`, `last day of may 2027`), a time (`10:00`, `9 pm`, `noon`), a zone (`Z`,
 * `+02:00`, `EST`, `America/New_York`); and any number of steps (`+1 week`, `2 days ago`, `next month`). What is not
 * wholly understood is refused.
 */
import {
  dateOf,
  daysInMonth,
  inRange,
  modulo,
  monthsLater,
  SECONDS_PER_DAY,
  secondsOf,
  type WallClock,
  wallOf,
  weekdayOf,
} from './calendar.ts'
import { type Draft, FORMS } from './date-text-forms.ts'
import { atInstant, atWall, type Zone } from './zones.ts'

/** A wall clock, when the text says no zone; an instant in whole Unix seconds, when it does. */
export type ReadDate =
  | { readonly wall: WallClock; readonly epoch?: undefined }
  | { readonly epoch: number; readonly wall?: undefined }

export interface DateContext {
  /** From when `tomorrow` and its like count. */
  readonly now: Date
  /** Where it is that time; a zone in the text comes first. */
  readonly zone: Zone
  /** Whether 30 February is 2 March, instead of no date; default false. */
  readonly runsOver?: boolean
}

/** Longer than any date; keeps the work per text small. */
const LONGEST = 128
const READABLE = /^[\x20-\x7e\t\r\n]*$/
const FIGURES = /^(@?)(-?)(\d{1,12})$/

/**
 * Reads a date; `undefined` when the text is none.
 *
 * - Refused: dates that do not exist (30 February, unless `runsOver`), hours after 24:00, a time in figures without
 *   a date, a weekday that contradicts its date, years outside 0001 to 9999 (of the result too), texts over 128
 *   characters.
 * - A date without a time is midnight. Fractions of a second are dropped.
 * - Figures alone are Unix seconds, also negative; but 8 are a date, and 4, which could be a year, are refused. With
 *   `@` before them they are always Unix seconds.
 * - Steps keep the time of day, unless one is given or a day is named. A month from the 31st runs over: 31 January
 *   and one month is 3 March. Steps are taken on the wall clock, months before days before hours.
 * - A weekday is the coming one, today included; with `next` or `last`, today is not. Beside steps, it is looked for
 *   from where they lead; beside `next week`, in that week, which begins on Monday.
 * - `first day of`, `last day of` need a month: `may 2027`, `2027-05`, `next month`, `month` (the current one).
 */
export function readDate(text: string, context: DateContext): ReadDate | undefined {
  if (text.length > LONGEST || !READABLE.test(text)) return undefined
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const figures = FIGURES.exec(plain)
  if (figures !== null) {
    const [, at, minus, digits = ''] = figures
    const bare = at === '' && minus === ''
    if (bare && digits.length === 4) return undefined
    if (!bare || digits.length !== 8) return instant(minus === '' ? Number(digits) : 0 - Number(digits))
  }
  const draft = parse(plain, context.runsOver ?? false)
  return draft === undefined ? undefined : work(draft, context)
}

const instant = (epoch: number): ReadDate | undefined => (inRange(epoch) ? { epoch } : undefined)

function parse(text: string, runsOver: boolean): Draft | undefined {
  const draft: Draft = {
    runsOver,
    edgeMonth: false,
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
    const end = take(draft, text, position, position === start && start > 0)
    if (end === undefined) return undefined
    position = end
  }
  return draft
}

/** Takes the part at `position`; returns where the next one begins. */
function take(draft: Draft, text: string, position: number, glued: boolean): number | undefined {
  for (const form of FORMS) {
    if (glued && form.glued === undefined) continue
    form.pattern.lastIndex = position
    const groups = form.pattern.exec(text)
    if (groups !== null) return form.take(draft, groups) ? form.pattern.lastIndex : undefined
  }
  return undefined
}

function work(draft: Draft, context: DateContext): ReadDate | undefined {
  const named = [draft.date, draft.day, draft.weekday].filter((part) => part !== undefined).length
  const isDecorated = draft.date !== undefined && draft.weekday?.which === 'coming'
  if (named > (isDecorated ? 2 : 1) || (draft.date === undefined && !draft.relative)) return undefined

  const zone = draft.zone ?? context.zone
  const start =
    draft.date === undefined ? today(draft, context.now, zone) : { days: draft.date.days, time: 0 }
  const days = stepDays(draft, start.days)
  if (days === undefined) return undefined
  const seconds = days * SECONDS_PER_DAY + (draft.time ?? start.time) + draft.seconds
  if (!inRange(seconds)) return undefined
  const wall = wallOf(seconds)
  return draft.zone === undefined ? { wall } : instant(atWall(wall, draft.zone).epoch)
}

/** Where words count from: a day number and the time of day, which is midnight where a day is named. */
function today(draft: Draft, now: Date, zone: Zone): { days: number; time: number } {
  const seconds = secondsOf(atInstant(Math.floor(now.getTime() / 1000), zone).wall)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const keepsTime = draft.day?.keepsTime ?? draft.weekday === undefined
  return { days: days + (draft.day?.offset ?? 0), time: keepsTime ? seconds - days * SECONDS_PER_DAY : 0 }
}

function stepDays(draft: Draft, start: number): number | undefined {
  const { date, weekday, edge } = draft
  if (date !== undefined && weekday !== undefined) {
    if (date.wholeMonth || weekdayOf(date.days) !== weekday.weekday) return undefined
  }
  if (edge !== undefined) {
    const saysMonth = date === undefined ? draft.edgeMonth : date.wholeMonth
    if (!saysMonth || draft.day !== undefined || weekday !== undefined) return undefined
    return edgeOfMonth(start, draft.months, edge) + draft.days
  }
  const days = monthsLater(start, draft.months) + draft.days
  return date === undefined && weekday !== undefined
    ? days + toWeekday(days, weekday, draft.calendarWeek)
    : days
}

/** The months are counted from the first: from 31 January, the next month is February. */
function edgeOfMonth(days: number, months: number, edge: 'first' | 'last'): number {
  const first = monthsLater(days - dateOf(days).day + 1, months)
  const { year, month } = dateOf(first)
  return edge === 'first' ? first : first + daysInMonth(year, month) - 1
}

/** How many days from `days` to the weekday that is meant. */
function toWeekday(days: number, { weekday, which }: NonNullable<Draft['weekday']>, inWeek: boolean): number {
  const ahead = weekday - weekdayOf(days)
  if (inWeek && which === 'coming') return ahead
  if (which === 'last') return modulo(ahead, 7) - 7
  return which === 'next' ? modulo(ahead - 1, 7) + 1 : modulo(ahead, 7)
}
