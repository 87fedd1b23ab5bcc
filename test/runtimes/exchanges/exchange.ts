import type { WireRequest } from '../wire.ts'

/** Requests that all hosts answer alike. */
export interface Exchange {
  readonly name: string
  /** Of the answers; `closed` where the connection ends without one. */
  readonly statuses: readonly (number | 'closed')[]
  /** One after the other. A function gets the ETag of the last answer that had one. */
  readonly requests: readonly (WireRequest | ((etag: string) => WireRequest))[]
}

export const API = '/wp-json/tribe/events/v1'
export const PROGRAM = '/wp-json/program'

/** Every link in an answer begins with it, whatever port the host listens on. */
export const HOST = 'calendar.example'

export type Body = string | Uint8Array

export const bytesOf = (text: Body): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text)

/** Exactly these lines, in Latin-1, and this body. */
export function raw(lines: readonly string[], body: Body = ''): WireRequest {
  const [method = ''] = lines[0]?.split(' ', 1) ?? []
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return { method, pieces: [Buffer.concat([head, bytesOf(body)])] }
}

/** `GET /path`, with the host, the length of the body and these fields. */
export function request(line: string, fields: readonly string[] = [], body?: Body): WireRequest {
  const length = body === undefined ? [] : [`Content-Length: ${bytesOf(body).length}`]
  return raw([`${line} HTTP/1.1`, `Host: ${HOST}`, ...fields, ...length], body)
}

/** `GET /events`: below the API. */
export function api(line: string, fields: readonly string[] = [], body?: Body): WireRequest {
  return request(line.replace(' ', ` ${API}`), fields, body)
}

export const exchange = (
  name: string,
  statuses: Exchange['statuses'],
  ...requests: Exchange['requests']
): Exchange => ({ name, statuses, requests })

export const EDITOR = 'X-User: editor'
export const JSON_TYPE = 'Content-Type: application/json'

/** A calendar for an exchange that writes. */
export const within = (calendar: string): string => `X-Calendar: ${calendar}`

export const EVENT = JSON.stringify({
  title: 'Rehearsal “Ä”',
  start_date: '2027-06-01 19:00:00',
  end_date: '2027-06-01 22:00:00',
  categories: ['Music'],
  tags: ['Loud', 'Late'],
  venue: { venue: 'Hall 3', city: 'Boulder' },
  organizer: { organizer: 'The Band' },
})

/** Creates the event in that calendar. */
export const create = (calendar: string, body: Body = EVENT, type = JSON_TYPE): WireRequest =>
  api('POST /events', [EDITOR, within(calendar), type], body)
