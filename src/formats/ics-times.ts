import {
  addDays,
  inRange,
  isWallClock,
  SECONDS_PER_DAY,
  secondsOf,
  wallOf,
} from '../core/domain/time/calendar.ts'
import { atInstant, atWall, resolveZone, type WallClock, type Zone } from '../core/domain/time/zones.ts'
import { type Component, type Property, rawOf } from './content-lines.ts'
import type { FileNoteCode } from './file-event.ts'
import { windowsZone, zonesInUse } from './windows-zones.ts'
import { type Onset, offsetAtWall, singleOnsets, zoneWithRules } from './zone-rules.ts'

/*
 * Times of iCalendar as wall clocks in zones that this calendar knows.
 */

/** Something in an event that cannot be read. */
export class Unreadable extends Error {
  readonly code: FileNoteCode

  constructor(message: string, code: FileNoteCode) {
    super(message)
    this.code = code
  }
}

/** What people call the times of an event. */
const WORDS: Readonly<Record<string, string>> = {
  DTSTART: 'the start',
  DTEND: 'the end',
  DURATION: 'the duration',
  EXDATE: 'a date that is left out',
  RDATE: 'a date that is added',
  'RECURRENCE-ID': 'the date that it changes',
}

const notADate = (name: string, value: string): Unreadable =>
  new Unreadable(`${WORDS[name] ?? 'a time'} is not a date: ${value.slice(0, 40)}`, 'bad_date')

export interface IcsTime {
  readonly isDay: boolean
  readonly wall: WallClock
  readonly zone: Zone
  /** The zone's name as it is stored. */
  readonly timezone: string
  /** If the file names the instant: Unix seconds. */
  readonly epoch: number | undefined
}

export interface ZoneOptions {
  /** For times that name no zone. */
  readonly floating: string
  /** For times in UTC. */
  readonly utc: string
}

/** The zones of a calendar by the names that its times give them. */
export class IcsZones {
  readonly #options: ZoneOptions
  readonly #components: ReadonlyMap<string, Component>
  readonly #names = new Map<string, string | readonly Onset[] | undefined>()

  constructor(calendar: Component, options: ZoneOptions) {
    this.#options = options
    const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
    this.#components = new Map(zones.map((zone) => [zoneKey(rawOf(zone, 'TZID')), zone]))
  }

  /** Each value of a property such as DTSTART or EXDATE. */
  read({ name, parameters, value }: Property): IcsTime[] {
    const parts = value.split(',').map((part) => part.trim())
    return parts.filter((part) => part !== '').map((part) => this.#readOne(name, part, parameters))
  }

  /** The days of a property of a whole-day event, `YYYY-MM-DD`, in the zone that is written. */
  days({ name, value }: Property): string[] {
    const parts = value.split(',').map((part) => part.trim())
    return parts
      .filter((part) => part !== '')
      .map((part) => {
        const { wall, isDay, isUtc } = parse(name, part)
        const day = wall.slice(0, 10)
        return isUtc && !isDay ? this.dayOfUtc(day, wall.slice(11).replaceAll(':', '')) : day
      })
  }

  /** The day of a time in UTC, `HHMMSS`. Its first and last second mean the day in UTC, others the day of the calendar. */
  dayOfUtc(day: string, time: string): string {
    if (/^(?:000000|235959)$/.test(time)) return day
    const wall = `${day} ${clock(time)}`
    return isWallClock(wall) ? this.#inUtc(wall).wall.slice(0, 10) : day
  }

  #readOne(name: string, value: string, parameters: Property['parameters']): IcsTime {
    const { wall, isDay: hasNoTime, isUtc } = parse(name, value)
    const isDay = hasNoTime || parameters.get('VALUE')?.toUpperCase() === 'DATE'
    if (isDay) return this.#at(`${wall.slice(0, 10)} 00:00:00`, this.#options.floating, { isDay: true })
    if (isUtc) return this.#inUtc(wall)
    const tzid = parameters.get('TZID')
    const zone = tzid === undefined || tzid.trim() === '' ? this.#options.floating : this.#known(tzid)
    if (typeof zone === 'string') return this.#at(wall, zone)
    const { floating } = this.#options
    const epoch = secondsOf(wall) - offsetAtWall(zone, wall)
    return this.#at(atInstant(epoch, resolved(floating)).wall, floating, { epoch })
  }

  #inUtc(wall: WallClock): IcsTime {
    const { utc } = this.#options
    const epoch = secondsOf(wall)
    return this.#at(atInstant(epoch, resolved(utc)).wall, utc, { epoch })
  }

  #at(wall: WallClock, timezone: string, more: { isDay?: boolean; epoch?: number } = {}): IcsTime {
    return { isDay: more.isDay ?? false, wall, timezone, zone: resolved(timezone), epoch: more.epoch }
  }

  #known(tzid: string): string | readonly Onset[] {
    const key = zoneKey(tzid)
    if (!this.#names.has(key)) this.#names.set(key, this.#zoneOf(tzid, key))
    const name = this.#names.get(key)
    if (name === undefined)
      throw new Unreadable(`the time zone is not known: ${tzid.slice(0, 80)}`, 'unknown_zone')
    return name
  }

  /** The name of the zone; of one that has only single changes of its clocks, these. */
  #zoneOf(tzid: string, key: string): string | readonly Onset[] | undefined {
    const component = this.#components.get(key)
    const named = zoneNamed([tzid, component === undefined ? '' : rawOf(component, 'X-LIC-LOCATION')])
    if (named !== undefined || component === undefined) return named
    const { floating, utc } = this.#options
    return (
      fixedOffset(component) ??
      zoneWithRules(component, [floating, utc, ...zonesInUse()]) ??
      singleOnsets(component)
    )
  }
}

