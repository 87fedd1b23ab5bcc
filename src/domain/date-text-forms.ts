/**
 * The spellings of dates, each a small form: a pattern that is matched at one place, and what it says.
 *
 * Every pattern is sticky and bounded (at most a few words of fixed length, or one run of digits), so a text is read
 * in one pass, and none can make the reader slow. Texts come here in lower case, with single blanks.
 */
import { daysOf, daysOfWeek, isDate, SECONDS_PER_DAY } from './calendar.ts'
import { fixedZone, resolveZone, type Zone } from './zones.ts'

/** What the forms of one text said, before it is worked out. */
export interface Draft {
  /** A date named in full, as a day number; of a month without a day, the first. */
  date?: { readonly days: number; readonly wholeMonth: boolean }
  /** today = 0, tomorrow = 1; `now` also keeps the time of day. */
  day?: { readonly offset: number; readonly keepsTime: boolean }
  /** Monday is 1. `coming` may be today, `next` and `last` may not. */
  weekday?: { readonly weekday: number; readonly which: 'coming' | 'next' | 'last' }
  /** Seconds of the day; 86,400 is the next midnight. */
  time?: number
  zone?: Zone
  /** `first day of`, `last day of`. */
  edge?: 'first' | 'last'
  /** Whether the text says which month `edge` is of, other than by a date. */
  edgeMonth: boolean
  /** Whether a word was said that needs no date beside it. */
  relative: boolean
  /** Whether a day up to 31 that its month does not have counts on into the next. */
  readonly runsOver: boolean
  /** `next week` and its like: with a weekday, that day of the week from Monday to Sunday. */
  calendarWeek: boolean
  /** To be added: whole months, days, seconds. */
  months: number
  days: number
  seconds: number
}

