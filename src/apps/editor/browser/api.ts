import { createClient, isClientError } from '../../../client.ts'
import { isObject, parse } from '../../../core/domain/json.ts'
import { API } from './config.ts'
import { faultWords } from './refusals.ts'
import { authorization, me } from './session.ts'
import { useLanguage } from './texts.ts'

/*
 * The page is a program like any other: all that it knows and does goes through the documented interface.
 */

/** With a token, cookies stay out: no other session is mixed in, and browsers do not ask for a password. */
const send = (request: Request): Promise<Response> => {
  const header = authorization.value
  if (header === '') return fetch(request)
  const headers = new Headers(request.headers)
  headers.set('authorization', header)
  return fetch(new Request(request, { headers, credentials: 'omit' }))
}

export const client = createClient({ baseUrl: API, fetch: send })

/** A refusal, for what `client` has no method for. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(messageIn(body) ?? `${status}`)
    this.status = status
    this.body = body
  }
}

const messageIn = (body: unknown): string | undefined =>
  isObject(body) && 'message' in body ? String(body.message) : undefined

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends a request to a route of the API. Throws a `Refusal` unless it is a success. */
export async function ask(path: string, options: Ask = {}) {
  const { text, headers } = await askText(path, options)
  return { body: parse(text), headers }
}

/** The same, for answers that are not JSON. */
export async function askText(path: string, { method = 'GET', query = {}, body, headers, signal }: Ask = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const response = await send(
    new Request(`${API}${path}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }),
  )
  const text = await response.text()
  if (!response.ok) throw new Refusal(response.status, parse(text))
  return { text, headers: response.headers }
}

/** Whose page it is, and in which language. */
export async function loadMe(): Promise<void> {
  const found = await client.me()
  await useLanguage(found.locale)
  me.value = found
}

/** The schemes that a 401 names: `Basic`, `Bearer` … Cookies stay out, so that the browser asks nothing itself. */
export async function challenges(): Promise<string> {
  const response = await fetch(`${API}/tags`, { method: 'POST', credentials: 'omit', body: '{}' })
  return response.headers.get('www-authenticate') ?? ''
}

/** The status of a refusal; 0 if there was no answer. */
export const statusOf = (error: unknown): number =>
  isClientError(error) || error instanceof Refusal ? error.status : 0

/** The code of a refusal, as `docs/errors.md` lists them. */
export const codeOf = (error: unknown): unknown =>
  isClientError(error) ? error.code : error instanceof Refusal ? Object(error.body).code : undefined

/** What the interface says of parameters: an object by name, or a list of those that are missing. */
export const paramsOf = (error: unknown): unknown =>
  isClientError(error)
    ? error.params
    : error instanceof Refusal
      ? Object(Object(error.body).data).params
      : undefined

/** What is wrong with each field, by its name in the interface. */
export function faultsOf(error: unknown): Record<string, string> {
  const params = paramsOf(error)
  if (typeof params !== 'object' || params === null) return {}
  // What is missing is a list of names.
  if (Array.isArray(params))
    return Object.fromEntries(params.map((name) => [String(name), faultWords('must not be empty')]))
  return Object.fromEntries(Object.entries(params).map(([name, fault]) => [name, faultWords(String(fault))]))
}
