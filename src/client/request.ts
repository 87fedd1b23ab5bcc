import { parse } from '../core/domain/json.ts'
import { refusal, unreadable } from './errors.ts'

export type HeaderFields = Readonly<Record<string, string>> | Headers

export interface ClientOptions {
  /**
   * Root of the namespace, such as `https://town.example/vendor/events/v1`, with or without a slash at its end. In a
   * browser it may be a path of the page's own site. `createClient` throws a `TypeError` if it is missing, and a
   * `RangeError` if it has a query, a fragment or another protocol.
   */
  readonly baseUrl: string
  /** Sends each request. Default: the global `fetch`, looked up at every call. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /**
   * Sent with every request. A function is called for each request; if it throws, the method rejects with that error.
   */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined
}

/** The last argument of every method. */
export interface RequestOptions {
  /** Aborts the request: the method rejects with the signal's reason. A write may still take effect. */
  readonly signal?: AbortSignal | undefined
  /** Sent with this request (for a list: with the request of every page). They win over the client's own headers. */
  readonly headers?: HeaderFields | undefined
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the root, encoded. */
  readonly path: string
  /** `undefined` values are left out, lists become comma lists, objects names in brackets with lists of their own. */
  readonly query?: object
  /** A form is sent as it is, everything else as JSON. */
  readonly body?: object | undefined
  /** Headers that the method has options for. `undefined` values are left out. */
  readonly fields?: Readonly<Record<string, string | undefined>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; `undefined` if the body is not JSON. */
  readonly body: unknown
}

export type Send = (call: Call, options: RequestOptions) => Promise<Answer>

/** Sends calls. Throws a `ClientError` for every response that is not a success. */
export function createSend(options: ClientOptions): Send {
  checkOptions(options)
  const { baseUrl, fetch: ownFetch, headers: own = {} } = options
  const root = baseUrl.replace(/(?<!\/)\/+$/, '')

  return async ({ method, path, query = {}, body, fields: particular = {} }, { signal, headers = {} }) => {
    const fields = new Headers({
      accept: 'application/json',
      // Deletions, too: Astro refuses a write without a content type, as it could come from a form of another site.
      ...(method === 'GET' || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    })
    const mine = typeof own === 'function' ? await own() : own
    for (const [name, value] of [...new Headers(mine), ...new Headers(headers)]) fields.set(name, value)
    for (const [name, value] of Object.entries(particular)) {
      if (value !== undefined) fields.set(name, value)
    }
    const request = new Request(`${root}${path}${queryOf(query)}`, {
      method,
      headers: fields,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    // A `fetch` within the process may ignore signals, so they are checked here, too.
    signal?.throwIfAborted()
    const response = await (ownFetch ?? fetch)(request)
    const answer = {
      status: response.status,
      headers: response.headers,
      body: parse(await response.text()),
    }
    signal?.throwIfAborted()
    if (response.ok) return answer
    throw refusal(answer.status, answer.headers, answer.body)
  }
}

/** Sends a call. Throws unless the answer is an object with this key: then it is not from this interface. */
export async function ask<T>(
  send: Send,
  call: Call,
  options: RequestOptions | undefined,
  key: keyof T & string,
): Promise<T> {
  const { body, status, headers } = await send(call, options ?? {})
  if (isAnswer<T>(body, key)) return body
  throw unreadable(status, headers)
}

/** Checks just enough to recognize an answer, because another server may respond at that address. */
const isAnswer = <T>(body: unknown, key: keyof T & string): body is T => Object(body)[key] != null

const OPTIONS = { baseUrl: true, fetch: true, headers: true } satisfies Record<keyof ClientOptions, true>

/** Checked at run time, because JavaScript programs and missing settings can pass anything. */
function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createClient takes an object with baseUrl')
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, name)) continue
    throw new TypeError(`${name}: there is no such option; there are ${Object.keys(OPTIONS).join(', ')}`)
  }
  const baseUrl: unknown = Reflect.get(options, 'baseUrl')
  const fetch: unknown = Reflect.get(options, 'fetch')
  if (typeof baseUrl !== 'string') {
    throw new TypeError("baseUrl: must be a URL, such as 'https://town.example/vendor/events/v1'")
  }
  if (fetch !== undefined && typeof fetch !== 'function') throw new TypeError('fetch: must be a function')
  if (/[?#]/.test(baseUrl)) throw new RangeError(`baseUrl: '${baseUrl}' has a query or fragment`)
  const isPath = !URL.canParse(baseUrl)
  if (baseUrl.trim() === '' || (!isPath && !/^https?:\/\//i.test(baseUrl))) {
    throw new RangeError(`baseUrl: '${baseUrl}' is neither an http(s) URL nor a path of the page's own site`)
  }
}

function queryOf(values: object): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    pairsOf(name, Array.isArray(value) ? String(value) : value),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** An empty list or range is sent as empty text, which the server refuses: it could mean all or none. */
function pairsOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  const pairs = Object.entries(value).flatMap(([member, one]) => pairsOf(`${name}[${member}]`, one))
  return pairs.length === 0 && name.endsWith(']') ? [[name, '']] : pairs
}

/**
 * One segment of a path. `.` and `..`, encoded or not, would lead to another path (URL standard, 4.1). So their dots
 * are encoded twice, and the server reads both forms as the same text. A lone surrogate becomes U+FFFD, as in a query.
 */
export const segment = (text: string | number): string =>
  encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, '\ufffd')).replace(/^\.\.?$/, (dots) =>
    dots.replaceAll('.', '%252e'),
  )

/** The query of an address, which can be another one than that of the client, such as behind a proxy. */
export const queryIn = (url: unknown): object | undefined =>
  URL.canParse(String(url)) ? Object.fromEntries(new URL(String(url)).searchParams) : undefined
