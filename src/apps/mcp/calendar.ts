import { type Json, parsed } from './json.ts'

/*
 * The REST interface, called in process as the caller of the endpoint. So rights, limits and checks are those of every
 * other client.
 */

export interface RestRequest {
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: Json | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface RestAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Pick<Headers, 'get'>
}

export type Calendar = (method: string, path: string, request?: RestRequest) => Promise<RestAnswer>

/** Header fields that are about the message to the endpoint, and not about the caller. */
const OWN_FIELDS = [
  ...['accept', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'expect'],
  ...[
    'if-match',
    'if-unmodified-since',
    'if-none-match',
    'if-modified-since',
    'idempotency-key',
    'x-http-method-override',
    'x-event-password',
  ],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'],
]

/** `send` answers requests to the calendar; `base` is its URL, `fields` are those of the request to the endpoint. */
export function calendarFor(
  send: (request: Request) => Promise<Response>,
  base: string,
  fields: Headers,
  signal: AbortSignal,
): Calendar {
  const caller = new Headers(fields)
  for (const name of OWN_FIELDS) caller.delete(name)
  return async (method, path, { query = {}, body, headers = {} } = {}) => {
    const url = new URL(`${base}${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const all = new Headers(caller)
    all.set('accept', 'application/json')
    if (body !== undefined) all.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const text = body === undefined ? null : JSON.stringify(body)
    const response = await send(new Request(url, { method, headers: all, body: text, signal }))
    return { status: response.status, body: parsed(await response.text()), headers: response.headers }
  }
}
