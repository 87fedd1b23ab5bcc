import { ApiError, invalidParam, Problems } from '../../../errors.ts'
import type { Limits } from '../../../types/index.ts'
import { isObject } from '../../domain/json.ts'
import type { Params } from '../../mount/request.ts'
import { tooDeep, unsafeValue } from '../../mount/unsafe-values.ts'
import type { BatchBody } from '../body.ts'

/** One request of a batch. */
export interface Entry {
  readonly method: string
  /** Below the root of the API, with references and a query. */
  readonly path: string
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Params | undefined
}

export interface ReadEntry {
  /** What other entries name it by. */
  readonly id: string | undefined
  /** Or why it cannot be carried out. */
  readonly entry: Entry | ApiError
}

export interface BatchRequest {
  readonly isAtomic: boolean
  /** Whether nothing is carried out when one of the entries would be refused. */
  readonly mustValidate: boolean
  readonly entries: readonly ReadEntry[]
}

const VALIDATIONS: readonly unknown[] = ['normal', 'require-all-validate']
const MEMBERS = ['validation', 'atomic', 'requests']
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const HEADERS = [
  ...['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
  ...['idempotency-key', 'x-event-password'],
]
const ENTRY_MEMBERS = ['id', 'method', 'path', 'headers', 'body']
const ID = /^[\w-]{1,64}$/
/** A line break ends a field, and URLs lose some of these without a word. */
const CONTROL = /\p{Cc}/u

/** Throws 400 unless it is a batch. What is wrong with an entry is in its place. */
export function readBatch(body: BatchBody | undefined, limits: Limits): BatchRequest {
  const problems = new Problems()
  const value = body?.value
  if (value !== undefined && !isObject(value)) {
    throw new ApiError('rest_invalid_json', { message: 'A batch is an object with a list of requests.' })
  }
  const { validation = 'normal', atomic = false, requests } = value ?? {}
  for (const name of Object.keys(value ?? {})) {
    if (!MEMBERS.includes(name)) problems.invalid(name.slice(0, 80), `is not one of ${MEMBERS.join(', ')}`)
  }
  if (!VALIDATIONS.includes(validation)) {
    problems.invalid('validation', `must be ${VALIDATIONS.join(' or ')}`)
  }
  if (typeof atomic !== 'boolean') problems.invalid('atomic', 'must be true or false')
  if (requests === undefined || requests === null) problems.missing('requests')
  else if (!Array.isArray(requests) || requests.length < 1 || requests.length > limits.batch) {
    problems.invalid('requests', `must be a list of 1 to ${limits.batch} requests`)
  }
  problems.throwIfAny()
  const list: readonly unknown[] = Array.isArray(requests) ? requests : []
  // Most batches are no larger than a single body may be.
  const isLarge = (body?.bytes ?? 0) > limits.body
  const ids = new Set<string>()
  return {
    isAtomic: atomic === true,
    mustValidate: validation === 'require-all-validate',
    entries: list.map((one) => readEntry(one, limits, isLarge, ids)),
  }
}

function readEntry(value: unknown, limits: Limits, isLarge: boolean, ids: Set<string>): ReadEntry {
  if (!isObject(value)) return { id: undefined, entry: invalidParam('requests', 'must be objects') }
  const problems = new Problems()
  const { id } = value
  const isFirst = typeof id === 'string' && ID.test(id) && !ids.has(id)
  if (typeof id === 'string' && ids.has(id)) problems.invalid('id', 'is the id of another request')
  else if (id !== undefined && !isFirst) {
    problems.invalid('id', "must be 1 to 64 letters, digits, '_' and '-'")
  }
  if (isFirst) ids.add(id)
  const own = isFirst ? id : undefined
  try {
    return { id: own, entry: entryOf(value, limits, isLarge, problems) }
  } catch (error) {
    if (error instanceof ApiError) return { id: own, entry: error }
    throw error
  }
}

function entryOf(value: Params, limits: Limits, isLarge: boolean, problems: Problems): Entry {
  const { method = 'POST', path, body } = value
  for (const name of Object.keys(value)) {
    if (!ENTRY_MEMBERS.includes(name)) {
      problems.invalid(name.slice(0, 80), `is not one of ${ENTRY_MEMBERS.join(', ')}`)
    }
  }
  const verb = typeof method === 'string' ? method.toUpperCase() : ''
  if (!METHODS.includes(verb)) problems.invalid('method', `must be one of ${METHODS.join(', ')}`)
  if (path === undefined) problems.missing('path')
  else if (typeof path !== 'string' || !path.startsWith('/') || CONTROL.test(path) || /[\\#]/.test(path)) {
    problems.invalid('path', 'must be a path below the root of the API, such as /events/12')
  }
  const headers = headersOf(value.headers, limits, problems)
  const isEmpty = body === undefined || body === null
  if (!isEmpty && !isObject(body)) problems.invalid('body', 'must be an object')
  else if (!isEmpty && verb === 'GET') problems.invalid('body', 'is not for GET')
  problems.throwIfAny()
  const params = isObject(body) ? body : undefined
  if (params !== undefined) {
    // Before it is written again, which a deep one could break.
    if (unsafeValue(params, limits) === 'depth') throw tooDeep(limits)
    if (isLarge) demandSmall(params, limits)
  }
  return { method: verb, path: typeof path === 'string' ? path : '', headers, body: params }
}

function demandSmall(body: Params, { body: most }: Limits): void {
  if (new TextEncoder().encode(JSON.stringify(body)).length <= most) return
  throw new ApiError('rest_body_too_large', { message: `The body is larger than ${most} bytes.` })
}

function headersOf(value: unknown, { line }: Limits, problems: Problems): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  if (value === undefined || value === null) return headers
  if (!isObject(value)) problems.invalid('headers', 'must be an object')
  for (const [given, field] of Object.entries(isObject(value) ? value : {})) {
    const name = given.toLowerCase()
    if (!HEADERS.includes(name)) {
      problems.invalid('headers', 'must be If-Match, If-None-Match, Idempotency-Key or X-Event-Password')
    } else if (headers.has(name)) problems.invalid('headers', `${name} comes twice`)
    else if (typeof field !== 'string' || CONTROL.test(field) || field.length > line) {
      problems.invalid('headers', `${name} must be a text of one line`)
    } else headers.set(name, asField(field))
  }
  return headers
}

/** A header field holds one character per byte; see `fromUtf8` in `http/context.ts`. */
const asField = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : String.fromCharCode(...new TextEncoder().encode(text))
