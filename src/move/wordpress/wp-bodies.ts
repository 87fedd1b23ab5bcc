import { joinedBytes } from '../../core/domain/joined-bytes.ts'
import { parse } from '../../core/domain/json.ts'
import { ApiError } from '../../errors.ts'
import { isRow } from '../../formats/rows.ts'
import type { Limits } from '../../types/index.ts'
import { ownFields, ownPairs, type Resource } from './wp-resources.ts'

/*
 * Bodies in the words of WordPress, as the API reads them. They are read when the API reads them: after it knows the
 * caller, and within its time limit.
 */

/** What a body becomes; `undefined`: it stays as it is, for the API to refuse it. */
export type Rewrite = (bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<Rewritten | undefined>

interface Rewritten {
  readonly text: string
}

export interface RewrittenBody {
  readonly request: Request
  /** Why the body could not be rewritten. The API only heard that it broke off. */
  readonly refusal: () => ApiError | undefined
}

/** Each body counts as at least so many bytes, as in the API. */
const LEAST = 16_384

const encoder = new TextEncoder()

/** `most`: bytes of a body; a larger one is passed on as it comes, for the API to refuse it. */
export type BodyRewriter = (url: URL, request: Request, most: number, rewrite: Rewrite) => RewrittenBody

/** Bodies that are being read take at most `limits.uploads` together, as in the API. */
export function createBodyRewriter({ uploads, body, batchBody }: Limits): BodyRewriter {
  const max = Math.max(uploads, body, batchBody, LEAST)
  let total = 0

  return (url, request, most, rewrite) => {
    const { method, signal } = request
    const headers = new Headers(request.headers)
    const type = headers.get('content-type') ?? ''
    // A form of several parts becomes one of pairs.
    const isParts = /^multipart\/form-data\b/i.test(type)
    if (isParts) headers.set('content-type', PAIRS)
    headers.delete('content-length')
    if (request.body === null) {
      return { request: new Request(url, { method, headers, signal }), refusal: () => undefined }
    }
    const reader = request.body.getReader()
    let refusal: ApiError | undefined
    let counted = 0
    const free = () => {
      total -= counted
      counted = 0
    }

    async function readAll(): Promise<{
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly isWhole: boolean
    }> {
      const chunks: Uint8Array[] = []
      let size = 0
      for (;;) {
        const more = Math.max(size, LEAST) - counted
        if (total + more > max) throw new ApiError('rest_overloaded', { headers: { 'retry-after': '1' } })
        total += more
        counted += more
        if (size > most) return { bytes: joinedBytes(chunks, size), isWhole: false }
        const { done, value } = await reader.read()
        if (done) return { bytes: joinedBytes(chunks, size), isWhole: true }
        chunks.push(value)
        size += value.byteLength
      }
    }

    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { bytes, isWhole } = await readAll()
            const own = isWhole ? await rewrite(bytes, type) : undefined
            if (own === undefined && isParts && isWhole) throw unreadable()
            controller.enqueue(own === undefined ? bytes : encoder.encode(own.text))
            controller.close()
            // The API has refused it by its size.
            if (!isWhole) reader.cancel().catch(() => undefined)
          } catch (error) {
            if (error instanceof ApiError) refusal = error
            reader.cancel().catch(() => undefined)
            controller.error(error)
          } finally {
            free()
          }
        },
        async cancel(reason) {
          await reader.cancel(reason).catch(() => undefined)
        },
      },
      { highWaterMark: 0 },
    )
    // `duplex`: Fetch requires it for streams.
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: stream, duplex: 'half' }
    return { request: new Request(url, init), refusal: () => refusal }
  }
}

const PAIRS = 'application/x-www-form-urlencoded'

const unreadable = () =>
  new ApiError('rest_invalid_param', {
    message: 'The multipart body does not parse, or has a file.',
    data: { params: {}, details: [] },
  })

export const parsed = (bytes: Uint8Array): unknown => {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The JSON; `undefined` if it is nested too deep to be written. */
export function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** The fields of one record, from JSON or a form. */
export const fieldsOf =
  (resource: Resource, isNew: boolean): Rewrite =>
  async (bytes, type) => {
    if (/^application\/([\w.-]+\+)?json\b/i.test(type)) {
      const fields = parsed(bytes)
      const text = isRow(fields) ? written(ownFields(resource, fields, isNew)) : undefined
      return text === undefined ? undefined : { text }
    }
    const pairs = await pairsOf(bytes, type)
    return pairs === undefined ? undefined : { text: String(ownPairs(resource, pairs, isNew)) }
  }

async function pairsOf(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<readonly (readonly [string, string])[] | undefined> {
  try {
    if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
      return [...new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes))]
    }
    if (!/^multipart\/form-data\b/i.test(type)) return undefined
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const pairs: [string, string][] = []
    for (const [name, value] of form) {
      if (typeof value !== 'string') return undefined
      pairs.push([name, value])
    }
    return pairs
  } catch {
    return undefined
  }
}
