import { ApiError, type Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { parse } from '../domain/json.ts'
import type { Params, UploadedFile } from '../mount/request.ts'
import { tooDeep, unsafeValue } from '../mount/unsafe-values.ts'
import { MAX_PAIRS, noParams, Pairs, readPairs } from './pairs.ts'

export interface Body {
  readonly params: Params
  /** The content type of a body that was not read, because it is neither JSON nor a form. */
  readonly unread?: string
  /** Whether it is a JSON list, text, number or the like, which has no fields. */
  readonly isNoObject?: boolean
  /** Of a batch: its entries read their own fields. */
  readonly batch?: BatchBody
  readonly files?: readonly UploadedFile[]
  /** As it came, for who needs it. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}

export interface BatchBody {
  readonly value: unknown
  readonly bytes: number
}

const typeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string): boolean =>
  type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'))

const notRead = (contentType: string): string => (contentType === '' ? 'no content type' : contentType)

/** Reads the body of a batch. Throws 415 unless it is JSON, and 400 for a body that does not parse. */
export function readBatchBody(bytes: Uint8Array, contentType: string): Body {
  if (bytes.length === 0) return { params: noParams() }
  if (!isJson(typeOf(contentType))) {
    const message = `A batch is JSON, and this is ${notRead(contentType).slice(0, 80)}.`
    throw new ApiError('rest_unsupported_media_type', { message })
  }
  return { params: noParams(), batch: { value: parseJson(bytes), bytes: bytes.length } }
}

/**
 * Reads the fields of a JSON object or a form. Without a body there are no fields. Throws 400 for a body that does not
 * parse. Reports names and files that are not accepted in `problems`.
 */
export async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  limits: Limits,
  problems: Problems,
): Promise<Body> {
  if (bytes.length === 0) return { params: noParams() }
  const type = typeOf(contentType)
  if (isJson(type)) {
    return readJson(bytes, limits)
  }
  if (type === 'application/x-www-form-urlencoded') {
    return { params: readForm(bytes, problems, limits) }
  }
  if (type === 'multipart/form-data') {
    return { params: await readMultipart(bytes, contentType, problems, limits) }
  }
  return { params: noParams(), unread: notRead(contentType) }
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidJson('The body is not valid UTF-8.')
  }
  const value = parse(text)
  if (value === undefined) throw invalidJson('The body is not valid JSON.')
  return value
}

function readJson(bytes: Uint8Array, limits: Limits): Body {
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (unsafeValue(value, limits) === 'depth') throw tooDeep(limits)
    return { params: noParams(), isNoObject: true }
  }
  // Like `noParams`, but without a copy: an object may have a hundred thousand names.
  return { params: Object.setPrototypeOf(value, null) }
}

const invalidJson = (message: string) => new ApiError('rest_invalid_json', { message })

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
  const pairs = new Pairs(problems, limits)
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw unreadable('The multipart body does not parse.')
  }
  const parts = [...form]
  if (parts.length > MAX_PAIRS) {
    problems.invalid('', `more than ${MAX_PAIRS} parameters`)
    return pairs.params()
  }
  for (const [name, value] of parts) {
    if (typeof value === 'string') pairs.put(name, value)
    else problems.invalid(name.slice(0, 80), 'must not be a file')
  }
  return pairs.params()
}
