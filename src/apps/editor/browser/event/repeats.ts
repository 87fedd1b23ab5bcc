import { plusDays, weekdayOf } from '../dates/days.ts'

/*
 * How an event repeats, as the form has it. Rules beyond that are kept as they are.
 */

export type Frequency = 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'custom'

export interface Repeats {
  readonly frequency: Frequency
  readonly every: number
  /** Of a weekly rule. 0 is Sunday. */
  readonly days: readonly number[]
  /** Of a monthly rule: on the same date, the same weekday of the month, or its last one. */
  readonly monthly: 'date' | 'weekday' | 'last'
  readonly ends: 'never' | 'until' | 'times'
  /** A day; '' for none. */
  readonly until: string
  readonly times: number
  /** The rule as it is, for `custom`. */
  readonly rule: string
  /** Days, or days with a time. */
  readonly skipped: readonly string[]
  readonly added: readonly string[]
}

export const NEVER: Repeats = {
  frequency: 'never',
  every: 1,
  days: [],
  monthly: 'date',
  ends: 'never',
  until: '',
  times: 10,
  rule: '',
  skipped: [],
  added: [],
}

export const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

const FREQUENCIES: Readonly<Record<string, Frequency>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
}

/** Which of its weekday in the month a day is: 1 to 5. */
export const ordinalOf = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

export const isLastOfMonth = (day: string): boolean => plusDays(day, 7).slice(0, 7) !== day.slice(0, 7)

/** The rule in RFC 5545. `start`: the day of the first date. */
export function ruleOf(repeats: Repeats, start: string): string {
  if (repeats.frequency === 'custom') return repeats.rule
  const parts = [`FREQ=${repeats.frequency.toUpperCase()}`]
  if (repeats.every > 1) parts.push(`INTERVAL=${repeats.every}`)
  if (repeats.frequency === 'weekly') {
    const days = repeats.days.length === 0 ? [weekdayOf(start)] : [...repeats.days]
    // Monday first, as calendars write it.
    days.sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
    parts.push(`BYDAY=${days.map((day) => DAYS[day]).join()}`)
  }
  if (repeats.frequency === 'monthly' && repeats.monthly !== 'date') {
    const ordinal = repeats.monthly === 'last' ? -1 : ordinalOf(start)
    parts.push(`BYDAY=${ordinal}${DAYS[weekdayOf(start)]}`)
  }
  if (repeats.ends === 'until' && repeats.until !== '')
    parts.push(`UNTIL=${repeats.until.replaceAll('-', '')}`)
  if (repeats.ends === 'times') parts.push(`COUNT=${repeats.times}`)
  return parts.join(';')
}

/** The form of a rule. What the form cannot say in full is `custom`. */
export function repeatsOf(
  recurrence: { rrule: string; exdate: readonly string[]; rdate: readonly string[] } | undefined,
  start: string,
): Repeats {
  if (recurrence === undefined) return NEVER
  const { rrule: rule, exdate: skipped, rdate: added } = recurrence
  const kept: Repeats = { ...NEVER, rule, skipped, added }
  const parts = new Map(
    rule.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name.toUpperCase(), value.toUpperCase()]
    }),
  )
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '')
  const days = (parts.get('BYDAY') ?? '').split(',').filter((day) => day !== '')
  const read: Repeats = {
    ...kept,
    frequency: FREQUENCIES[parts.get('FREQ') ?? ''] ?? 'custom',
    every: Number(parts.get('INTERVAL') ?? 1),
    days: days.map((day) => DAYS.findIndex((name) => name === day)).filter((day) => day >= 0),
    monthly: days.length === 0 ? 'date' : days[0]?.startsWith('-1') ? 'last' : 'weekday',
    ends: parts.has('COUNT') ? 'times' : until === null ? 'never' : 'until',
    until: until === null ? '' : `${until[1]}-${until[2]}-${until[3]}`,
    times: Number(parts.get('COUNT') ?? 10),
  }
  const normal = (text: string) =>
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part !== 'INTERVAL=1' && !part.startsWith('UNTIL='))
      .map((part) => (part.startsWith('BYDAY=') ? part.slice(6).split(',').sort().join() : part))
      .sort()
      .join()
  // With a time of day, UNTIL says more than the form.
  const isWhole = !/^\d{8}T(?!235959|000000)/.test(parts.get('UNTIL') ?? '')
  const weekdayLess = read.frequency === 'weekly' && days.length === 0
  const same =
    normal(ruleOf(read, start)) === normal(weekdayLess ? `${rule};BYDAY=${DAYS[weekdayOf(start)]}` : rule)
  return same && isWhole
    ? { ...read, days: weekdayLess ? [weekdayOf(start)] : read.days }
    : { ...kept, frequency: 'custom' }
}