export interface Form {
  readonly pattern: RegExp
  /** Whether it may follow the part before without a blank, as `T10:00` and `Z` do. */
  readonly glued?: true
  /** Takes the pattern's groups into the draft; `false` refuses the whole text. */
  readonly take: (draft: Draft, groups: readonly (string | undefined)[]) => boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WEEKDAY =
  '(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\b'
const UNIT = '(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\\b'
const ORDINAL = '(\\d\\d?)(?:st|nd|rd|th)?'

/** In hours. Only letters that mean one offset; `IST` for one has three. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ jst: 9, aest: 10, aedt: 11 },
}

const sticky = (source: string): RegExp => new RegExp(source, 'y')
const number = (digits: string | undefined): number => Number(digits ?? 0)
const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3)) + 1
const weekdayNamed = (name = ''): number => WEEKDAYS.indexOf(name.slice(0, 3)) + 1

function setDate(draft: Draft, year: number, month: number, day: number, wholeMonth = false): boolean {
  const isShort = draft.runsOver && day >= 1 && day <= 31
  if (draft.date !== undefined || !isDate(year, month, isShort ? 1 : day)) return false
  draft.date = { days: daysOf(year, month, day), wholeMonth }
  return true
}

/** 24:00 is the next midnight; where days run over, so does the hour that begins there. */
const lastTime = (draft: Draft): number => SECONDS_PER_DAY + (draft.runsOver ? 3599 : 0)

function setTime(draft: Draft, hour: number, minute: number, second: number): boolean {
  const time = hour * 3600 + minute * 60 + second
  if (draft.time !== undefined || minute > 59 || second > 59 || time > lastTime(draft)) return false
  draft.time = time
  return true
}

/** 12am is midnight, 12pm noon. */
function setHalfDayTime(draft: Draft, hour: number, minute: number, second: number, half: string): boolean {
  return hour >= 1 && hour <= 12 && setTime(draft, (hour % 12) + (half === 'p' ? 12 : 0), minute, second)
}

function setZone(draft: Draft, zone: Zone | undefined): boolean {
  if (draft.zone !== undefined || zone === undefined) return false
  draft.zone = zone
  return true
}

function setDay(draft: Draft, offset: number, keepsTime = false): boolean {
  if (draft.day !== undefined) return false
  draft.day = { offset, keepsTime }
  draft.relative = true
  return true
}

function setWeekday(draft: Draft, name: string | undefined, which: 'coming' | 'next' | 'last'): boolean {
  if (draft.weekday !== undefined) return false
  draft.weekday = { weekday: weekdayNamed(name), which }
  draft.relative = true
  return true
}

function add(draft: Draft, count: number, unit: string | undefined): boolean {
  draft.relative = true
  if (unit === 'year') draft.months += count * 12
  else if (unit === 'month') draft.months += count
  else if (unit === 'fortnight') draft.days += count * 14
  else if (unit === 'week') draft.days += count * 7
  else if (unit === 'day') draft.days += count
  else if (unit === 'hour') draft.seconds += count * 3600
  else draft.seconds += count * (unit === 'min' || unit === 'minute' ? 60 : 1)
  if (unit === 'month' || unit === 'year') draft.edgeMonth = true
  return true
}

const TURNS: Readonly<Record<string, number>> = { next: 1, this: 0, last: -1, previous: -1 }

/**
 * In this order: the first that fits is taken. The two that programs write come first, so that a process that reads
 * `2027-05-10 19:00` compiles their patterns and no others.
 */
export const FORMS: readonly Form[] = [
  // 2027-05-10, 2027/5/10
  {
    pattern: sticky('(\\d{4})([-/])(\\d\\d?)\\2(\\d\\d?)(?!\\d)'),
    take: (draft, [, year, , month, day]) => setDate(draft, number(year), number(month), number(day)),
  },
  // 9:30, T09:30:15.123, 9:30 pm
  {
    pattern: sticky('t?(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?(?: ?([ap])\\.?m\\b\\.?)?(?![\\d:])'),
    glued: true,
    take: (draft, [, hour, minute, second, half]) =>
      half === undefined
        ? setTime(draft, number(hour), number(minute), number(second))
        : setHalfDayTime(draft, number(hour), number(minute), number(second), half),
  },
  // 05/10/2027: the month first
  {
    pattern: sticky('(\\d\\d?)/(\\d\\d?)/(\\d{4})(?!\\d)'),
    take: (draft, [, month, day, year]) => setDate(draft, number(year), number(month), number(day)),
  },
  // 10-05-2027, 10.5.2027: the day first
  {
    pattern: sticky('(\\d\\d?)([-.])(\\d\\d?)\\2(\\d{4})(?!\\d)'),
    take: (draft, [, day, , month, year]) => setDate(draft, number(year), number(month), number(day)),
  },
  // 20270510
  {
    pattern: sticky('(\\d{4})(\\d\\d)(\\d\\d)(?!\\d)'),
    take: (draft, [, year, month, day]) => setDate(draft, number(year), number(month), number(day)),
  },
  // 2027-W20-1, 2027W201, 2027-W20
  {
    pattern: sticky('(\\d{4})-?w(\\d\\d)(?:-?([1-7]))?(?!\\d)'),
    take: (draft, [, year, week, weekday = '1']) => {
      const days = number(year) < 1 ? undefined : daysOfWeek(number(year), number(week), number(weekday))
      if (draft.date !== undefined || days === undefined) return false
      draft.date = { days, wholeMonth: false }
      return true
    },
  },
  // 2027-05
  {
    pattern: sticky('(\\d{4})-(\\d\\d?)(?![\\d-])'),
    take: (draft, [, year, month]) => setDate(draft, number(year), number(month), 1, true),
  },
  // 2027-Sep-08
  {
    pattern: sticky(`(\\d{4})-${MONTH}-(\\d\\d?)(?!\\d)`),
    take: (draft, [, year, month, day]) => setDate(draft, number(year), monthOf(month), number(day)),
  },
  // 5 May 2027, 5th of may 2027, 8-Sep-2027
  {
    pattern: sticky(`${ORDINAL}(?: of |[ -]?)${MONTH}(?:, ?| |-)?(\\d{4})(?![\\d:])`),
    take: (draft, [, day, month, year]) => setDate(draft, number(year), monthOf(month), number(day)),
  },
  // May 5, 2027
  {
    pattern: sticky(`${MONTH} ?${ORDINAL}(?:, ?| )(\\d{4})(?![\\d:])`),
    take: (draft, [, month, day, year]) => setDate(draft, number(year), monthOf(month), number(day)),
  },
  // May 2027
  {
    pattern: sticky(`${MONTH}(?:, ?| |-)?(\\d{4})(?![\\d:])`),
    take: (draft, [, month, year]) => setDate(draft, number(year), monthOf(month), 1, true),
  },
  // 10am, 9 p.m.
  {
    pattern: sticky('(\\d\\d?) ?([ap])\\.?m\\b\\.?'),
    take: (draft, [, hour, half = '']) => setHalfDayTime(draft, number(hour), 0, 0, half),
  },
  // T093015, T0930, T09
  {
    pattern: sticky('t(\\d\\d)(?:(\\d\\d)(?:(\\d\\d)(?:[.,]\\d+)?)?)?(?![\\d:])'),
    glued: true,
    take: (draft, [, hour, minute, second]) => setTime(draft, number(hour), number(minute), number(second)),
  },
  // +1 week, -2 days, 3 weeks
  {
    pattern: sticky(`([+-]?) ?(\\d{1,9}) ?${UNIT}`),
    glued: true,
    take: (draft, [, sign, count, unit]) =>
      add(draft, sign === '-' ? 0 - number(count) : number(count), unit),
  },
  {
    pattern: sticky('ago\\b'),
    take: (draft) => {
      draft.months = 0 - draft.months
      draft.days = 0 - draft.days
      draft.seconds = 0 - draft.seconds
      return draft.relative
    },
  },
  // +02:00, -0500, +2, GMT+0200. Without a time before it, `2027-05-05 -05` would be anyone's guess.
  {
    pattern: sticky('(?:utc?|gmt)?([+-])(\\d\\d?)(?::?(\\d\\d))?(?![\\d:])'),
    glued: true,
    take: (draft, [text = '', sign, hours, minutes]) => {
      if (draft.time === undefined || number(hours) > 23 || number(minutes) > 59) return false
      const size = number(hours) * 3600 + number(minutes) * 60
      return setZone(draft, fixedZone(text, sign === '-' ? 0 - size : size))
    },
  },
  // Z, GMT, EST
  {
    pattern: sticky(`(${Object.keys(LETTERS).join('|')})(?![\\w/])`),
    glued: true,
    take: (draft, [, letters = '']) => setZone(draft, fixedZone(letters, (LETTERS[letters] ?? 0) * 3600)),
  },
  // America/New_York
  {
    pattern: sticky('[a-z]+/[a-z0-9_+/-]+'),
    take: (draft, [name = '']) => setZone(draft, resolveZone(name)),
  },
  { pattern: sticky('now\\b'), take: (draft) => setDay(draft, 0, true) },
  { pattern: sticky('today\\b'), take: (draft) => setDay(draft, 0) },
  { pattern: sticky('yesterday\\b'), take: (draft) => setDay(draft, -1) },
  { pattern: sticky('tomorrow\\b'), take: (draft) => setDay(draft, 1) },
  // Unlike a time in figures, these stand alone.
  {
    pattern: sticky('(noon|midnight)\\b'),
    take: (draft, [, word]) => {
      draft.relative = true
      return setTime(draft, word === 'noon' ? 12 : 0, 0, 0)
    },
  },
  {
    pattern: sticky('(first|last) day of\\b'),
    take: (draft, [, edge]) => {
      if (draft.edge !== undefined) return false
      draft.edge = edge === 'last' ? 'last' : 'first'
      return true
    },
  },
  // last day of month
  {
    pattern: sticky('month\\b'),
    take: (draft) => draft.edge !== undefined && add(draft, 0, 'month'),
  },
  {
    pattern: sticky(`(next|this|last|previous) ${WEEKDAY}`),
    take: (draft, [, turn = '', name]) =>
      setWeekday(draft, name, turn === 'this' ? 'coming' : turn === 'next' ? 'next' : 'last'),
  },
  {
    pattern: sticky(`(next|this|last|previous) ${UNIT}`),
    take: (draft, [, turn = '', unit]) => {
      if (unit === 'week') draft.calendarWeek = true
      return add(draft, TURNS[turn] ?? 0, unit)
    },
  },
  { pattern: sticky(`${WEEKDAY}\\.?`), take: (draft, [, name]) => setWeekday(draft, name, 'coming') },
]
