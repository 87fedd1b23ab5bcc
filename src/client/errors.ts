import { isObject } from '../core/domain/json.ts'
import type { ErrorCode } from '../errors.ts'

/**
 * A code of the interface (`docs/errors.md`), or `client_unreadable_response`: the response is not from the interface.
 * It is, for example, the HTML page of a proxy, or of another server under a wrong `baseUrl`.
 */
export type KnownErrorCode = ErrorCode | 'client_unreadable_response'

/** Open, because a later version of the server can have codes that this version of the client does not have. */
export type ClientErrorCode = KnownErrorCode | (string & Record<never, never>)

type ParamsOf<C> = C extends 'rest_invalid_param'
  ? Readonly<Record<string, string>>
  : C extends 'rest_missing_callback_param'
    ? readonly string[]
    : undefined

type TermIdOf<C> = C extends 'term_exists' ? number : undefined

export interface ClientErrorFacts<C extends ClientErrorCode = ClientErrorCode> {
  readonly code: C
  /** HTTP status of the response. */
  readonly status: number
  /**
   * With `rest_invalid_param`: the problem of each parameter, by name. With `rest_missing_callback_param`: the names of
   * the missing parameters. Otherwise `undefined`.
   */
  readonly params: ParamsOf<C>
  /** With `term_exists`: ID of the term that has the name, 0 if the server does not send it. Otherwise `undefined`. */
  readonly termId: TermIdOf<C>
  /** Headers of the response. */
  readonly headers: Headers
}

/** A response that is not a success. `isClientError(error, code)` narrows it to the facts of a code. */
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
  /** Seconds to wait before a retry; `undefined` if the response has no such header. */
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

/** The error of one code, with the facts of that code. For several codes, a union of their errors. */
export type ClientErrorOf<C extends ClientErrorCode> = C extends ClientErrorCode ? ClientError<C> : never

/**
 * Whether an error is a response that is not a success; with codes, whether it has one of these.
 *
 * @example
 * ```ts
 * import { createClient, isClientError } from 'kalends/client'
 *
 * console.log(isClientError(refused) && refused.code) // rest_forbidden
 * ```
 */
export function isClientError(error: unknown): error is ClientError
export function isClientError<C extends KnownErrorCode>(
  error: unknown,
  ...codes: readonly [C, ...C[]]
): error is ClientErrorOf<C>
export function isClientError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ClientError && (codes.length === 0 || codes.includes(error.code))
}

/** The error for a response that is not a success. `body`: the parsed JSON; `undefined` if it is not JSON. */
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

function paramsOf(code: string, params: unknown): ParamsOf<ClientErrorCode> {
  if (code === 'rest_missing_callback_param') return Array.isArray(params) ? params.map(String) : []
  if (code !== 'rest_invalid_param') return undefined
  return Object.fromEntries(Object.entries(params ?? {}).map(([name, reason]) => [name, String(reason)]))
}

export function unreadable(status: number, headers: Headers): ClientError {
  const type = headers.get('content-type') ?? 'no content type'
  return new ClientError(`The answer (${status}, ${type}) does not come from this interface.`, {
    code: 'client_unreadable_response',
    status,
    params: undefined,
    termId: undefined,
    headers,
  })
}
