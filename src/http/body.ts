import { ApiError, type Problems } from '../errors.ts'
import type { Limits } from '../types.ts'
import {
  hostility,
  listsFromBranches,
  MOST_PAIRS,
  nameHostility,
  noParams,
  type Params,
  putPair,
  readPairs,
} from './params.ts'

export interface Body {
  readonly params: Params
  /** The content type of a body that came and was not read, since it is neither JSON nor a form. */
  readonly unread?: string
}

/**
 * Reads the fields of a JSON object or a form. No body, a JSON list or scalar: no fields. Throws 413 as soon as
 * more bytes than the limit have come, 400 `rest_invalid_json` for what does not parse; what is wrong with single
 * fields goes into `problems`.
 */
export async function readBody(request: Request, limits: Limits, problems: Problems): Promise<Body> {
  if (Number(request.headers.get('content-length')) > limits.body) throw tooLarge(limits)
  const bytes = await readBytes(request, limits)
  if (bytes.length === 0) return { params: noParams() }

  const contentType = request.headers.get('content-type') ?? ''
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'))) {
    return { params: readJson(bytes, limits, problems) }
  }
  if (type === 'application/x-www-form-urlencoded') {
    return { params: checked(listed(readForm(bytes, problems, limits)), limits, problems) }
  }
  if (type === 'multipart/form-data') {
    return {
      params: checked(listed(await readMultipart(bytes, contentType, problems, limits)), limits, problems),
    }
  }
  return { params: noParams(), unread: contentType === '' ? 'no content type' : contentType }
}

const tooLarge = (limits: Limits) =>
  new ApiError('rest_body_too_large', { message: `The body is larger than ${limits.body} bytes.` })

async function readBytes(request: Request, limits: Limits): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array(0)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw invalidJson('The body broke off.')
    })
    if (done) break
    size += value.byteLength
    if (size > limits.body) {
      // Not awaited: the answer must not wait for a client that goes on sending.
      reader.cancel().catch(() => undefined)
      throw tooLarge(limits)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function readJson(bytes: Uint8Array, limits: Limits, problems: Problems): Params {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw invalidJson(
      error instanceof SyntaxError ? 'The body is not valid JSON.' : 'The body is not valid UTF-8.',
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (hostility(value, limits) === 'depth') throw tooDeep(limits)
    return noParams()
  }
  // As `noParams`, without a copy: there may be a hundred thousand names.
  return checked(Object.setPrototypeOf(value, null), limits, problems)
}

const invalidJson = (message: string) => new ApiError('rest_invalid_json', { message })
const tooDeep = (limits: Limits) => invalidJson(`The body is nested deeper than ${limits.depth} levels.`)

/** Takes the fields out that must not be looked at, and says so. */
export function checked(params: Params, limits: Limits, problems: Problems): Params {
  const inside = { ...limits, depth: limits.depth - 1 }
  for (const name of Object.keys(params)) {
    const reason = nameHostility(name) ?? hostility(params[name], inside)
    if (reason === undefined) continue
    if (reason === 'depth') throw tooDeep(limits)
    problems.invalid(name.slice(0, 80), reason)
    delete params[name]
  }
  return params
}

export function listed(params: Params): Params {
  for (const name of Object.keys(params)) params[name] = listsFromBranches(params[name])
  return params
}

function readForm(bytes: Uint8Array, problems: Problems, limits: Limits): Params {
  try {
    return readPairs(new TextDecoder('utf-8', { fatal: true }).decode(bytes), problems, limits)
  } catch {
    throw unreadable('The form is not valid UTF-8.')
  }
}

const unreadable = (message: string) =>
  new ApiError('rest_invalid_param', { message, data: { params: {}, details: [] } })

async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  problems: Problems,
  limits: Limits,
): Promise<Params> {
  const params = noParams()
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw unreadable('The multipart body does not parse.')
  }
  const pairs = [...form]
  if (pairs.length > MOST_PAIRS) {
    problems.invalid('', `more than ${MOST_PAIRS} parameters`)
    return params
  }
  for (const [name, value] of pairs) {
    if (typeof value === 'string') putPair(params, name, value, problems, limits)
    else problems.invalid(name.slice(0, 80), 'must not be a file')
  }
  return params
}
