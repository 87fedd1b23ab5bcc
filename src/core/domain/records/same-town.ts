import { fold } from '../text/fold.ts'
import { isSameCountry } from './countries.ts'
import { distanceKm } from './geo.ts'

/*
 * Two venues of one name: the town hall of one town is not that of another. Streets, phones and e-mail addresses tell nobody
 * apart, since they are written in too many ways.
 */

/** What of a venue says where it is; the fields of a body, of a file or of a record. */
type Located = Readonly<Record<string, unknown>>

/** Each with the fields that mean it: those that both have are compared. */
const COUNTRY = ['country'] as const
const TOWN = [['city'], ['zip'], ['stateprovince', 'state', 'province'], COUNTRY] as const
const OTHERS = [['address'], ['phone'], ['website'], ['email']] as const

/** Kilometres. */
const FAR = 5

/** The same text for venues whose towns are named alike; '' if nothing is named. */
export const townKey = (venue: Located): string =>
  TOWN.map((names) => [...valuesOf(venue, names)].sort().join(' '))
    .join('|')
    .replace(/^\|+$/, '')

/** How many fields are equal; `undefined` if something says that they are in different towns. */
export function likeness(a: Located, b: Located): number | undefined {
  let equal = 0
  for (const [at, names] of [...TOWN, ...OTHERS].entries()) {
    const [ours, theirs] = [valuesOf(a, names), valuesOf(b, names)]
    if (ours.size === 0 || theirs.size === 0) continue
    const isSame = names === COUNTRY ? isOneCountry : has
    if ([...ours].some((value) => isSame(theirs, value))) equal++
    else if (at < TOWN.length) return undefined
  }
  const [here, there] = [pointOf(a), pointOf(b)]
  if (here === undefined || there === undefined) return equal
  return distanceKm(here, there) > FAR ? undefined : equal + 1
}

const has = (values: ReadonlySet<string>, value: string): boolean => values.has(value)

const isOneCountry = (values: ReadonlySet<string>, value: string): boolean =>
  values.has(value) || [...values].some((other) => isSameCountry(value, other))

function valuesOf(venue: Located, names: readonly string[]): Set<string> {
  const values = names.map((name) => {
    const value = venue[name]
    return typeof value === 'string' || typeof value === 'number' ? fold(String(value)).trim() : ''
  })
  return new Set(values.filter((value) => value !== ''))
}

function pointOf({ geo_lat, geo_lng }: Located): { lat: number; lng: number } | undefined {
  const [lat, lng] = [degrees(geo_lat), degrees(geo_lng)]
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}

function degrees(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
