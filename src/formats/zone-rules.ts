import { occurrencesOf } from '../core/domain/recurrence/expand.ts'
import { parseRule } from '../core/domain/recurrence/rule.ts'
import { isWallClock, SECONDS_PER_DAY, secondsOf, type WallClock } from '../core/domain/time/calendar.ts'
import { resolveZone } from '../core/domain/time/zones.ts'
import { allOf, type Component, rawOf } from './content-lines.ts'

/*
 * Time zones by their rules: programs write a VTIMEZONE under a name of their own, such as `Customized Time Zone`.
 */

/** Two years of today's rules. Zones whose clocks differ in them differ in a week. */
const FROM = secondsOf('2025-01-01 00:00:00')
const WEEKS = 104
/** Of one observance; each has one in a year. */
const MOST_ONSETS = 20

export interface Onset {
  /** Unix seconds. */
  readonly at: number
  /** Seconds east of UTC, from then on. */
  readonly offset: number
  /** Until then. */
  readonly before: number
}

/** The first of these zones of the tz database whose clocks a VTIMEZONE (RFC 5545, section 3.6.5) describes. */
export function zoneWithRules(component: Component, names: Iterable<string>): string | undefined {
  const onsets = onsetsIn(component)
  if (!hasRules(component)) return zoneWithOnsets(onsets, names)
  const offsets = Array.from({ length: WEEKS }, (_, week) => {
    const at = FROM + week * 7 * SECONDS_PER_DAY
    return onsets.findLast((onset) => onset.at <= at)?.offset
  })
  for (const name of names) {
    const zone = resolveZone(name)
    const isSame = offsets.every(
      (offset, week) => offset === zone?.offsetAt(FROM + week * 7 * SECONDS_PER_DAY),
    )
    if (isSame && zone !== undefined) return name
  }
  return undefined
}

const onsetsIn = ({ components }: Component): Onset[] =>
  components.flatMap(onsetsOf).sort((a, b) => a.at - b.at)

const hasRules = ({ components }: Component): boolean =>
  components.some((observance) => rawOf(observance, 'RRULE') !== '')

/** The first zone whose clocks change at the same moments as those of a VTIMEZONE without rules, and not between them. */
function zoneWithOnsets(onsets: readonly Onset[], names: Iterable<string>): string | undefined {
  // One change is found in many zones.
  if (onsets.length < 2) return undefined
  for (const name of names) {
    const zone = resolveZone(name)
    const isSame = onsets.every(
      ({ at, offset, before }, index) =>
        zone?.offsetAt(at) === offset &&
        (index === 0 ? before : onsets[index - 1]?.offset) === zone.offsetAt(at - 1),
    )
    if (isSame) return name
  }
  return undefined
}

/** The changes of a zone that has no rules; `undefined` for one that has. */
export function singleOnsets(component: Component): readonly Onset[] | undefined {
  const onsets = onsetsIn(component)
  return onsets.length === 0 || hasRules(component) ? undefined : onsets
}

/** Seconds east of UTC while a clock shows a time. Of an hour that occurs twice, the first. */
export function offsetAtWall(onsets: readonly Onset[], wall: WallClock): number {
  const seconds = secondsOf(wall)
  const last = onsets.findLast(({ at, offset, before }) => seconds >= at + Math.max(offset, before))
  return last?.offset ?? onsets[0]?.before ?? 0
}

function onsetsOf(observance: Component): Onset[] {
  const [before, offset] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetIn(rawOf(observance, name)))
  const start = wallIn(rawOf(observance, 'DTSTART'))
  if (before === undefined || offset === undefined || start === undefined) return []
  const walls = [start, ...allOf(observance, 'RDATE').flatMap(({ value }) => wallIn(value) ?? [])]
  const rule = parseRule(rawOf(observance, 'RRULE'), (utc) => utc)
  if (typeof rule !== 'string') {
    for (const wall of occurrencesOf(rule, start, '2024-01-01 00:00:00')) {
      if (walls.push(wall) > MOST_ONSETS) break
    }
  }
  return walls.map((wall) => ({ at: secondsOf(wall) - before, offset, before }))
}

function wallIn(text: string): WallClock | undefined {
  const wall = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3 $4:$5:$6')
  return isWallClock(wall) ? wall : undefined
}

function offsetIn(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}
