import type { ErrorCode } from '../errors.ts'

/**
 * A code of the interface (`docs/errors.md`), or `client_unreadable_answer`: what came is none of the interface's
 * answers, such as the HTML page of a proxy, or of another server under a wrong `baseUrl`.
 */
export type KnownErrorCode = ErrorCode | 'client_unreadable_answer'

/** Open: a later version of the server can have codes that this version of the client does not know. */
export type ClientErrorCode = KnownErrorCode | (string & Record<never, never>)

type ParamsOf<C> = C extends 'rest_invalid_param'
  ? Readonly<Record<string, string>>
  : C extends 'rest_missing_callback_param'
    ? readonly string[]
    : undefined

type TermIdOf<C> = C extends 'term_exists' ? number : undefined

export interface ClientErrorFacts<C extends ClientErrorCode = ClientErrorCode> {
  readonly code: C
  /** HTTP status of the answer. */
  readonly status: number
  /**
   * With `rest_invalid_param`: what is wrong, by name of the parameter. With `rest_missing_callback_param`: the names
   * of what is missing. Else undefined.
   */
  readonly params: ParamsOf<C>
  /** With `term_exists`: ID of the term that has the name, 0 if the server does not say. Else undefined. */
  readonly termId: TermIdOf<C>
  /** Header fields of the answer. */
  readonly headers: Headers
}

/** An answer that is no success. `isClientError(error, code)` tells which, and what it holds. */
export class ClientError<C extends ClientErrorCode = ClientErrorCode>
  extends Error
  implements ClientErrorFacts<C>
{
  override readonly name = 'ClientError'
  readonly code: C
  readonly status: number
  readonly params: ParamsOf<C>
  readonly termId: TermIdOf<C>
  readonly headers: Headers
  /** Seconds after which to ask again; undefined if the answer names none. */
  readonly retryAfter: number | undefined

  constructor(message: string, facts: ClientErrorFacts<C>) {
    super(message)
    this.code = facts.code
    this.status = facts.status
    this.params = facts.params
    this.termId = facts.termId
    this.headers = facts.headers
    const seconds = facts.headers.get('retry-after') ?? ''
    this.retryAfter = /^\d+$/.test(seconds) ? Number(seconds) : undefined
  }
}

/** The error of one code, with what that code brings along; of several codes, any of theirs. */
export type ClientErrorOf<C extends ClientErrorCode> = C extends ClientErrorCode ? ClientError<C> : never

/** Whether an error is an answer that was no success; with codes, whether it has one of these. */
export function isClientError(error: unknown): error is ClientError
export function isClientError<C extends KnownErrorCode>(
  error: unknown,
  ...codes: readonly [C, ...C[]]
): error is ClientErrorOf<C>
export function isClientError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ClientError && (codes.length === 0 || codes.includes(error.code))
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a server refused with; `body` is the parsed JSON, undefined if it was none. */
export function refusal(status: number, headers: Headers, body: unknown): ClientError {
  if (!isObject(body) || typeof body.code !== 'string') return unreadable(status, headers)
  const { code, message } = body
  const { params, term_id: termId } = isObject(body.data) ? body.data : {}
  return new ClientError<ClientErrorCode>(typeof message === 'string' ? message : code, {
    code,
    status,
    params: paramsOf(code, params),
    termId: code === 'term_exists' ? (typeof termId === 'number' ? termId : 0) : undefined,
    headers,
  })
}

function paramsOf(code: string, said: unknown): ParamsOf<ClientErrorCode> {
  if (code === 'rest_missing_callback_param') return Array.isArray(said) ? said.map(String) : []
  if (code !== 'rest_invalid_param') return undefined
  return Object.fromEntries(Object.entries(said ?? {}).map(([name, reason]) => [name, String(reason)]))
}

export function unreadable(status: number, headers: Headers): ClientError {
  const type = headers.get('content-type') ?? 'no content type'
  return new ClientError(`The answer (${status}, ${type}) is none of the interface's.`, {
    code: 'client_unreadable_answer',
    status,
    params: undefined,
    termId: undefined,
    headers,
  })
}
