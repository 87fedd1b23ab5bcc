/*
 * The origin of a request, with which every generated link begins. For all adapters.
 */

export interface OriginOptions {
  /**
   * Take the origin of the request's URL from `X-Forwarded-Host` and `X-Forwarded-Proto` (the first value of each).
   *
   * Anyone can send these headers. Without a proxy that overwrites both, a stranger can choose the host of all generated
   * links, and a shared cache can send these links to everyone. So set `true` only if each request passes a proxy that
   * replaces (not appends to) both headers. A malformed `X-Forwarded-Host` is 400. A protocol other than `http` and
   * `https` is ignored.
   *
   * Default `false`: the protocol of the connection, and the host of the Host header (HTTP/2: `:authority`).
   */
  trustProxy?: boolean | undefined
  /**
   * The `host` or `host:port` of every request's URL.
   *
   * The client also chooses the Host header, with the same risk if the server in front accepts unknown hosts. With `host`
   * set, neither it nor `X-Forwarded-Host` is read. Throws `TypeError` at once for a value that is not a host.
   *
   * Default: the host of the request; `localhost` if it has none, as in HTTP/1.0.
   */
  host?: string | undefined
}

/** The origin as a request names it. */
export interface Named {
  readonly isSecure: boolean
  readonly host: string | null | undefined
  /** A header field of this name, in lower case. */
  readonly field: (name: string) => string | null | undefined
}

/** `undefined` when the host of the request is invalid. */
export function originFor(named: Named, { trustProxy = false, host }: OriginOptions): string | undefined {
  const forwarded = (name: string) => (trustProxy ? firstOf(named.field(name)) : undefined)
  const proto = forwarded('x-forwarded-proto')?.toLowerCase()
  return originOf(
    proto === 'https' || proto === 'http' ? proto : named.isSecure ? 'https' : 'http',
    host || forwarded('x-forwarded-host') || (named.host ?? 'localhost'),
  )
}

/** `undefined` for an invalid host, such as one that `URL` would read as a user name, a path or a query. */
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
