/**
 * Time zones and wall clocks. Only this file uses luxon, and only for the offset at an instant. It resolves wall clocks
 * itself, because libraries differ on ambiguous and nonexistent local times.
 */
import { IANAZone } from 'luxon'
import { BoundedMap } from '../bounded.ts'
import {
  addDays,
  FIRST_SECOND,
  LAST_SECOND,
  SECONDS_PER_DAY,
  secondsOf,
  startOfDay,
  type WallClock,
  wallOf,
} from './calendar.ts'

export { addDays, addMonths, endOfDay, startOfDay, type WallClock } from './calendar.ts'

export interface Zone {
  /** The tz database's spelling in this runtime, which can differ from the requested alias; or `UTC±h` as given. */
  readonly name: string
  /** In whole seconds east of UTC. `epoch`: Unix seconds. */
  offsetAt(epoch: number): number
  /** Whether the offset never changes. Such a zone has no other abbreviation than its name. */
  readonly isFixed: boolean
}

/** One instant in one zone. */
export interface Moment {
  /** In the zone. A `wall` or `utc` outside the years 0001 to 9999 becomes their first or last second. */
  readonly wall: WallClock
  readonly utc: WallClock
  /** Unix seconds, whole. */
  readonly epoch: number
  /** Seconds east of UTC. */
  readonly offset: number
}

/** Whole Unix seconds, rounded down. */
export const unixSeconds = (now: Date): number => Math.floor(now.getTime() / 1000)

/** A zone with a constant offset, in seconds east of UTC. */
export function fixedZone(name: string, offset: number): Zone {
  return { name, isFixed: true, offsetAt: () => offset }
}

export const UTC = fixedZone('UTC', 0)

/** No zone has left an offset and returned to it within a week. */
const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY

/** Weeks whose offsets a zone remembers. */
const MOST_WEEKS = 512

function namedZone(name: string): Zone {
  const rules = IANAZone.create(name)
  // luxon returns minutes, with a fraction where local mean time had seconds.
  const ask = (epoch: number): number => Math.round(rules.offset(epoch * 1000) * 60)
  /** Offsets at the start of weeks. A question to luxon takes 5 µs, and the times of one event ask ten. */
  const starts = new Map<number, number>()
  const startOf = (week: number): number => {
    const known = starts.get(week)
    if (known !== undefined) return known
    if (starts.size === MOST_WEEKS) starts.clear()
    const offset = ask(week * SECONDS_PER_WEEK)
    starts.set(week, offset)
    return offset
  }
  const offsetAt = (epoch: number): number => {
    const week = Math.floor(epoch / SECONDS_PER_WEEK)
    const offset = startOf(week)
    return startOf(week + 1) === offset ? offset : ask(epoch)
  }
  return { name, isFixed: false, offsetAt }
}

/**
 * Names of the tz database without a region. `Intl` accepts many more words (`PST`, `BST` = Dhaka, `IST`). They are
 * abbreviations, not zones.
 */
const BARE = new Set(
  'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein'
    .concat(
      ' Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey W-SU WET',
    )
    .toLowerCase()
    .split(' '),
)
const UTC_NAME = /^(?:etc\/)?(?:utc|uct|universal|zulu)$/
const GMT = /^(?:etc\/)?(?:gmt[+-]?0?|greenwich)$/
// ASCII only, so that lower case is one-to-one. Excludes single letters, and `+05:30`, which `Intl` accepts.
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/
const OFFSET = /^UTC([+-])(\d\d?)(?::([0-5]\d)|\.(25|50?|75))?$/i

function offsetZone(name: string): Zone | undefined {
  const [, sign, hours, minutes = '0', fraction = '0'] = OFFSET.exec(name) ?? []
  if (hours === undefined) return undefined
  const size = (Number(hours) + Number(`0.${fraction}`)) * 3600 + Number(minutes) * 60
  const offset = sign === '-' ? 0 - size : size
  return offset >= -12 * 3600 && offset <= 14 * 3600 ? fixedZone(name, offset) : undefined
}

