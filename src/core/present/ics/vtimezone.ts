import { dateOf, daysInMonth, SECONDS_PER_DAY, wallOf, weekdayOf } from '../../domain/time/calendar.ts'
import { abbreviationAt } from '../../domain/time/zone-letters.ts'
import type { Transition } from '../../domain/time/zone-transitions.ts'
import type { Zone } from '../../domain/time/zones.ts'
import { dateTime, property } from './content-line.ts'

/*
 * VTIMEZONE, RFC 5545 section 3.6.5. It is right for a span of time, that of the events of a calendar. Transitions that
 * come every year on the same weekday of a month become a rule, since some readers understand nothing else.
 */

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A transition by what can come again each year. */
interface Onset {
  readonly transition: Transition
  readonly year: number
  /** What the transitions of a rule have in common, but for the week. */
  readonly kind: string
  readonly month: number
  readonly weekday: string
  /** The week of the month: 1 to 5, and -1 for the last. */
  readonly weeks: readonly number[]
}

interface Observance {
  readonly first: Onset
  last: Onset
  /** The weeks that all of its transitions fit. */
  weeks: readonly number[]
}

/**
 * A zone by the name that events give it. `from`: an instant before the events, in Unix seconds; `transitions`: those
 * after it, until after the events.
 */
export function vtimezone(
  name: string,
  zone: Zone,
  from: number,
  transitions: readonly Transition[],
): string {
  const observances: Observance[] = []
  for (const transition of transitions) {
    const onset = onsetOf(transition)
    const open = observances.find(({ last, weeks }) => continues(onset, last, weeks))
    if (open === undefined) observances.push({ first: onset, last: onset, weeks: onset.weeks })
    else {
      open.weeks = common(open.weeks, onset.weeks)
      open.last = onset
    }
  }
  const offset = zone.offsetAt(from)
  const finalYear = Math.max(...observances.map(({ last }) => last.year))
  return [
    property('BEGIN', 'VTIMEZONE'),
    property('TZID', name),
    observance(zone, { epoch: from, before: offset, after: offset }, []),
    ...observances.map(({ first, last, weeks }) =>
      observance(zone, first.transition, first === last ? [] : [rule(first, last, weeks, finalYear)]),
    ),
    property('END', 'VTIMEZONE'),
  ].join('')
}

function onsetOf(transition: Transition): Onset {
  const { epoch, before, after } = transition
  const wall = epoch + before
  const days = Math.floor(wall / SECONDS_PER_DAY)
  const { year, month, day } = dateOf(days)
  const week = Math.ceil(day / 7)
  const isLast = day + 7 > daysInMonth(year, month)
  return {
    transition,
    year,
    kind: [before, after, month, weekdayOf(days), wall - days * SECONDS_PER_DAY].join(),
    month,
    weekday: WEEKDAYS[weekdayOf(days) - 1] ?? '',
    weeks: isLast ? [-1, week] : [week],
  }
}

const common = (a: readonly number[], b: readonly number[]) => a.filter((week) => b.includes(week))

const continues = (onset: Onset, last: Onset, weeks: readonly number[]): boolean =>
  onset.kind === last.kind && onset.year === last.year + 1 && common(weeks, onset.weeks).length > 0

function rule(first: Onset, last: Onset, [week = 1]: readonly number[], finalYear: number): string {
  const yearly = `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${week}${first.weekday}`
  const until = `;UNTIL=${dateTime(wallOf(last.transition.epoch))}Z`
  return property('RRULE', last.year === finalYear ? yearly : yearly + until)
}

function observance(zone: Zone, { epoch, before, after }: Transition, rules: readonly string[]): string {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD'
  return [
    property('BEGIN', name),
    property('DTSTART', dateTime(wallOf(epoch + before))),
    property('TZOFFSETFROM', offsetText(before)),
    property('TZOFFSETTO', offsetText(after)),
    property('TZNAME', abbreviationAt(zone, epoch)),
    ...rules,
    property('END', name),
  ].join('')
}

/** `+0530`; with seconds where local mean time had some (section 3.3.14). */
function offsetText(offset: number): string {
  const size = Math.abs(offset)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])]
  return `${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join('')}`
}
