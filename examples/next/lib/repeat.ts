/*
 * How an event repeats: what can be said of a rule (RFC 5545, section 3.3.10) in a few words.
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

type Weekday = keyof typeof WEEKDAYS
type Nth = keyof typeof NTHS

export interface Repeat {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
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
}

const isKey = <K extends string>(key: string, table: Readonly<Partial<Record<K, unknown>>>): key is K =>
  Object.hasOwn(table, key)

const CODES = Object.keys(WEEKDAYS).filter((code) => isKey(code, WEEKDAYS))
const FREQUENCIES = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const

/** `start` is the wall clock of the series. `undefined` for a rule that is hard to say. */
export function repeatOf(rrule: string, start: string): Repeat | undefined {
  const parts = partsOf(rrule, start)
  return parts && { ...defaultsAt(start), monthlyBy: 'day', ends: 'never', until: '', count: '', ...parts }
}

/** What the start says where the rule does not. */
function defaultsAt(start: string): Pick<Repeat, 'weekdays' | 'monthDay' | 'nth' | 'weekday'> {
  const date = new Date(`${start.slice(0, 10)}T00:00:00Z`)
  const code = CODES[date.getUTCDay()]
  if (code === undefined) return { weekdays: [], monthDay: '1', nth: '1', weekday: 'MO' }
  const day = date.getUTCDate()
  const nth = String(Math.ceil(day / 7))
  return { weekdays: [code], monthDay: String(day), nth: isKey(nth, NTHS) ? nth : '-1', weekday: code }
}

function partsOf(
  rrule: string,
  start: string,
): (Partial<Repeat> & Pick<Repeat, 'frequency' | 'interval'>) | undefined {
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
  // Days are said: an end before the time of the event leaves out its day.
  const isWhole = year !== undefined && time >= start.slice(11, 19).replaceAll(':', '')
  return isWhole ? { ends: 'until', until: `${year}-${month}-${day}` } : undefined
}
