import { isDate, type WallClock } from '../time/calendar.ts'

/**
 * A recurrence rule of RFC 5545, section 3.3.10, with days as the shortest period: as read by {@link parseRule}. A list
 * that the rule does not have is empty. Lists are sorted and name nothing twice.
 */
export interface Rule {
  readonly freq: Frequency
  /** 1 to 1000. */
  readonly interval: number
  /** 1 to 100,000. Never together with `until`. */
  readonly count?: number
  /** The last moment at which an occurrence may start. */
  readonly until?: WallClock
  /** 1 to 12. */
  readonly byMonth: readonly number[]
  /** 1 to 53, or -53 to -1 from the end of the year. Only in YEARLY. */
  readonly byWeekNo: readonly number[]
  /** 1 to 366, or -366 to -1. Only in YEARLY. */
  readonly byYearDay: readonly number[]
  /** 1 to 31, or -31 to -1. Not in WEEKLY. */
  readonly byMonthDay: readonly number[]
  readonly byDay: readonly RuleDay[]
  /** 0 to 23. Together with `byMinute`, at most 96 times of a day. */
  readonly byHour: readonly number[]
  /** 0 to 59. */
  readonly byMinute: readonly number[]
  /** 1 to 366, or -366 to -1: which of the dates of a period are meant. Never without another list. */
  readonly bySetPos: readonly number[]
  /** The first day of a week: Monday is 1, Sunday 7. */
  readonly weekStart: number
}

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

export interface RuleDay {
  /** Monday is 1, Sunday 7. */
  readonly weekday: number
  /** The how many-th of the month or year: 1 to 53, or -53 to -1 from the end; 0: all. Only MONTHLY, YEARLY have numbers. */
  readonly nth: number
}

/** Longer texts are refused. The unit is characters; those that a rule can have are one byte each. */
const MAX_LENGTH = 4096
/** Bounds the work on a rule. It is every quarter of an hour. */
const MAX_TIMES_PER_DAY = 96
const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const NAMES = new Set(
  'FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSETPOS WKST'.split(
    ' ',
  ),
)

/**
 * Reads the text of a rule, in any case, with or without a leading `RRULE:` and white space around. Returns what is
 * wrong with it otherwise: the rest of a sentence whose subject is the rule, such as `has no FREQ`.
 *
 * UNTIL as a date includes that day. As a date and time, it is a wall clock; one in UTC (`20271231T225959Z`) is
 * converted by `wallOfUtc`, and refused without that function.
 */
export function parseRule(text: string, wallOfUtc?: (utc: WallClock) => WallClock): Rule | string {
  const parts = partsOf(text)
  if (typeof parts === 'string') return parts
  const wrong: string[] = []
  /** The value of a part, read by a function that returns `undefined` for what the part cannot be. */
  const read = <T>(name: string, expected: string, reader: (value: string) => T | undefined) => {
    const value = parts.get(name)
    const result = value === undefined ? undefined : reader(value)
    if (value !== undefined && result === undefined) wrong.push(`has a wrong ${name}: it must be ${expected}`)
    return result
  }
  const list = (name: string, most: number) =>
    read(name, `a list of numbers from 1 to ${most} or -${most} to -1`, (value) => listOf(value, most)) ?? []

  const freq = read('FREQ', FREQUENCIES.join(', '), (value) => FREQUENCIES.find((one) => one === value))
  const count = read('COUNT', 'a number from 1 to 100000', (value) => numberOf(value, 100_000))
  const until = read('UNTIL', untilForm(wallOfUtc), (value) => untilOf(value, wallOfUtc))
  const rule = {
    interval: read('INTERVAL', 'a number from 1 to 1000', (value) => numberOf(value, 1000)) ?? 1,
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    byMonth:
      read('BYMONTH', 'a list of numbers from 1 to 12', (value) =>
        /[+-]/.test(value) ? undefined : listOf(value, 12),
      ) ?? [],
    byWeekNo: list('BYWEEKNO', 53),
    byYearDay: list('BYYEARDAY', 366),
    byMonthDay: list('BYMONTHDAY', 31),
    byDay: read('BYDAY', 'a list of days such as MO, 2MO or -1SU', daysOfList) ?? [],
    byHour: read('BYHOUR', 'a list of numbers from 0 to 23', (value) => timesOf(value, 23)) ?? [],
    byMinute: read('BYMINUTE', 'a list of numbers from 0 to 59', (value) => timesOf(value, 59)) ?? [],
    bySetPos: list('BYSETPOS', 366),
    weekStart:
      read('WKST', `one of ${WEEKDAYS.join(', ')}`, (value) => WEEKDAYS.indexOf(value) + 1 || undefined) ?? 1,
  }
  if (freq === undefined) return wrong[0] ?? 'has no FREQ'
  return wrong[0] ?? conflictIn({ freq, ...rule }) ?? { freq, ...rule }
}

function partsOf(text: string): ReadonlyMap<string, string> | string {
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    const [, name = '', value = ''] = /^([A-Za-z]{1,20})=([A-Za-z0-9+,-]+)$/.exec(part) ?? []
    const key = name.toUpperCase()
    if (key === '')
      return parts.size === 0
        ? 'is not a list of parts such as FREQ=DAILY;COUNT=10'
        : 'has a part that is not NAME=VALUE'
    if (!NAMES.has(key)) return `has ${key}, which is not supported`
    if (parts.has(key)) return `has ${key} twice`
    parts.set(key, value.toUpperCase())
  }
  return parts
}

