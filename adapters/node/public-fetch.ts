import { createHostRule, type HostRule } from '../../src/core/domain/public-host.ts'
import { type CheckedLookup, createResolver, type ResolveHost } from './checked-lookup.ts'
import { type Answer, ask } from './one-request.ts'
import { PublicFetchError } from './public-fetch-error.ts'

/*
 * `fetch` for addresses that somebody else chose, such as those of feeds that editors paste. Without it, a feed could name
 * a service of the machine, of its network or of its cloud, or lead to one: by an address in any notation, by a name, by a
 * redirect, or by a name that has another address when it is asked for again (DNS rebinding).
 */

export interface PublicFetchOptions {
  /**
   * Hosts that may have any address, such as `intranet.example` or `127.0.0.1`; with a port, that port alone. `TypeError`
   * for what is not a host.
   */
  readonly allow?: readonly string[] | undefined
  /** Most bytes of an answer, after decoding. Default 10,485,760. */
  readonly size?: number | undefined
  /** Milliseconds for the whole of a reading, from the first name to the last byte. Default 20,000. */
  readonly timeout?: number | undefined
  /** All addresses of a name. Default: `lookup` of `node:dns/promises`, which is the resolver of the system. */
  readonly lookup?: ResolveHost | undefined
}

/** Fits where `fetch` does. */
export type PublicFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

const SIZE = 10 * 1024 * 1024
const TIMEOUT = 20_000
const MOST_REDIRECTS = 5
/** They say who asks, so they are for the origin that the caller named. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization']
/** These follow from the connection. */
const OF_CONNECTION = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'upgrade']

/**
 * A `fetch` that reaches the public internet alone. It asks for the addresses of a name once, refuses the name if one of
 * them is private, loopback, link-local, shared, reserved or multicast, and connects to those that it checked. Redirects,
 * 5 at most, begin anew. Whatever it refuses is a `PublicFetchError`, which says why in words.
 *
 * @example
 * ```ts
 * import { publicFetch } from 'kalends/adapters/node'
 *
 * const deliver = webhooks(receivers, { fetch: publicFetch() })
 * ```
 */
export function publicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const { size = SIZE, timeout = TIMEOUT } = options
  const rule = createHostRule(options.allow)
  const resolve = createResolver(options.lookup, rule)
  return async (input, init) => {
    const { request, authorization } = requestOf(input, init)
    const time = AbortSignal.timeout(timeout)
    const signal = AbortSignal.any([time, request.signal])
    const words = `no complete answer within ${timeout / 1000} s`
    const reasonOf = () => (time.aborted ? new PublicFetchError(words) : request.signal.reason)
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const first = { url: new URL(request.url), method: request.method, body }
    try {
      return await follow(first, {
        headers: headersOf(request, authorization),
        redirect: request.redirect,
        rule,
        resolve,
        bounds: { size, signal, reasonOf },
      })
    } catch (error) {
      if (signal.aborted) throw reasonOf()
      throw error
    }
  }
}

interface Reading {
  readonly headers: Headers
  readonly redirect: RequestRedirect
  readonly rule: HostRule
  readonly resolve: (url: URL, signal: AbortSignal) => Promise<CheckedLookup>
  readonly bounds: {
    readonly size: number
    readonly signal: AbortSignal
    readonly reasonOf: () => unknown
  }
}

interface Hop {
  readonly url: URL
  readonly method: string
  readonly body: Uint8Array | undefined
}

async function follow(first: Hop, reading: Reading): Promise<Response> {
  let hop = first
  for (let redirects = 0; ; redirects++) {
    const { response, destroy } = await askOnce(hop, hop.url.origin === first.url.origin, reading)
    const next = reading.redirect === 'manual' ? undefined : nextOf(hop, response)
    if (next === undefined) return named(response, hop.url, redirects > 0)
    destroy()
    if (reading.redirect === 'error') throw new PublicFetchError('the answer is a redirect')
    if (redirects === MOST_REDIRECTS) throw new PublicFetchError(`more than ${MOST_REDIRECTS} redirects`)
    hop = next
  }
}

async function askOnce(
  { url, method, body }: Hop,
  mayKnow: boolean,
  { headers, rule, resolve, bounds }: Reading,
): Promise<Answer> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new PublicFetchError(`${url.protocol} is not a protocol of the web, only http: and https: are`)
  }
  if (rule.isRefused(url)) throw new PublicFetchError(`${url.hostname} is not a public host`)
  const lookup = await resolve(url, bounds.signal)
  const own = new Headers(headers)
  if (!mayKnow) for (const name of CREDENTIALS) own.delete(name)
  if (body === undefined) own.delete('content-type')
  return ask({ url, method, headers: own, body, lookup }, bounds)
}

/** As `fetch` does it: all but 307 and 308 turn a POST into a GET. */
function nextOf({ url, method, body }: Hop, { status, headers }: Response): Hop | undefined {
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null
  if (location === null) return undefined
  if (!URL.canParse(location, url)) throw new PublicFetchError('a redirect leads to what is not an address')
  const target = new URL(location, url)
  // Credentials are for the origin that the caller named, and no redirect brings its own.
  target.username = ''
  target.password = ''
  const staysSame = status === 307 || status === 308 || method === 'GET' || method === 'HEAD'
  return staysSame ? { url: target, method, body } : { url: target, method: 'GET', body: undefined }
}

/** A `Request` takes no user and password in its address. */
function requestOf(input: string | URL | Request, init: RequestInit | undefined) {
  if (input instanceof Request) return { request: new Request(input, init), authorization: undefined }
  if (!URL.canParse(input)) throw new PublicFetchError('this is not an absolute address')
  const url = new URL(input)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const request = new Request(url, init)
  if (username === '' && password === '') return { request, authorization: undefined }
  const bytes = Buffer.from(`${decoded(username)}:${decoded(password)}`)
  return { request, authorization: `Basic ${bytes.toString('base64')}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function headersOf(request: Request, authorization: string | undefined): Headers {
  const headers = new Headers(request.headers)
  for (const name of OF_CONNECTION) headers.delete(name)
  if (authorization !== undefined && !headers.has('authorization'))
    headers.set('authorization', authorization)
  if (!headers.has('accept')) headers.set('accept', '*/*')
  headers.set('accept-encoding', 'gzip, br')
  return headers
}

/** What only `fetch` can set. */
const named = (response: Response, url: URL, redirected: boolean): Response =>
  Object.defineProperties(response, {
    url: { value: new URL(url.pathname + url.search, url).href, configurable: true },
    redirected: { value: redirected, configurable: true },
  })
