import { addDays, inRange, isWallClock, SECONDS_PER_DAY, secondsOf, wallOf } from '../domain/time/calendar.ts'
import { atInstant, atWall, resolveZone, type WallClock, type Zone } from '../domain/time/zones.ts'
import { type Component, type Property, rawOf } from './content-lines.ts'
import { windowsZone } from './windows-zones.ts'

/*
 * Times of iCalendar as wall clocks in zones that this calendar knows.
 */

/** Something in an event that cannot be read. */
export class Unreadable extends Error {
  readonly reason: 'invalid' | 'time zone'

  constructor(message: string, reason: 'invalid' | 'time zone' = 'invalid') {
    super(message)
    this.reason = reason
  }
}

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
  readonly #names = new Map<string, string | undefined>()

  constructor(calendar: Component, options: ZoneOptions) {
    this.#options = options
    const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
    this.#components = new Map(zones.map((zone) => [rawOf(zone, 'TZID'), zone]))
  }

  /** Each value of a property such as DTSTART or EXDATE. */
  read({ name, parameters, value }: Property): IcsTime[] {
    return value.split(',').map((part) => this.#readOne(name, part.trim(), parameters))
  }

  #readOne(name: string, value: string, parameters: Property['parameters']): IcsTime {
    const [, day, time, utc] = /^(\d{8})(?:T(\d{6})(Z?))?(?:\/.*)?$/i.exec(value) ?? []
    const wall = `${day?.slice(0, 4)}-${day?.slice(4, 6)}-${day?.slice(6)} ${clock(time)}`
    if (day === undefined || !isWallClock(wall) || wallOf(secondsOf(wall)) !== wall)
      throw new Unreadable(`${name} is not a date: ${value.slice(0, 40)}`)
    if (time === undefined) return this.#at(wall, this.#options.floating, { isDay: true })
    if (utc !== '') return this.#inUtc(wall)
    const tzid = parameters.get('TZID')
    return this.#at(wall, tzid === undefined ? this.#options.floating : this.#known(tzid))
  }

  #inUtc(wall: WallClock): IcsTime {
    const { utc } = this.#options
    const epoch = secondsOf(wall)
    return this.#at(atInstant(epoch, resolved(utc)).wall, utc, { epoch })
  }

  #at(wall: WallClock, timezone: string, more: { isDay?: boolean; epoch?: number } = {}): IcsTime {
    return { isDay: more.isDay ?? false, wall, timezone, zone: resolved(timezone), epoch: more.epoch }
  }

  #known(tzid: string): string {
    if (!this.#names.has(tzid)) this.#names.set(tzid, zoneNamed(tzid, this.#components.get(tzid)))
    const name = this.#names.get(tzid)
    if (name === undefined)
      throw new Unreadable(`the time zone is not known: ${tzid.slice(0, 80)}`, 'time zone')
    return name
  }
}

/** A clock may show 60 seconds (section 3.3.12). */
const clock = (time = '000000'): string =>
  `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4) === '60' ? '59' : time.slice(4)}`

function resolved(name: string): Zone {
  const zone = resolveZone(name)
  if (zone === undefined) throw new RangeError(`timezone: '${name}' is not a time zone`)
  return zone
}

/** The name in the tz database, or a fixed offset. */
function zoneNamed(tzid: string, component: Component | undefined): string | undefined {
  const location = component === undefined ? '' : rawOf(component, 'X-LIC-LOCATION')
  for (const name of [tzid.trim(), location]) {
    // Programs put a domain and a version before the name: `/citadel.org/20210210_1/Europe/Berlin`.
    const parts = name.split('/')
    const tails = [0, 3, 2, 1].map((count) => (count === 0 ? name : parts.slice(-count).join('/')))
    const found = tails.find((tail) => resolveZone(tail) !== undefined)
    if (found !== undefined) return found
    const windows = windowsZone(name)
    if (windows !== undefined) return windows
  }
  return component === undefined ? undefined : fixedOffset(component)
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

/** The same time on the clock of another zone. Days are the same in all zones. */
export function wallIn({ isDay, wall, zone, epoch }: IcsTime, other: IcsTime): WallClock {
  if (isDay || (epoch === undefined && zone === other.zone)) return wall
  return atInstant(epoch ?? atWall(wall, zone).epoch, other.zone).wall
}

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

/** The end after a duration (section 3.3.6): days on the clock, the rest as time that passes. */
export function afterDuration(start: IcsTime, value: string): IcsTime {
  const [, sign, ...numbers] = DURATION.exec(value.trim()) ?? []
  if (sign === undefined || sign === '-') throw new Unreadable(`DURATION is not one: ${value.slice(0, 40)}`)
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) =>
    Number(number ?? 0),
  )
  const more = hours * 3600 + minutes * 60 + seconds
  if (!inRange(secondsOf(start.wall) + (weeks * 7 + days) * SECONDS_PER_DAY + more))
    throw new Unreadable(`DURATION ends after the year 9999: ${value.slice(0, 40)}`)
  const wall = addDays(start.wall, weeks * 7 + days)
  if (more === 0) return { ...start, wall, epoch: weeks + days === 0 ? start.epoch : undefined }
  if (start.isDay) return { ...start, wall: wallOf(secondsOf(wall) + more) }
  const from = start.epoch !== undefined && weeks + days === 0 ? start.epoch : atWall(wall, start.zone).epoch
  return { ...start, wall: atInstant(from + more, start.zone).wall, epoch: from + more }
}
