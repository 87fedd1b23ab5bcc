import type { EventInput } from 'kalends/client'

/*
 * How an event repeats: what the form shows of a rule (RFC 5545, section 3.3.10), and the rule that the form makes.
 */

export const WEEKDAYS = {
  SU: 'Sunday',
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
} as const

export const NTHS = { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '-1': 'last' } as const

export type Weekday = keyof typeof WEEKDAYS
export type Nth = keyof typeof NTHS
export type Frequency = 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other'

/** The form's state: numbers and dates as they are typed. */
export interface Repeat {
  /** `other`: a rule that the form cannot show. */
  frequency: Frequency
  interval: string
  /** Of a week, for `weekly`. */
  weekdays: readonly Weekday[]
  /** For `monthly`: by `monthDay`, or by `nth` and `weekday`. */
  monthlyBy: 'day' | 'weekday'
  monthDay: string
  nth: Nth
  weekday: Weekday
  ends: 'never' | 'until' | 'count'
  until: string
  count: string
  /** The text of the rule for `other`. */
  rrule: string
  /** Dates without the event: `YYYY-MM-DD`, or with a time if they were made elsewhere. */
  exceptions: readonly string[]
}

/** What the API shows of a series. */
export interface Recurrence {
  rrule: string
  exdate: readonly string[]
  rdate: readonly string[]
}

export const isKey = <K extends string>(
  key: string,
  table: Readonly<Partial<Record<K, unknown>>>,
): key is K => Object.hasOwn(table, key)

const CODES = Object.keys(WEEKDAYS).filter((code) => isKey(code, WEEKDAYS))
const FREQUENCIES = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const

// —— A rule in the form ——————————————————————————————————————————————————————————————————————————————————————

/** `start` is the wall clock of the series; '' for none yet. */
export function repeatOf(recurrence: Recurrence | undefined, start: string): Repeat {
  const empty: Repeat = {
    frequency: 'never',
    interval: '1',
    ...defaultsAt(start),
    monthlyBy: 'day',
    ends: 'never',
    until: '',
    count: '10',
    rrule: '',
    exceptions: recurrence?.exdate ?? [],
  }
  if (recurrence === undefined) return empty
  const { rrule } = recurrence
  return { ...empty, ...(partsOf(rrule, start) ?? { frequency: 'other', rrule }) }
}

/** What the start says where nothing else was chosen. */
function defaultsAt(start: string): Pick<Repeat, 'weekdays' | 'monthDay' | 'nth' | 'weekday'> {
  const date = new Date(`${start.slice(0, 10)}T00:00:00Z`)
  const code = CODES[date.getUTCDay()]
  if (code === undefined) return { weekdays: [], monthDay: '1', nth: '1', weekday: 'MO' }
  const day = date.getUTCDate()
  const nth = String(Math.ceil(day / 7))
  return { weekdays: [code], monthDay: String(day), nth: isKey(nth, NTHS) ? nth : '-1', weekday: code }
}

/** The state of a rule; `undefined` if the form would say something else than the rule. */
function partsOf(rrule: string, start: string): Partial<Repeat> | undefined {
  const pairs = rrule.split(';').map((part): [string, string] => {
    const [name = '', value = ''] = part.toUpperCase().split('=')
    return [name, value]
  })
  const { FREQ = '', INTERVAL = '1', COUNT, UNTIL, WKST = 'MO', ...by } = Object.fromEntries(pairs)
  if (!isKey(FREQ, FREQUENCIES)) return undefined
  const days = daysOf(FREQ, by)
  const end = endOf(COUNT, UNTIL, start)
  if (days === undefined || end === undefined) return undefined
  // Only here it matters which day a week begins with.
  if (FREQ === 'WEEKLY' && INTERVAL !== '1' && WKST !== 'MO') return undefined
  return { frequency: FREQUENCIES[FREQ], interval: INTERVAL, ...days, ...end }
}

function daysOf(
  frequency: keyof typeof FREQUENCIES,
  by: Readonly<Record<string, string>>,
): Partial<Repeat> | undefined {
  const names = Object.keys(by).sort().join()
  if (names === '') return {}
  const { BYDAY = '', BYMONTHDAY = '', BYSETPOS = '' } = by
  if (frequency === 'WEEKLY' && names === 'BYDAY') {
    const weekdays = BYDAY.split(',')
    const known = CODES.filter((code) => weekdays.includes(code))
    return known.length === weekdays.length ? { weekdays: known } : undefined
  }
  if (frequency !== 'MONTHLY') return undefined
  if (names === 'BYMONTHDAY') {
    return /^\d+$/.test(BYMONTHDAY) ? { monthlyBy: 'day', monthDay: BYMONTHDAY } : undefined
  }
  const [, nth = '', weekday = ''] =
    (names === 'BYDAY' && /^\+?(-?\d+)(\w\w)$/.exec(BYDAY)) ||
    (names === 'BYDAY,BYSETPOS' && /^(.*) (\w\w)$/.exec(`${BYSETPOS} ${BYDAY}`)) ||
    []
  return isKey(nth, NTHS) && isKey(weekday, WEEKDAYS) ? { monthlyBy: 'weekday', nth, weekday } : undefined
}

