import type { Series } from '../records/records.ts'
import { isDate, secondsOf } from '../time/calendar.ts'
import { atInstant, type Zone } from '../time/zones.ts'
import { formatRule, parseRule } from './rule.ts'

/* The member `recurrence` of a body: checked, and joined with what the series has. */

/** As it was sent; absent members keep what the series has. */
export interface RecurrenceFields {
  readonly rrule?: string | undefined
  readonly exdate?: readonly string[] | undefined
  readonly rdate?: readonly string[] | undefined
}

const ENTRY = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](?:([01]\d|2[0-3]):([0-5]\d))(?::([0-5]\d))?)?$/

/** `2027-06-01` or `2027-06-01 19:00:00`; `undefined` for a text that is no date. */
function readEntry(text: string): string | undefined {
  const [, year = '', month = '', day = '', hour, minute, second = '00'] = ENTRY.exec(text.trim()) ?? []
  if (!isDate(Number(year), Number(month), Number(day))) return undefined
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date} ${hour}:${minute}:${second}`
}

/** What is wrong with the fields, for a message about `recurrence`; `undefined` if nothing is. */
export function faultIn(
  { rrule, exdate = [], rdate = [] }: RecurrenceFields,
  most: number,
): string | undefined {
  // A time in UTC can only be converted when the zone of the event is known.
  const rule = rrule === undefined ? undefined : parseRule(rrule, (utc) => utc)
  if (typeof rule === 'string') return `rrule ${rule}`
  if (rule?.count !== undefined && rule.count > most) return `rrule must have a COUNT of at most ${most}`
  for (const [name, entries] of Object.entries({ exdate, rdate })) {
    if (entries.length > most) return `${name} must have at most ${most} dates`
    const wrong = entries.find((entry) => readEntry(entry) === undefined)
    if (wrong !== undefined)
      return `${name} has an entry that is not a date: ${JSON.stringify(wrong.slice(0, 40))}`
  }
  return undefined
}

/** The rule and the dates of a series after a write. The fields have no fault. `zone`: of the event. */
export function nextRecurrence(
  { rrule, exdate, rdate }: RecurrenceFields,
  current: Pick<Series, 'rrule' | 'exdate' | 'rdate'>,
  zone: Zone,
): Pick<Series, 'rrule' | 'exdate' | 'rdate'> {
  const entries = (sent: readonly string[]) =>
    [...new Set(sent.flatMap((entry) => readEntry(entry) ?? []))].sort()
  return {
    rrule: rrule === undefined ? current.rrule : storedRule(rrule, zone),
    exdate: exdate === undefined ? current.exdate : entries(exdate),
    rdate: rdate === undefined ? current.rdate : entries(rdate),
  }
}

/** As it was sent, unless it names a time in UTC: then that time is on the wall clock. */
function storedRule(text: string, zone: Zone): string {
  const bare = text.trim().replace(/^RRULE:/i, '')
  if (typeof parseRule(bare) !== 'string') return bare
  const rule = parseRule(bare, (utc) => atInstant(secondsOf(utc), zone).wall)
  if (typeof rule === 'string') throw new TypeError(`a checked rule ${rule}`)
  return formatRule(rule)
}
