/**
 * The forms of a part of a date. Each form is a pattern, which is matched at one position, and a function that adds the
 * match to the parts.
 *
 * Every pattern is sticky and bounded (at most a few words of fixed length, or one run of digits). So a text is parsed
 * in one pass, and no text makes the parser slow. Texts arrive in lower case, with single spaces.
 */
import { dateOf, daysOfWeek, SECONDS_PER_DAY } from './calendar.ts'
import { fixedZone, resolveZone, type Zone } from './zones.ts'

/** The parts of one text. Which date they mean depends on the zone and on the current time. */
export interface DateParts {
  /** An explicit date; for a month without a day, the first. */
  date?: NamedDate
  /** today = 0, tomorrow = 1. `now` also keeps the time of day. */
  day?: { readonly offset: number; readonly keepsTime: boolean }
  /** Monday is 1. `coming` includes today; `next` and `last` do not. */
  weekday?: { readonly weekday: number; readonly which: 'coming' | 'next' | 'last' }
  /** Seconds of the day; 86,400 is the next midnight. */
  time?: number
  zone?: Zone
  /** `first day of`, `last day of`, `third friday of`. */
  ofMonth?: DayOfMonth
  /** Whether the text names the month of `ofMonth` without a date, as `next month` does. */
  saysMonth: boolean
  /** Whether the text has a word that needs no date, such as `tomorrow` or `noon`. */
  relative: boolean
  /**
   * Whether the date is a bound of a list. Then days up to the 31st run over into the next month, and the year 0 is
   * valid.
   */
  readonly asBound: boolean
  /** Whether the text has `next week` or similar. A weekday is then in that week, which runs from Monday to Sunday. */
  calendarWeek: boolean
  /** The steps to add, in whole months, days and seconds. */
  months: number
  days: number
  seconds: number
}

/** A date as written. It may not exist. */
export interface NamedDate {
  /** `undefined`: the current year. */
  readonly year: number | undefined
  readonly month: number
  /** 1 when the text names only the month. */
  readonly day: number
  readonly wholeMonth: boolean
}

/** Without a weekday, the first or the last day of the month. Monday is 1. */
export interface DayOfMonth {
  readonly which: number | 'last'
  readonly weekday?: number
}