/** Names of zones are the same in any case, with and without escapes, quotes and blanks between. */
const zoneKey = (name: string): string =>
  name
    .replace(/\\(?=[,;\\"])|"/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A time as written. Throws `Unreadable`. */
function parse(name: string, value: string): { wall: WallClock; isDay: boolean; isUtc: boolean } {
  const [, year, month, day, time, utc] = DATE.exec(value) ?? []
  const wall = `${year}-${month}-${day} ${clock(time ?? '')}`
  if (!isWallClock(wall) || wallOf(secondsOf(wall)) !== wall) throw notADate(name, value)
  return { wall, isDay: time === undefined, isUtc: time !== undefined && utc !== '' }
}

/** Some programs leave out the seconds, or put the marks of ISO 8601 in between. What follows a `/` is the end of a period. */
const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d:?\d\d(?::?\d\d)?)(Z?))?(?:\/.*)?$/i

/** A clock may show 60 seconds (section 3.3.12). */
function clock(time: string): string {
  const [hours = '00', minutes = '00', seconds = '00'] = time.match(/\d\d/g) ?? []
  return `${hours}:${minutes}:${seconds === '60' ? '59' : seconds}`
}

function resolved(name: string): Zone {
  const zone = resolveZone(name)
  if (zone === undefined) throw new RangeError(`timezone: '${name}' is not a time zone`)
  return zone
}

/** The name in the tz database of the first that is one, or a name in Windows. */
export function zoneNamed(names: readonly string[]): string | undefined {
  for (const name of names.map((one) => one.trim())) {
    // Programs put a domain and a version before the name: `/citadel.org/20210210_1/Europe/Berlin`.
    const parts = name.split('/')
    const tails = [0, 3, 2, 1].map((count) => (count === 0 ? name : parts.slice(-count).join('/')))
    const found = tails.find((tail) => resolveZone(tail) !== undefined)
    if (found !== undefined) return found
    const windows = windowsZone(name)
    if (windows !== undefined) return windows
  }
  return undefined
}

/** A zone without summer time is as good as its offset. */
function fixedOffset({ components }: Component): string | undefined {
  const [only, ...others] = components
  const [, sign, hours, minutes] =
    /^([+-])(\d\d)(\d\d)$/.exec(only === undefined ? '' : rawOf(only, 'TZOFFSETTO')) ?? []
  if (others.length > 0 || sign === undefined) return undefined
  const name = `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  return resolveZone(name) === undefined ? undefined : name
}

export const instantOf = ({ wall, zone, epoch }: IcsTime): number => epoch ?? atWall(wall, zone).epoch

/** The same time on the clock of another zone. Days are the same in all zones. */
export function wallIn({ isDay, wall, zone, epoch }: IcsTime, other: IcsTime): WallClock {
  if (isDay || (epoch === undefined && zone === other.zone)) return wall
  return atInstant(epoch ?? atWall(wall, zone).epoch, other.zone).wall
}

/** The day of a text that begins with one, on the clock of a time. */
export const dayIn = (day: string, { wall }: IcsTime): WallClock => `${day.slice(0, 10)} ${wall.slice(11)}`

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** A duration of weeks, days and time as it passes; `undefined` for another text. */
export function secondsOfDuration(value: string): number | undefined {
  const [, sign, ...numbers] = DURATION.exec(value.trim()) ?? []
  if (sign === undefined || sign === '-') return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) =>
    Number(number ?? 0),
  )
  return (weeks * 7 + days) * SECONDS_PER_DAY + hours * 3600 + minutes * 60 + seconds
}

/** The end after a duration (section 3.3.6): days on the clock, the rest as time that passes. One back in time is none. */
export function afterDuration(start: IcsTime, value: string): IcsTime {
  const [, sign, ...numbers] = DURATION.exec(value.trim()) ?? []
  if (sign === undefined)
    throw new Unreadable(`the duration cannot be read: ${value.slice(0, 40)}`, 'bad_date')
  if (sign === '-') return start
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) =>
    Number(number ?? 0),
  )
  const more = hours * 3600 + minutes * 60 + seconds
  if (!inRange(secondsOf(start.wall) + (weeks * 7 + days) * SECONDS_PER_DAY + more))
    throw new Unreadable(`it ends after the year 9999: ${value.slice(0, 40)}`, 'bad_date')
  const wall = addDays(start.wall, weeks * 7 + days)
  if (more === 0) return { ...start, wall, epoch: weeks + days === 0 ? start.epoch : undefined }
  if (start.isDay) return { ...start, wall: wallOf(secondsOf(wall) + more) }
  const from = start.epoch !== undefined && weeks + days === 0 ? start.epoch : atWall(wall, start.zone).epoch
  return { ...start, wall: atInstant(from + more, start.zone).wall, epoch: from + more }
}
