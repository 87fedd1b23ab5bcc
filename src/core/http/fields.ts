import { ApiError, type Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import type { Params, UploadedFile } from '../mount/request.ts'
import { dropUnsafe } from '../mount/unsafe-values.ts'
import type { BatchBody } from './body.ts'
import { readPairs } from './pairs.ts'
import type { BodyReader } from './receiver.ts'
import type { Running } from './running.ts'

export interface Fields {
  readonly params: Params
  /** The body of a batch. */
  readonly batch?: BatchBody | undefined
  readonly files?: readonly UploadedFile[] | undefined
  /** The body as it came, of endpoints with `isFromPublic`. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined
}

/** Reads the fields of query and body. A field of the body replaces the one of the query. Adds to `problems`. */
export type ReadFields = (running: Running, problems: Problems) => Promise<Fields>

export function createFieldReader(limits: Limits): ReadFields {
  let known: BodyReader | undefined
  const readBody: BodyReader = async (running, problems) => {
    const { createBodyReader } = await import('./receiver.ts')
    known ??= createBodyReader(limits)
    return known(running, problems)
  }

  return async (running, problems) => {
    const { request, target } = running
    const { url, endpoint } = target
    const query = dropUnsafe(readPairs(url.search.slice(1), problems, limits), limits, problems)
    if (request.method === 'GET' || request.method === 'HEAD') return { params: query }
    for (const name of endpoint.bodyOnly ?? []) delete query[name]
    const body = await (known ?? readBody)(running, problems)
    const params = dropUnsafe(body.params, limits, problems)
    for (const [name, value] of Object.entries(query)) if (!(name in params)) params[name] = value
    const isIncomplete = endpoint.required?.some((name) => params[name] === undefined) ?? false
    if (body.isNoObject && !isIncomplete && request.method !== 'DELETE') {
      throw new ApiError('rest_invalid_json', { message: 'The body must be a JSON object.' })
    }
    if (body.unread === undefined) {
      return { params, batch: body.batch, files: body.files, bytes: body.bytes }
    }
    const note = ` (the body was not read: ${body.unread.slice(0, 80)} is neither JSON nor a form)`
    // Existing clients expect the list of missing fields. With all fields in the query, the body would be ignored
    // without a word.
    if (!isIncomplete)
      throw new ApiError('rest_unsupported_media_type', { message: `Unsupported media type${note}` })
    problems.note = note
    return { params }
  }
}
