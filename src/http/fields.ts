import { ApiError, type Problems } from '../errors.ts'
import type { Params } from '../request.ts'
import type { Limits } from '../types.ts'
import { readBody } from './body.ts'
import { readPairs } from './pairs.ts'
import { createReceive } from './receive.ts'
import type { Running } from './running.ts'
import { dropUnsafe } from './unsafe-values.ts'

export interface Fields {
  readonly params: Params
  /** Why the body was not read; '' when it was. */
  readonly note: string
}

/** Reads the fields of query and body. A field of the body replaces the one of the query. Adds to `problems`. */
export type ReadFields = (running: Running, problems: Problems) => Promise<Fields>

export function createFieldReader(limits: Limits): ReadFields {
  const receive = createReceive(limits)

  return async ({ request, target: { url, endpoint }, cancellation, slot }, problems) => {
    const query = dropUnsafe(readPairs(url.search.slice(1), problems, limits), limits, problems)
    if (request.method === 'GET' || request.method === 'HEAD') return { params: query, note: '' }
    for (const name of endpoint.bodyOnly ?? []) delete query[name]
    const bytes = await receive(request, cancellation, slot)
    const body = await readBody(bytes, request.headers.get('content-type') ?? '', limits, problems)
    const params = dropUnsafe(body.params, limits, problems)
    for (const [name, value] of Object.entries(query)) if (!(name in params)) params[name] = value
    if (body.unread === undefined) return { params, note: '' }
    const isIncomplete = endpoint.required?.some((name) => params[name] === undefined) ?? false
    const note = ` (the body was not read: ${body.unread.slice(0, 80)} is neither JSON nor a form)`
    // Existing clients expect the list of missing fields. With all fields in the query, the body would be ignored
    // without a word.
    if (!isIncomplete)
      throw new ApiError('rest_unsupported_media_type', { message: `Unsupported media type${note}` })
    return { params, note }
  }
}
