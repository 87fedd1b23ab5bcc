import type { PlainResponse } from '../../types/index.ts'
import { METADATA, metadataOf } from './authorization.ts'
import { calendarFor } from './calendar.ts'
import { isObject, type Json, own } from './json.ts'
import {
  type Call,
  failure,
  idIn,
  isId,
  type MessageId,
  ProtocolError,
  readMessage,
  success,
} from './messages.ts'
import { resultOf } from './methods.ts'
import type { ReceiveText } from './receive-text.ts'
import { clientOf } from './revisions.ts'
import type { McpApi, McpSettings } from './settings.ts'
import { notices } from './stream.ts'

/*
 * HTTP around the messages: one POST, one message, one answer. There are no sessions.
 */

const encoder = new TextEncoder()

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What all requests of an endpoint share. `api.fetch` answers as the caller. */
export interface Endpoint<Host> {
  readonly api: McpApi<Host>
  readonly settings: McpSettings<Host>
  readonly receive: ReceiveText
}

/** `path` is that behind the one of the endpoint: '' or begins with a slash. */
export async function answerMcp<Host>(
  endpoint: Endpoint<Host>,
  request: Request,
  path: string,
  host: Host | undefined,
): Promise<PlainResponse> {
  const { settings } = endpoint
  const { authorization } = settings
  if (path === METADATA && authorization !== undefined) return metadata(request, metadataOf(authorization))
  if (path !== '') return { status: 404, headers: { ...COMMON, 'content-length': '0' }, body: null }
  const origin = request.headers.get('origin')
  const cors = origin === null ? {} : { 'access-control-allow-origin': origin, vary: 'Origin' }
  if (origin !== null && !mayCall(origin, request.url, settings.origins)) {
    return broken(null, new ProtocolError('request', 403, 'Pages of this origin may not call the endpoint.'))
  }
  if (request.method === 'OPTIONS' && origin !== null) return preflight(cors)
  if (request.method !== 'POST') {
    const error = new ProtocolError('request', 405, 'The endpoint takes POST alone.', {
      headers: { allow: 'POST' },
    })
    return withHeaders(broken(null, error), cors)
  }
  return withHeaders(await answerPost(endpoint, request, host), cors)
}

/**
 * Whether pages of the origin may call. A name that leads to this machine proves nothing (DNS rebinding), so the own
 * origin counts for names of this machine alone.
 */
function mayCall(origin: string, url: string, origins: readonly string[]): boolean {
  const own = new URL(url)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(own.hostname)
  return origins.includes(origin) || (isLocal && origin === own.origin)
}

const preflight = (cors: Readonly<Record<string, string>>): PlainResponse => ({
  status: 204,
  headers: {
    ...cors,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    'access-control-max-age': '600',
  },
  body: null,
})

const withHeaders = (response: PlainResponse, headers: Readonly<Record<string, string>>): PlainResponse => ({
  ...response,
  headers: { ...response.headers, ...headers },
})

async function answerPost<Host>(
  endpoint: Endpoint<Host>,
  request: Request,
  host: Host | undefined,
): Promise<PlainResponse> {
  let text = ''
  try {
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
      throw new ProtocolError('request', 415, 'The Content-Type must be application/json.')
    text = await endpoint.receive(request)
    const message = readMessage(text)
    if (message === 'unanswered')
      return { status: 202, headers: { ...COMMON, 'content-length': '0' }, body: null }
    return await answerCall(endpoint, request, message, host)
  } catch (error) {
    return broken(idIn(text), asProtocolError(error, endpoint.settings))
  }
}

async function answerCall<Host>(
  { api, settings }: Endpoint<Host>,
  request: Request,
  call: Call,
  host: Host | undefined,
): Promise<PlainResponse> {
  const client = clientOf(call, (name) => request.headers.get(name))
  const gone = new AbortController()
  const signal = AbortSignal.any([request.signal, gone.signal])
  const base = `${new URL(request.url).origin}${api.basePath}`
  const calendar = calendarFor((inner) => api.fetch(inner, host), base, request.headers, signal)
  const told = notices()
  const context = {
    ...{ calendar, headers: request.headers, host, signal, capabilities: client.capabilities },
    inputResponses: objectIn(call.params, 'inputResponses'),
    requestState: stateIn(call.params),
    progress: (progress: number, total?: number, message?: string) => {
      const token = own(objectIn(call.params, '_meta') ?? {}, 'progressToken')
      if (!isId(token)) return
      const params = { progressToken: token, progress, ...(total !== undefined && { total }) }
      told.send({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { ...params, ...(message !== undefined && { message }) },
      })
    },
  }
  const work = resultOf(settings, { call, client, calendar, context, now: api.now })
  const first = await Promise.race([work.then((result) => ({ result })), told.begun])
  if (first !== 'begun') return json(200, success(call.id, first.result))
  const answer = work.then(
    (result) => success(call.id, result),
    (error: unknown) => failure(call.id, asProtocolError(error, settings)),
  )
  return {
    status: 200,
    headers: { ...COMMON, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    body: null,
    stream: told.stream(answer, () => gone.abort()),
  }
}

const objectIn = (params: Json, name: string): Json | undefined => {
  const value = own(params, name)
  return isObject(value) ? value : undefined
}

const stateIn = (params: Json): string | undefined => {
  const state = own(params, 'requestState')
  return typeof state === 'string' ? state : undefined
}

/** The client learns nothing about a bug. */
function asProtocolError<Host>(error: unknown, { onError }: McpSettings<Host>): ProtocolError {
  if (error instanceof ProtocolError) return error
  onError(error)
  return new ProtocolError('internal', 500, 'The endpoint failed.')
}

const broken = (id: MessageId | null, error: ProtocolError): PlainResponse =>
  withHeaders(json(error.status, failure(id, error)), error.headers)

function json(status: number, value: Json): PlainResponse {
  const body = encoder.encode(JSON.stringify(value))
  return {
    status,
    headers: { ...COMMON, 'content-type': 'application/json', 'content-length': String(body.length) },
    body,
  }
}

function metadata(request: Request, document: Json): PlainResponse {
  if (request.method === 'GET')
    return withHeaders(json(200, document), { 'access-control-allow-origin': '*' })
  return { status: 405, headers: { ...COMMON, allow: 'GET', 'content-length': '0' }, body: null }
}
