import type { EventsApi } from 'kalends'
import { isRecord } from '../../command/usage.ts'

/** What this needs of the API: a shape, so that a wrapper around it fits as well. */
type Api = Pick<EventsApi, 'fetch' | 'basePath'>

export interface LoadOptions {
  /** Sent with every request; the token goes here. */
  headers?: Record<string, string>
  /** Called once before the first body, and after each. */
  onProgress?: (done: number, total: number) => void
}

export interface Refusal {
  /** Place in the list of bodies, from 0. */
  index: number
  title: string
  status: number
  code: string
  message: string
  /** What the answer's `data.params` says: names that are missing, or name → what is wrong. */
  params: readonly string[] | Readonly<Record<string, string>> | undefined
}

export interface LoadReport {
  total: number
  created: number
  refused: Refusal[]
}

/**
 * Posts each body to `/events`, in process: no socket between, but the same checks as for anybody. One after the other,
 * so that IDs follow the list's order, and each finds the venues that those before it named.
 */
export async function loadCalendar(
  api: Api,
  bodies: readonly unknown[],
  { headers = {}, onProgress }: LoadOptions = {},
): Promise<LoadReport> {
  const refused: Refusal[] = []
  onProgress?.(0, bodies.length)
  for (const [index, body] of bodies.entries()) {
    const { status, answer } = await post(api, '/events', body, headers)
    if (status !== 201) refused.push(refusalOf(index, body, status, answer))
    onProgress?.(index + 1, bodies.length)
  }
  return { total: bodies.length, created: bodies.length - refused.length, refused }
}

/**
 * One POST below the API's base path; `path` begins with a slash.
 * @throws where the API failed, rather than the body: what follows would fail as well, and be no fault of its own.
 */
export async function post(
  api: Api,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: unknown }> {
  const request = new Request(`http://localhost${api.basePath}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await api.fetch(request)
  const answer: unknown = await response.json()
  if (response.status >= 500) throw new Error(`POST ${path} answered ${response.status}`)
  return { status: response.status, answer }
}

function refusalOf(index: number, body: unknown, status: number, answer: unknown): Refusal {
  const { code, message, data } = isRecord(answer) ? answer : {}
  const title = isRecord(body) && typeof body.title === 'string' ? body.title : '(without a title)'
  return {
    index,
    // Made for a line of a terminal, to which a stranger's file could else send control characters.
    title: title.replace(/[\s\p{C}]+/gu, ' ').slice(0, 80),
    status,
    code: String(code ?? 'unknown'),
    message: String(message ?? 'The answer says nothing.'),
    params: paramsOf(isRecord(data) ? data.params : undefined),
  }
}

function paramsOf(params: unknown): Refusal['params'] {
  if (Array.isArray(params)) return params.map(String)
  if (!isRecord(params)) return undefined
  return Object.fromEntries(Object.entries(params).map(([name, reason]) => [name, String(reason)]))
}
