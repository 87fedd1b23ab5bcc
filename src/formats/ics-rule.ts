import { occurrencesOf } from '../core/domain/recurrence/expand.ts'
import { parseRule, type Rule } from '../core/domain/recurrence/rule.ts'
import type { WallClock } from '../core/domain/time/calendar.ts'
import { allOf, type Component, firstOf, rawOf } from './content-lines.ts'
import { afterDuration, dayIn, type IcsTime, type IcsZones, Unreadable, wallIn } from './ics-times.ts'

/*
 * The rule and the dates of a series, as programs mean them.
 */

/** Dates that are counted to find out which of two bounds is the earlier one. */
const MOST_COUNTED = 5000

/** Without a rule, the added dates are the series. */
export function recurrenceOf(
  component: Component,
  zones: IcsZones,
  start: IcsTime,
): { rrule: string; exdate: string[]; rdate: string[] } {
  if (firstOf(component, 'EXRULE') !== undefined)
    throw new Unreadable('it has a rule for dates to leave out, which is not supported', 'bad_rule')
  const rules = new Map(allOf(component, 'RRULE').map(({ value }) => [meant(value, start, zones), value]))
  rules.delete('')
  if (rules.size > 1) throw new Unreadable('it has several different rules for its dates', 'bad_rule')
  const [written = ''] = rules.keys()
  const dates = (name: string) =>
    allOf(component, name).flatMap((property) =>
      start.isDay
        ? zones.days(property)
        : zones.read(property).map((time) => (time.isDay ? time.wall.slice(0, 10) : wallIn(time, start))),
    )
  const rdate = dates('RDATE')
  const rrule = withOneBound(written, start.wall) || 'FREQ=DAILY;COUNT=1'
  const rule = ruleOf(rrule)
  const exdate = dates('EXDATE')
  if (rule?.until !== undefined && rule.until < start.wall) {
    // The start is a date of its own only of series that have begun.
    const [first] = rdate
    if (first === undefined)
      throw new Unreadable('its series ends before its first date, so it has no dates', 'no_dates')
    return { rrule: 'FREQ=DAILY;COUNT=1', exdate: [start.wall, ...exdate], rdate }
  }
  // DTSTART is a date of the series, also if the rule does not name it (section 3.8.5.3).
  const isNamed = rule === undefined || occurrencesOf(rule, start.wall).next().value === start.wall
  return { rrule, exdate, rdate: isNamed ? rdate : [start.wall, ...rdate] }
}

function ruleOf(text: string): Rule | undefined {
  const rule = parseRule(text, (utc) => utc)
  return typeof rule === 'string' ? undefined : rule
}

/** Parts that say nothing: a `;` too many, parts of the program's own, and the second of the start. */
const EMPTY = /^(?:[^=]*=?|X-.*|BYSECOND=0)$/i

/** A rule in the form of the standard. What cannot be meant stays, and is refused by its name. */
function meant(written: string, start: IcsTime, zones: IcsZones): string {
  const parts = written
    .trim()
    .replace(/^(?:RRULE:\s*)+/i, '')
    .split(';')
    .map((part) => part.replace(/\s+/g, '').toUpperCase())
    .filter((part) => !EMPTY.test(part))
  const hasSet = parts.some((part) => /^BY(?!SETPOS=)/.test(part))
  return parts
    .flatMap((part) => {
      if (/^INTERVAL=[+-]?0*(?:-\d+|0)$|^INTERVAL=-\d+$/.test(part)) return []
      // Of the one date that a period then has, it is the first and the last.
      if (!hasSet && /^BYSETPOS=(?:\+?1|-1)$/.test(part)) return []
      return part.startsWith('UNTIL=') ? [`UNTIL=${untilOf(part.slice(6), start, zones)}`] : [part]
    })
    .join(';')
}

/** The last date in the form that the start has; as written if it is none. */
function untilOf(written: string, start: IcsTime, zones: IcsZones): string {
  const [, year, month, day, time, utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d:?\d\d(?::?\d\d)?)(Z?))?$/.exec(written) ?? []
  if (year === undefined) return written
  const date = `${year}${month}${day}`
  if (time === undefined) return date
  const clock = time.replaceAll(':', '').padEnd(6, '0')
  if (!start.isDay) return `${date}T${clock}${utc}`
  return utc === '' ? date : zones.dayOfUtc(`${year}-${month}-${day}`, clock).replaceAll('-', '')
}

/** Programs of Android write COUNT and UNTIL: the earlier one counts. */
function withOneBound(rule: string, start: WallClock): string {
  const parts = rule.split(';')
  const without = (name: string) => parts.filter((part) => !part.startsWith(`${name}=`)).join(';')
  if (without('COUNT') === rule || without('UNTIL') === rule) return rule
  const [counted, bounded] = [ruleOf(without('UNTIL')), ruleOf(without('COUNT'))]
  if (counted?.count === undefined || bounded?.until === undefined) return rule
  let count = 0
  for (const date of occurrencesOf(counted, start)) {
    if (date > bounded.until || ++count > MOST_COUNTED) return without('COUNT')
  }
  return without('UNTIL')
}

/** Added dates with a length of their own: the start of each, and its end. Without an end that can be read, it has none. */
export function periodsOf(
  component: Component,
  zones: IcsZones,
  start: IcsTime,
): { at: WallClock; end: WallClock }[] {
  return allOf(component, 'RDATE').flatMap((property) =>
    property.value.split(',').flatMap((part) => {
      const [from = '', to = ''] = part.trim().split('/')
      if (to === '' || start.isDay) return []
      const [first] = zones.read({ ...property, value: from })
      if (first === undefined) return []
      const last = readable(() =>
        /^[+-]?P/i.test(to) ? afterDuration(first, to) : zones.read({ ...property, value: to })[0],
      )
      if (last === undefined) return []
      return [{ at: wallIn(first, start), end: wallIn(last, start) }]
    }),
  )
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Which date of its series a VEVENT changes. */
export function changedDateOf(component: Component, zones: IcsZones, start: IcsTime): WallClock | undefined {
  const property = firstOf(component, 'RECURRENCE-ID')
  if (property === undefined || rawOf(component, 'RECURRENCE-ID') === '') return undefined
  if (property.parameters.get('RANGE') !== undefined)
    throw new Unreadable('it changes all later dates of its series, which is not supported', 'bad_rule')
  if (start.isDay) {
    const [day] = zones.days(property)
    return day === undefined ? undefined : dayIn(day, start)
  }
  const [id] = zones.read(property)
  if (id === undefined) return undefined
  // A day means the date of the series on that day.
  return id.isDay ? dayIn(id.wall, start) : wallIn(id, start)
}
