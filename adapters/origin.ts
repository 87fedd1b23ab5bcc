/*
 * Under which origin a request is answered: every generated link begins with it. For all adapters.
 */

export interface OriginOptions {
  /**
   * Take the origin of the request's URL from `X-Forwarded-Host` and `X-Forwarded-Proto` (the first value of each).
   *
   * Anyone can send these headers. Believed without a proxy that overwrites both, they let a stranger choose the
   * host of every generated link; a shared cache that keeps one such answer hands the stranger's links to everyone.
   * So set `true` only where each request passes a proxy that replaces (not appends to) both headers.
   * A malformed `X-Forwarded-Host` is answered with 400; a protocol other than `http` and `https` is passed over.
   *
   * Default `false`: the protocol is the connection's, the host is that of the Host header (HTTP/2: `:authority`).
   */
  trustProxy?: boolean
  /**
   * The `host` or `host:port` of every request's URL, whatever the request says.
   *
   * The Host header, too, is the client's word, and does the same harm as above where the server in front passes
   * unknown hosts on. With `host` set, neither it nor `X-Forwarded-Host` is read. A `TypeError` is thrown at once
   * when the value is not a host.
   *
   * Default: the request's own; `localhost` where it names none, as HTTP/1.0 may.
   */
  host?: string
}

/** What a request says of its origin. */
export interface Named {
  readonly isSecure: boolean
  readonly host: string | null | undefined
  /** A header field of this name, in lower case. */
  readonly field: (name: string) => string | null | undefined
}

/** `undefined` when the request names no host that could be one. */
export function originFor(named: Named, { trustProxy = false, host }: OriginOptions): string | undefined {
  const forwarded = (name: string) => (trustProxy ? firstOf(named.field(name)) : undefined)
  const proto = forwarded('x-forwarded-proto')?.toLowerCase()
  return originOf(
    proto === 'https' || proto === 'http' ? proto : named.isSecure ? 'https' : 'http',
    host || forwarded('x-forwarded-host') || (named.host ?? 'localhost'),
  )
}

/** `undefined` when that is no host: anything that `URL` could take for a user name, a path or a query is none. */
function originOf(scheme: 'http' | 'https', host: string): string | undefined {
  const origin = `${scheme}://${host}`
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(origin) ? origin : undefined
}

export function checkHost(host: string | undefined): void {
  if (host !== undefined && originOf('http', host) === undefined) {
    throw new TypeError(`host: ${JSON.stringify(host)} is not a host or host:port`)
  }
}

function firstOf(value: string | null | undefined): string | undefined {
  return value?.split(',', 1)[0]?.trim()
}
