import { isObject, type Json, own, parsed } from './json.ts'

/*
 * JSON-RPC 2.0, as far as the protocol uses it: one message in each request, no batches.
 */

export type MessageId = string | number

export interface Call {
  readonly id: MessageId
  readonly method: string
  readonly params: Json
}

/** What a body is: a call, which is answered, or what needs no answer: a notification, or a response to nobody. */
export type Message = Call | 'unanswered'

export const CODES = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  header: -32020,
  capability: -32021,
  version: -32022,
} as const

/** An error of the protocol. `status` is that of the response. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: Json | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    kind: keyof typeof CODES,
    status: number,
    message: string,
    { data, headers = {} }: { data?: Json; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.code = CODES[kind]
    this.status = status
    this.data = data
    this.headers = headers
  }
}

/** For tools of the host: the client sent what no tool can work with, such as a state that somebody changed. */
export class InvalidParams extends ProtocolError {
  constructor(message: string) {
    super('params', 200, message)
  }
}

/** Throws `ProtocolError` for what is no message. */
export function readMessage(text: string): Message {
  const value = parsed(text)
  if (value === undefined) throw new ProtocolError('parse', 400, 'The body is not JSON.')
  if (!isObject(value) || own(value, 'jsonrpc') !== '2.0')
    throw new ProtocolError('request', 400, 'The body is not one JSON-RPC 2.0 message.')
  const { id, method, params = {} } = value
  if (typeof method !== 'string') {
    if (method === undefined && ('result' in value || 'error' in value)) return 'unanswered'
    throw new ProtocolError('request', 400, 'method must be a text.')
  }
  if (!('id' in value)) return 'unanswered'
  if (!isId(id)) throw new ProtocolError('request', 400, 'id must be a text or a whole number.')
  if (!isObject(params)) throw new ProtocolError('params', 400, 'params must be an object.')
  return { id, method, params }
}

/** The ID that an answer to a broken message repeats. */
export function idIn(text: string): MessageId | null {
  const value = parsed(text)
  const id = isObject(value) ? own(value, 'id') : null
  return isId(id) ? id : null
}

export const isId = (id: unknown): id is MessageId =>
  (typeof id === 'string' && id.length <= 1000) || (typeof id === 'number' && Number.isSafeInteger(id))

export const success = (id: MessageId, result: Json): Json => ({ jsonrpc: '2.0', id, result })

/** Revisions of the protocol allow no `null`, so an error about no request has no ID. */
export const failure = (id: MessageId | null, { code, message, data }: ProtocolError): Json => ({
  jsonrpc: '2.0',
  ...(id !== null && { id }),
  error: { code, message, ...(data && { data }) },
})