function endOf(
  count: string | undefined,
  until: string | undefined,
  start: string,
): Partial<Repeat> | undefined {
  if (count !== undefined) return { ends: 'count', count }
  if (until === undefined) return {}
  const [, year, month, day, time = '235959'] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?$/.exec(until) ?? []
  // The form knows days: an end before the time of the event leaves out its day.
  const isWhole = year !== undefined && time >= start.slice(11, 19).replaceAll(':', '')
  return isWhole ? { ends: 'until', until: `${year}-${month}-${day}` } : undefined
}

/** The state with another start. What was as the old start says follows the new one. */
export function movedTo(repeat: Repeat, before: string, after: string): Repeat {
  const [old, next] = [defaultsAt(before), defaultsAt(after)]
  return {
    ...repeat,
    weekdays: String(repeat.weekdays) === String(old.weekdays) ? next.weekdays : repeat.weekdays,
    monthDay: repeat.monthDay === old.monthDay ? next.monthDay : repeat.monthDay,
    nth: repeat.nth === old.nth ? next.nth : repeat.nth,
    weekday: repeat.weekday === old.weekday ? next.weekday : repeat.weekday,
  }
}

// —— The form as a rule ——————————————————————————————————————————————————————————————————————————————————————

/** The text of the rule; '' for an event that does not repeat. */
export function rruleOf(repeat: Repeat): string {
  const { frequency, interval, ends } = repeat
  if (frequency === 'never') return ''
  if (frequency === 'other') return repeat.rrule
  return [
    `FREQ=${frequency.toUpperCase()}`,
    ...(interval === '1' ? [] : [`INTERVAL=${interval}`]),
    ...(frequency === 'weekly' ? [`BYDAY=${repeat.weekdays}`] : []),
    ...(frequency === 'monthly' ? [monthDayOf(repeat)] : []),
    ...(ends === 'until' ? [`UNTIL=${repeat.until.replaceAll('-', '')}`] : []),
    ...(ends === 'count' ? [`COUNT=${repeat.count}`] : []),
  ].join(';')
}

const monthDayOf = ({ monthlyBy, monthDay, nth, weekday }: Repeat): string =>
  monthlyBy === 'day' ? `BYMONTHDAY=${monthDay}` : `BYDAY=${nth}${weekday}`

/** The numbers without white space and leading zeros, and each exception once. */
const tidied = (repeat: Repeat): Repeat => {
  const number = (text: string) => text.trim().replace(/^0+(?=\d)/, '')
  const { interval, monthDay, count } = repeat
  return { ...repeat, interval: number(interval), monthDay: number(monthDay), count: number(count) }
}

/** What the API is to change: nothing, or the members that differ. `before` is what it has. */
export function recurrenceInputOf(repeat: Repeat, before: Repeat): Pick<EventInput, 'recurrence'> {
  const [rrule, old] = [rruleOf(tidied(repeat)), rruleOf(before)]
  if (rrule === '') return old === '' ? {} : { recurrence: null }
  const input: EventInput['recurrence'] = {
    ...(rrule === old ? {} : { rrule }),
    ...(String(repeat.exceptions) === String(before.exceptions) ? {} : { exdate: repeat.exceptions }),
  }
  return Object.keys(input).length === 0 ? {} : { recurrence: input }
}

/** What is wrong, by the name of the input. Whether the rule names any date is the API's to say. */
export function faultsIn(repeat: Repeat): Record<string, string> {
  const { frequency, ends, interval, monthlyBy, monthDay, weekdays, until, count } = tidied(repeat)
  if (frequency === 'never' || frequency === 'other') return {}
  const faults: Record<string, string> = {}
  const demand = (name: string, text: string, most: number) => {
    const isNumber = /^[1-9]\d*$/.test(text) && Number(text) <= most
    if (!isNumber) faults[name] = `must be a whole number from 1 to ${most}`
  }
  demand('repeat_interval', interval, 1000)
  if (frequency === 'weekly' && weekdays.length === 0) faults.repeat_weekdays = 'must name a day of the week'
  if (frequency === 'monthly' && monthlyBy === 'day') demand('repeat_month_day', monthDay, 31)
  if (ends === 'until' && !/^\d{4}-\d\d-\d\d$/.test(until)) faults.repeat_until = 'must be a date'
  if (ends === 'count') demand('repeat_count', count, 1000)
  return faults
}
