import { type Named, type OriginOptions, originFor } from '../origin.ts'

/** The origin of a request, as `URL` writes it. `undefined` when its host is invalid. */
export type Origins = (named: Named) => string | undefined

/** Cached hosts. A server has few names, and inventing more does no harm. */
const MAX_ENTRIES = 100

/** Caches the origins of hosts, which saves 1 µs per request. With `trustProxy`, more than the host decides: no cache. */
export function createOrigins(options: OriginOptions): Origins {
  const known = new Map<string, string>()
  const find = (named: Named): string | undefined => {
    const origin = originFor(named, options)
    return origin === undefined ? undefined : new URL(origin).origin
  }
  if (options.trustProxy === true) return find
  return (named) => {
    // Without a host it is localhost. As text, a missing host would equal the host name "undefined".
    const name = `${named.isSecure ? 'https' : 'http'} ${named.host ?? 'localhost'}`
    const before = known.get(name)
    if (before !== undefined) return before
    const origin = find(named)
    if (origin === undefined) return undefined
    if (known.size >= MAX_ENTRIES) known.clear()
    known.set(name, origin)
    return origin
  }
}

/** Characters that `URL` does not change in paths and queries. Without `'`, which it escapes only in queries. */
const PLAIN = /^\/[\w\-.~!$&()*+,;=:@%/?[\]]*$/

/** The URL as `Request` writes it. `path` begins with a slash and has no dot segments. `origin` is as `URL` writes it. */
export const urlOf = (origin: string, path: string): string =>
  PLAIN.test(path) ? origin + path : new URL(origin + path).href