/** The name in the runtime's spelling. Only such names reach luxon, which caches every name forever. */
function properName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Existing zones by name in lower case. Bounded, because clients choose the names. */
const resolved = new BoundedMap<string, Zone>(512)

/**
 * The zone with a name: a name of the tz database in any case, aliases included; or `UTC±h`, `UTC±h:mm`, `UTC±h.5` from
 * -12:00 to +14:00, a fixed offset. `undefined` for everything else: unknown or padded names, single letters,
 * abbreviations such as `EDT`, offsets without `UTC`.
 *
 * `CET`, `MET`, `EET`, `WET` have summer time, as in the tz database and `Intl`. PHP's `DateTimeZone` takes them for
 * fixed offsets. In date texts they are fixed offsets here, too: see `date-text-forms.ts`.
 */
export function resolveZone(name: string): Zone | undefined {
  if (/^UTC[+-]/i.test(name)) return offsetZone(name)
  if (!NAME.test(name)) return undefined
  const key = name.toLowerCase()
  const known = resolved.get(key)
  if (known !== undefined) return known
  const zone = findZone(key)
  if (zone === undefined) return undefined
  resolved.set(key, zone)
  return zone
}

function findZone(key: string): Zone | undefined {
  if (UTC_NAME.test(key)) return UTC
  if (GMT.test(key)) return fixedZone('GMT', 0)
  const isTzName = key.includes('/') ? !key.startsWith('systemv/') : BARE.has(key)
  const name = isTzName ? properName(key) : undefined
  return name === undefined ? undefined : namedZone(name)
}

function moment(epoch: number, zone: Zone): Moment {
  const offset = zone.offsetAt(epoch)
  return {
    wall: wallOf(epoch + offset),
    epoch,
    offset,
    // Computed on demand: most callers need only the wall clock.
    get utc() {
      return wallOf(epoch)
    },
  }
}

/**
 * An instant in a zone. `epoch`: whole Unix seconds in the years 0001 to 9999, plus or minus the day by which zones can
 * differ. Throws a `RangeError` otherwise.
 */
export function atInstant(epoch: number, zone: Zone): Moment {
  const within = epoch >= FIRST_SECOND - SECONDS_PER_DAY && epoch <= LAST_SECOND + SECONDS_PER_DAY
  if (!within || !Number.isInteger(epoch)) throw new RangeError(`not an instant: ${epoch}`)
  return moment(epoch, zone)
}

/**
 * The wall clock at an instant, and the instant before which the day does not end. If the offset changes before
 * midnight, that is only the next second.
 */
export function dayAt(epoch: number, zone: Zone): { readonly wall: WallClock; readonly until: number } {
  const { wall, offset } = atInstant(epoch, zone)
  const end = secondsOf(startOfDay(addDays(wall, 1))) - offset
  return { wall, until: zone.offsetAt(end - 1) === offset ? end : epoch + 1 }
}

/**
 * The instant of a wall clock in a zone. An ambiguous local time means the first of its two instants, or the second
 * when `which` is `last`. A nonexistent local time moves forward by the skipped time (02:30 → 03:30; by a day, where
 * the zone skipped a day), and `wall` is the result.
 */
export function atWall(wall: WallClock, zone: Zone, which: 'first' | 'last' = 'first'): Moment {
  const local = secondsOf(wall)
  // Offsets are less than a day, and no zone ever changed twice within two days. So these are the offsets on the two
  // sides of any change that could affect this time.
  const before = zone.offsetAt(local - SECONDS_PER_DAY)
  const after = zone.offsetAt(local + SECONDS_PER_DAY)
  // The larger offset means the earlier instant.
  const offsets = [Math.max(before, after), Math.min(before, after)]
  for (const offset of which === 'first' ? offsets : offsets.reverse()) {
    if (zone.offsetAt(local - offset) === offset) return moment(local - offset, zone)
  }
  return moment(local - before, zone)
}
