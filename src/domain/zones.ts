/**
 * Time zones and wall clocks. The only file that asks luxon, and it asks one thing: the offset at an instant.
 * Which instant a wall clock means is decided here, since libraries differ on times that occur twice or never.
 */
import { IANAZone } from 'luxon'
import { FIRST_SECOND, LAST_SECOND, SECONDS_PER_DAY, secondsOf, type WallClock, wallOf } from './calendar.ts'
import { zoneLetters } from './zone-letters.ts'

export { addDays, addMonths, endOfDay, startOfDay, type WallClock } from './calendar.ts'

export interface Zone {
  /** The tz database's spelling as the runtime knows it (may differ from the alias asked for), or `UTC±h` as given. */
  readonly name: string
  /** Whole seconds east of UTC, at an instant in Unix seconds. */
  offsetAt(epoch: number): number
  /** What the zone calls its time then: `CEST`, `+0545`, and for `UTC±h` the name itself. */
  abbreviationAt(epoch: number): string
}

/** One instant, seen in one zone. */
export interface Moment {
  /** In the zone. Here and in `utc`, what would leave the years 0001 to 9999 stays at their first or last second. */
  readonly wall: WallClock
  readonly utc: WallClock
  /** Unix seconds, whole. */
  readonly epoch: number
  /** Seconds east of UTC. */
  readonly offset: number
  readonly abbreviation: string
}

/** A zone that never changes; `offset` in seconds east of UTC. */
export function fixedZone(name: string, offset: number): Zone {
  return { name, offsetAt: () => offset, abbreviationAt: () => name }
}

/** Coordinated Universal Time. */
export const UTC = fixedZone('UTC', 0)

function namedZone(name: string): Zone {
  const rules = IANAZone.create(name)
  // luxon gives minutes, with a fraction where local mean time had seconds.
  const offsetAt = (epoch: number): number => Math.round(rules.offset(epoch * 1000) * 60)
  let known = { year: Number.NaN, standard: 0 }
  /** The smaller offset of January and July: whichever half of the earth it is, summer time is ahead. */
  const standardOf = (year: number): number => {
    if (known.year !== year) {
      const [january, july] = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map((time) =>
        offsetAt(time / 1000),
      )
      known = { year, standard: Math.min(january ?? 0, july ?? 0) }
    }
    return known.standard
  }
  return {
    name,
    offsetAt,
    abbreviationAt: (epoch) =>
      zoneLetters(name, standardOf(new Date(epoch * 1000).getUTCFullYear()), offsetAt(epoch)),
  }
}

/**
 * Names of the tz database without a region. `Intl` takes many more words (`PST`, `BST` = Dhaka, `IST`), which are
 * abbreviations and no zones.
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
// ASCII only, so that lower case is one to one; no `+05:30`, which Intl would take; no single letters.
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/
const OFFSET = /^UTC([+-])(\d\d?)(?::([0-5]\d)|\.(25|50?|75))?$/i

function offsetZone(name: string): Zone | undefined {
  const [, sign, hours, minutes = '0', fraction = '0'] = OFFSET.exec(name) ?? []
  if (hours === undefined) return undefined
  const size = (Number(hours) + Number(`0.${fraction}`)) * 3600 + Number(minutes) * 60
  const offset = sign === '-' ? 0 - size : size
  return offset >= -12 * 3600 && offset <= 14 * 3600 ? fixedZone(name, offset) : undefined
}

/** The name in the runtime's own spelling. Only such names reach luxon, which keeps every name for good. */
function properName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Zones by name in lower case. Only names that exist get in, and at most so many: names come from strangers. */
const resolved = new Map<string, Zone>()
const MOST_RESOLVED = 512

/**
 * The zone of a name: of the tz database in any case, aliases included, or `UTC±h`, `UTC±h:mm`, `UTC±h.5` from
 * -12:00 to +14:00, which are exact. `undefined` for everything else: unknown or padded names, single letters,
 * abbreviations such as `EDT`, offsets without `UTC`.
 */
export function resolveZone(name: string): Zone | undefined {
  if (/^UTC[+-]/i.test(name)) return offsetZone(name)
  if (!NAME.test(name)) return undefined
  const key = name.toLowerCase()
  const known = resolved.get(key)
  if (known !== undefined) return known
  const zone = findZone(key)
  if (zone === undefined) return undefined
  if (resolved.size >= MOST_RESOLVED) {
    for (const oldest of resolved.keys()) {
      resolved.delete(oldest)
      break
    }
  }
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
    // Only for those who ask: most want the wall clock alone, and the letters take more offsets, which are dear.
    get utc() {
      return wallOf(epoch)
    },
    get abbreviation() {
      return zone.abbreviationAt(epoch)
    },
  }
}

/**
 * An instant in a zone. `epoch`: whole Unix seconds in the years 0001 to 9999, give or take the day by which zones
 * differ; a `RangeError` otherwise.
 */
export function atInstant(epoch: number, zone: Zone): Moment {
  const within = epoch >= FIRST_SECOND - SECONDS_PER_DAY && epoch <= LAST_SECOND + SECONDS_PER_DAY
  if (!within || !Number.isInteger(epoch)) throw new RangeError(`not an instant: ${epoch}`)
  return moment(epoch, zone)
}

/**
 * The instant that a wall clock means in a zone. A time that occurs twice is the first of the two; one that does not
 * occur moves on by what was skipped (02:30 → 03:30; a day, where a day was skipped), and `wall` says where it went.
 */
export function atWall(wall: WallClock, zone: Zone): Moment {
  const local = secondsOf(wall)
  // Offsets stay below a day, and no zone ever changed twice within two: so these are the offsets on the two sides of
  // any change that could touch this time.
  const before = zone.offsetAt(local - SECONDS_PER_DAY)
  const after = zone.offsetAt(local + SECONDS_PER_DAY)
  // The larger offset is the earlier instant.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (zone.offsetAt(local - offset) === offset) return moment(local - offset, zone)
  }
  return moment(local - before, zone)
}
