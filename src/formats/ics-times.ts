import { addDays, inRange, isWallClock, SECONDS_PER_DAY, secondsOf, wallOf } from '../domain/time/calendar.ts'
import { atInstant, atWall, resolveZone, type WallClock, type Zone } from '../domain/time/zones.ts'
import { type Component, type Property, rawOf } from './content-lines.ts'
import { windowsZone, zonesInUse } from './windows-zones.ts'
import { zoneWithRules } from './zone-rules.ts'

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
    const parts = value.split(',').map((part) => part.trim())
    return parts.filter((part) => part !== '').map((part) => this.#readOne(name, part, parameters))
  }

  #readOne(name: string, value: string, parameters: Property['parameters']): IcsTime {
    const [, year, month, day, time, utc] = DATE.exec(value) ?? []
    const isDay = time === undefined || parameters.get('VALUE')?.toUpperCase() === 'DATE'
    const wall = `${year}-${month}-${day} ${clock(isDay ? '' : time)}`
    if (!isWallClock(wall) || wallOf(secondsOf(wall)) !== wall)
      throw new Unreadable(`${name} is not a date: ${value.slice(0, 40)}`)
    if (isDay) return this.#at(wall, this.#options.floating, { isDay: true })
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
    if (!this.#names.has(tzid)) this.#names.set(tzid, this.#zoneOf(tzid))
    const name = this.#names.get(tzid)
    if (name === undefined)
      throw new Unreadable(`the time zone is not known: ${tzid.slice(0, 80)}`, 'time zone')
    return name
  }

  #zoneOf(tzid: string): string | undefined {
    const component = this.#components.get(tzid)
    const named = zoneNamed([tzid, component === undefined ? '' : rawOf(component, 'X-LIC-LOCATION')])
    if (named !== undefined || component === undefined) return named
    const { floating, utc } = this.#options
    return fixedOffset(component) ?? zoneWithRules(component, [floating, utc, ...zonesInUse()])
  }
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
  if (sign === undefined) throw new Unreadable(`DURATION is not one: ${value.slice(0, 40)}`)
  if (sign === '-') return start
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
