import { type Named, type OriginOptions, originFor } from '../origin.ts'

/** The origin under which a request is answered, as `URL` writes it; `undefined` when it names no host that could be one. */
export type Origins = (named: Named) => string | undefined

/** Hosts that are remembered: a server has a few names, and whoever makes up more gains nothing. */
const MOST = 100

/** Remembers what was found of a host: 1 µs less for each request. Not where a proxy says more than the host. */
export function createOrigins(options: OriginOptions): Origins {
  const known = new Map<string, string>()
  const find = (named: Named): string | undefined => {
    const origin = originFor(named, options)
    return origin === undefined ? undefined : new URL(origin).origin
  }
  if (options.trustProxy === true) return find
  return (named) => {
    const name = `${named.isSecure ? 'https' : 'http'} ${named.host}`
    const before = known.get(name)
    if (before !== undefined) return before
    const origin = find(named)
    if (origin === undefined) return undefined
    if (known.size >= MOST) known.clear()
    known.set(name, origin)
    return origin
  }
}

/** What `URL` leaves as it is, wherever it stands behind the origin; without `'`, which it escapes in queries alone. */
const PLAIN = /^\/[\w\-.~!$&()*+,;=:@%/?[\]]*$/

/** As `Request` says its URL. `path` begins with a slash and has no dot segments; `origin` is as `URL` writes it. */
export const urlOf = (origin: string, path: string): string =>
  PLAIN.test(path) ? origin + path : new URL(origin + path).href