export interface Form {
  readonly pattern: RegExp
  /** Whether the form may follow the part before it without a space, as `T10:00` and `Z` do. */
  readonly glued?: true
  /** Adds the pattern's groups to the parts. `false` rejects the whole text. */
  readonly take: (parts: DateParts, groups: readonly (string | undefined)[]) => boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const COUNTS = ['first', 'second', 'third', 'fourth', 'fifth']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WEEKDAY =
  '(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\b'
const UNIT = '(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\\b'
const ORDINAL = '(\\d\\d?)(?:st|nd|rd|th)?'
/** Between a day and its month. */
const OF = '(?: of |\\.? ?|-)'
/** Four digits, or the last two of a year from 1970 to 2069. */
const YEAR = '(\\d{4}|\\d\\d)'
/** The number before is not part of a time of day or of a step: `10:00`, `10 am`, `10 days`. */
const WHOLE = `(?![\\d:]| ?[ap]\\.?m\\b| ?(?:${UNIT}))`

/** Offsets in hours. Only letters with one meaning: `IST`, for example, has three. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, uct: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2 },
  ...{ eet: 2, eest: 3, msk: 3 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ jst: 9, aest: 10, aedt: 11 },
}

const sticky = (source: string): RegExp => new RegExp(source, 'y')
const number = (digits: string | undefined): number => Number(digits ?? 0)
const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3)) + 1
const weekdayNamed = (name = ''): number => WEEKDAYS.indexOf(name.slice(0, 3)) + 1

const yearOf = (figures: string | undefined): number | undefined => {
  if (figures?.length !== 2) return figures === undefined ? undefined : number(figures)
  return number(figures) + (number(figures) < 70 ? 2000 : 1900)
}

function setDate(
  parts: DateParts,
  year: number | undefined,
  month: number,
  day: number,
  wholeMonth = false,
): boolean {
  if (parts.date !== undefined) return false
  parts.date = { year, month, day, wholeMonth }
  return true
}

function setOfMonth(parts: DateParts, ofMonth: DayOfMonth): boolean {
  if (parts.ofMonth !== undefined) return false
  parts.ofMonth = ofMonth
  return true
}

/** 24:00 is the next midnight. A bound may go up to 24:59:59. */
const lastTime = (parts: DateParts): number => SECONDS_PER_DAY + (parts.asBound ? 3599 : 0)

function setTime(parts: DateParts, hour: number, minute: number, second: number): boolean {
  const time = hour * 3600 + minute * 60 + second
  if (parts.time !== undefined || minute > 59 || second > 59 || time > lastTime(parts)) return false
  parts.time = time
  return true
}

/** 12am is midnight, 12pm is noon. */
function setHalfDayTime(
  parts: DateParts,
  hour: number,
  minute: number,
  second: number,
  half: string,
): boolean {
  return hour >= 1 && hour <= 12 && setTime(parts, (hour % 12) + (half === 'p' ? 12 : 0), minute, second)
}

function setZone(parts: DateParts, zone: Zone | undefined): boolean {
  if (parts.zone !== undefined || zone === undefined) return false
  parts.zone = zone
  return true
}

function setDay(parts: DateParts, offset: number, keepsTime = false): boolean {
  if (parts.day !== undefined) return false
  parts.day = { offset, keepsTime }
  parts.relative = true
  return true
}

function setWeekday(parts: DateParts, name: string | undefined, which: 'coming' | 'next' | 'last'): boolean {
  if (parts.weekday !== undefined) return false
  parts.weekday = { weekday: weekdayNamed(name), which }
  parts.relative = true
  return true
}

function add(parts: DateParts, count: number, unit: string | undefined): boolean {
  parts.relative = true
  if (unit === 'year') parts.months += count * 12
  else if (unit === 'month') parts.months += count
  else if (unit === 'fortnight') parts.days += count * 14
  else if (unit === 'week') parts.days += count * 7
  else if (unit === 'day') parts.days += count
  else if (unit === 'hour') parts.seconds += count * 3600
  else parts.seconds += count * (unit === 'min' || unit === 'minute' ? 60 : 1)
  if (unit === 'month' || unit === 'year') parts.saysMonth = true
  return true
}

const TURNS: Readonly<Record<string, number>> = { next: 1, this: 0, last: -1, previous: -1 }

/**
 * The first form that matches is used, so their order counts. The two forms that programs write come first: a process
 * that parses only texts such as `2027-05-10 19:00` compiles no other patterns.
 */
export const FORMS: readonly Form[] = [
  // 2027-05-10, 2027/5/10
  {
    pattern: sticky('(\\d{4})([-/])(\\d\\d?)\\2(\\d\\d?)(?!\\d)'),
    take: (parts, [, year, , month, day]) => setDate(parts, number(year), number(month), number(day)),
  },
  // 9:30, T09:30:15.123, 9:30 pm
  {
    pattern: sticky('t?(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?(?: ?([ap])\\.?m\\b\\.?)?(?![\\d:])'),
    glued: true,
    take: (parts, [, hour, minute, second, half]) =>
      half === undefined
        ? setTime(parts, number(hour), number(minute), number(second))
        : setHalfDayTime(parts, number(hour), number(minute), number(second), half),
  },
  // 05/10/2027, 05/10/27, 05/10: the month first
  {
    pattern: sticky(`(\\d\\d?)/(\\d\\d?)(?:/${YEAR})?(?![\\d:/])`),
    take: (parts, [, month, day, year]) => setDate(parts, yearOf(year), number(month), number(day)),
  },
  // 10-05-2027, 10.5.2027: the day first
  {
    pattern: sticky('(\\d\\d?)([-.])(\\d\\d?)\\2(\\d{4})(?!\\d)'),
    take: (parts, [, day, , month, year]) => setDate(parts, number(year), number(month), number(day)),
  },
  // 10.5.27
  {
    pattern: sticky('(\\d\\d?)\\.(\\d\\d?)\\.(\\d\\d)(?![\\d:.])'),
    take: (parts, [, day, month, year]) => setDate(parts, yearOf(year), number(month), number(day)),
  },
  // 20270510
  {
    pattern: sticky('(\\d{4})(\\d\\d)(\\d\\d)(?!\\d)'),
    take: (parts, [, year, month, day]) => setDate(parts, number(year), number(month), number(day)),
  },
  // 2027-W20-1, 2027W201, 2027-W20
  {
    pattern: sticky('(\\d{4})-?w(\\d\\d)(?:-?([1-7]))?(?!\\d)'),
    take: (parts, [, year, week, weekday = '1']) => {
      const days = daysOfWeek(number(year), number(week), number(weekday))
      if (days === undefined) return false
      const date = dateOf(days)
      return setDate(parts, date.year, date.month, date.day)
    },
  },
  // 2027-05
  {
    pattern: sticky('(\\d{4})-(\\d\\d?)(?![\\d-])'),
    take: (parts, [, year, month]) => setDate(parts, number(year), number(month), 1, true),
  },
  // 2027-Sep-08
  {
    pattern: sticky(`(\\d{4})-${MONTH}-(\\d\\d?)(?!\\d)`),
    take: (parts, [, year, month, day]) => setDate(parts, number(year), monthOf(month), number(day)),
  },
  // 5 May 2027, 5th of may 2027, 5. May 2027, 8-Sep-2027, 8 Sep 27
  {
    pattern: sticky(`${ORDINAL}${OF}${MONTH}(?:, ?| |-)?${YEAR}${WHOLE}`),
    take: (parts, [, day, month, year]) => setDate(parts, yearOf(year), monthOf(month), number(day)),
  },
  // May 5, 2027, May 5, 27
  {
    pattern: sticky(`${MONTH} ?${ORDINAL}(?:, ?| )${YEAR}${WHOLE}`),
    take: (parts, [, month, day, year]) => setDate(parts, yearOf(year), monthOf(month), number(day)),
  },
  // May 2027
  {
    pattern: sticky(`${MONTH}(?:, ?| |-)?(\\d{4})(?![\\d:])`),
    take: (parts, [, month, year]) => setDate(parts, number(year), monthOf(month), 1, true),
  },
  // 5 May, 5th of may, 5. May
  {
    pattern: sticky(`${ORDINAL}${OF}${MONTH}(?![a-z])`),
    take: (parts, [, day, month]) => setDate(parts, undefined, monthOf(month), number(day)),
  },
  // May 5, may 5th
  {
    pattern: sticky(`${MONTH} ?${ORDINAL}(?![a-z])${WHOLE}`),
    take: (parts, [, month, day]) => setDate(parts, undefined, monthOf(month), number(day)),
  },
  // The month of `first day of may`
  {
    pattern: sticky(`${MONTH}(?![a-z])`),
    take: (parts, [, month]) =>
      parts.ofMonth !== undefined && setDate(parts, undefined, monthOf(month), 1, true),
  },
  // 10am, 9 p.m.
  {
    pattern: sticky('(\\d\\d?) ?([ap])\\.?m\\b\\.?'),
    take: (parts, [, hour, half = '']) => setHalfDayTime(parts, number(hour), 0, 0, half),
  },
  // T093015, T0930, T09
  {
    pattern: sticky('t(\\d\\d)(?:(\\d\\d)(?:(\\d\\d)(?:[.,]\\d+)?)?)?(?![\\d:])'),
    glued: true,
    take: (parts, [, hour, minute, second]) => setTime(parts, number(hour), number(minute), number(second)),
  },
  // +1 week, -2 days, 3 weeks
  {
    pattern: sticky(`([+-]?) ?(\\d{1,9}) ?${UNIT}`),
    glued: true,
    take: (parts, [, sign, count, unit]) =>
      add(parts, sign === '-' ? 0 - number(count) : number(count), unit),
  },
  {
    pattern: sticky('ago\\b'),
    take: (parts) => {
      parts.months = 0 - parts.months
      parts.days = 0 - parts.days
      parts.seconds = 0 - parts.seconds
      return parts.relative
    },
  },
  // +02:00, -0500, +2, GMT+0200. It needs a time before it, because `2027-05-05 -05` is ambiguous.
  {
    pattern: sticky('(?:utc?|gmt)?([+-])(\\d\\d?)(?::?(\\d\\d))?(?![\\d:])'),
    glued: true,
    take: (parts, [text = '', sign, hours, minutes]) => {
      if (parts.time === undefined || number(hours) > 23 || number(minutes) > 59) return false
      const size = number(hours) * 3600 + number(minutes) * 60
      return setZone(parts, fixedZone(text, sign === '-' ? 0 - size : size))
    },
  },
  // Z, GMT, EST
  {
    pattern: sticky(`(${Object.keys(LETTERS).join('|')})(?![\\w/])`),
    glued: true,
    take: (parts, [, letters = '']) => setZone(parts, fixedZone(letters, (LETTERS[letters] ?? 0) * 3600)),
  },
  // America/New_York
  {
    pattern: sticky('[a-z]+/[a-z0-9_+/-]+'),
    take: (parts, [name = '']) => setZone(parts, resolveZone(name)),
  },
  { pattern: sticky('now\\b'), take: (parts) => setDay(parts, 0, true) },
  { pattern: sticky('today\\b'), take: (parts) => setDay(parts, 0) },
  { pattern: sticky('yesterday\\b'), take: (parts) => setDay(parts, -1) },
  { pattern: sticky('tomorrow\\b'), take: (parts) => setDay(parts, 1) },
  // Unlike a time in digits, these words need no date.
  {
    pattern: sticky('(noon|midnight)\\b'),
    take: (parts, [, word]) => {
      parts.relative = true
      return setTime(parts, word === 'noon' ? 12 : 0, 0, 0)
    },
  },
  {
    pattern: sticky('(first|last) day of\\b'),
    take: (parts, [, which]) => setOfMonth(parts, { which: which === 'last' ? 'last' : 1 }),
  },
  // third friday of
  {
    pattern: sticky(`(${COUNTS.join('|')}|last) ${WEEKDAY} of\\b`),
    take: (parts, [, which = '', name]) =>
      setOfMonth(parts, {
        which: which === 'last' ? 'last' : COUNTS.indexOf(which) + 1,
        weekday: weekdayNamed(name),
      }),
  },
  // last day of month
  {
    pattern: sticky('month\\b'),
    take: (parts) => parts.ofMonth !== undefined && add(parts, 0, 'month'),
  },
  {
    pattern: sticky(`(next|this|last|previous) ${WEEKDAY}`),
    take: (parts, [, turn = '', name]) =>
      setWeekday(parts, name, turn === 'this' ? 'coming' : turn === 'next' ? 'next' : 'last'),
  },
  {
    pattern: sticky(`(next|this|last|previous) ${UNIT}`),
    take: (parts, [, turn = '', unit]) => {
      if (unit === 'week') parts.calendarWeek = true
      return add(parts, TURNS[turn] ?? 0, unit)
    },
  },
  { pattern: sticky(`${WEEKDAY}\\.?`), take: (parts, [, name]) => setWeekday(parts, name, 'coming') },
]