/** An unsigned number from 1 to `most`. */
function numberOf(value: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Sorted and without repetitions; `undefined` where `read` refuses one of the values. */
function valuesOf(list: string, read: (value: string) => number | undefined): number[] | undefined {
  const values = new Set<number>()
  for (const text of list.split(',')) {
    const value = read(text)
    if (value === undefined) return undefined
    values.add(value)
  }
  return [...values].sort((a, b) => a - b)
}

function signedOf(text: string, most: number): number | undefined {
  const size = numberOf(text.replace(/^[+-]/, ''), most)
  return size !== undefined && text.startsWith('-') ? -size : size
}

const timesOf = (list: string, most: number) =>
  valuesOf(list, (text) => (/^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined))

const listOf = (list: string, most: number) => valuesOf(list, (text) => signedOf(text, most))

function daysOfList(list: string): RuleDay[] | undefined {
  // A number per day, so that they are sorted by weekday, then by number.
  const codes = valuesOf(list, (text) => {
    const [, number, name = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(text) ?? []
    const nth = number === undefined ? 0 : signedOf(number, 53)
    const weekday = WEEKDAYS.indexOf(name) + 1
    return weekday === 0 || nth === undefined ? undefined : weekday * 128 + nth + 64
  })
  return codes?.map((code) => ({ weekday: Math.floor(code / 128), nth: (code % 128) - 64 }))
}

const untilForm = (wallOfUtc: unknown): string =>
  `a date or a date with a time, such as 20271231 or 20271231T190000${wallOfUtc === undefined ? ', in local time' : ''}`

function untilOf(value: string, wallOfUtc?: (utc: WallClock) => WallClock): WallClock | undefined {
  const [, year = '', month = '', day = '', hour = '23', minute = '59', second = '59', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/.exec(value) ?? []
  if (!isDate(Number(year), Number(month), Number(day))) return undefined
  const wall = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return utc === undefined ? wall : wallOfUtc?.(wall)
}

/** What RFC 5545 does not allow together. */
function conflictIn(rule: Rule): string | undefined {
  const { freq, byWeekNo, byYearDay, byMonthDay, byDay, byMonth, byHour, byMinute, bySetPos } = rule
  const hasNumbers = byDay.some(({ nth }) => nth !== 0)
  if (rule.count !== undefined && rule.until !== undefined) return 'has both COUNT and UNTIL'
  if (byWeekNo.length > 0 && freq !== 'YEARLY') return 'has BYWEEKNO, which needs FREQ=YEARLY'
  if (byYearDay.length > 0 && freq !== 'YEARLY') return 'has BYYEARDAY, which needs FREQ=YEARLY'
  if (byMonthDay.length > 0 && freq === 'WEEKLY') return 'has BYMONTHDAY, which FREQ=WEEKLY does not allow'
  if (hasNumbers && freq !== 'MONTHLY' && freq !== 'YEARLY') {
    return 'has numbers in BYDAY, which need FREQ=MONTHLY or FREQ=YEARLY'
  }
  if (hasNumbers && byWeekNo.length > 0) return 'has numbers in BYDAY, which BYWEEKNO does not allow'
  if (Math.max(byHour.length, 1) * Math.max(byMinute.length, 1) > MAX_TIMES_PER_DAY) {
    return `has more than ${MAX_TIMES_PER_DAY} times of a day`
  }
  const others = [byWeekNo, byYearDay, byMonthDay, byDay, byMonth, byHour, byMinute]
  if (bySetPos.length > 0 && others.every((list) => list.length === 0)) {
    return 'has BYSETPOS, which needs another part that begins with BY'
  }
  return undefined
}

/** The text of a rule, always in the same order and without what is the default: `parseRule` reads the same rule in it. */
export function formatRule(rule: Rule): string {
  const days = rule.byDay.map(({ weekday, nth }) => `${nth === 0 ? '' : nth}${WEEKDAYS[weekday - 1]}`)
  const parts: readonly (readonly [name: string, value: string])[] = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval === 1 ? '' : String(rule.interval)],
    ['COUNT', String(rule.count ?? '')],
    ['UNTIL', (rule.until ?? '').replace(/[-:]/g, '').replace(' ', 'T')],
    ['BYMONTH', rule.byMonth.join()],
    ['BYWEEKNO', rule.byWeekNo.join()],
    ['BYYEARDAY', rule.byYearDay.join()],
    ['BYMONTHDAY', rule.byMonthDay.join()],
    ['BYDAY', days.join()],
    ['BYHOUR', rule.byHour.join()],
    ['BYMINUTE', rule.byMinute.join()],
    ['BYSETPOS', rule.bySetPos.join()],
    ['WKST', rule.weekStart === 1 ? '' : (WEEKDAYS[rule.weekStart - 1] ?? '')],
  ]
  return parts
    .filter(([, value]) => value !== '')
    .map((part) => part.join('='))
    .join(';')
}
