import { refusal } from './errors.ts'

export type HeaderFields = Readonly<Record<string, string>> | Headers

export interface ClientOptions {
  /**
   * Root of the namespace, such as `https://town.example/vendor/events/v1`, with or without a slash at its end. In a
   * browser it may be a path of the page's own site. Throws `RangeError` for one with a query or fragment.
   */
  readonly baseUrl: string
  /** Sends each request. Default: the global `fetch`, looked up at every call. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Sent along with every request. A function is called for each one; what it throws, the method throws. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>)
}

/** What every method takes last. */
export interface RequestOptions {
  /** Gives up: the method rejects with the signal's reason. A write may have been done all the same. */
  readonly signal?: AbortSignal
  /** Sent along with this request (of a list: with that of every page); wins over the client's own. */
  readonly headers?: HeaderFields
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the root, encoded. */
  readonly path: string
  /** Undefined ones are left out, lists go as comma lists. */
  readonly query?: object
  readonly body?: object
  /** Fields of the header that the method has options for; undefined ones are left out. */
  readonly fields?: Readonly<Record<string, string | undefined>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; undefined if it is none. */
  readonly body: unknown
}

export type Send = (call: Call, options: RequestOptions) => Promise<Answer>

/** Sends calls; every answer that is no success is thrown. */
export function createSend({ baseUrl, fetch: given, headers: own = {} }: ClientOptions): Send {
  if (/[?#]/.test(baseUrl)) throw new RangeError(`baseUrl: '${baseUrl}' has a query or fragment`)
  const root = baseUrl.replace(/\/+$/, '')

  return async ({ method, path, query = {}, body, fields: particular = {} }, { signal, headers = {} }) => {
    const fields = new Headers({
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    })
    const mine = typeof own === 'function' ? await own() : own
    for (const [name, value] of [...new Headers(mine), ...new Headers(headers)]) fields.set(name, value)
    for (const [name, value] of Object.entries(particular)) {
      if (value !== undefined) fields.set(name, value)
    }
    const request = new Request(`${root}${path}${queryOf(query)}`, {
      method,
      headers: fields,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    // A `fetch` that is no network may know nothing of signals, so they are looked at here as well.
    signal?.throwIfAborted()
    const response = await (given ?? fetch)(request)
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.append(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * One segment of a path. `.` and `..`, encoded or not, would lead to another path (URL standard, 4.1), so that their
 * dots are encoded twice; the server takes both for the same text. Half a character is what it is in a query, too.
 */
export const segment = (text: string | number): string =>
  encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, '\ufffd')).replace(/^\.\.?$/, (dots) =>
    dots.replaceAll('.', '%252e'),
  )
