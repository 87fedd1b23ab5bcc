import type { EventsApi } from '../../src/types/index.ts'

/** A request that was refused, which is the way of an API to refuse a bad input. */
export class Refused extends Error {}

/** Sends a request and reads its answer. Throws `Refused` for a 4xx, and an error for anything that no request may get. */
export async function asked(api: Pick<EventsApi, 'fetch'>, request: Request): Promise<Response> {
  const { method, url } = request
  const response = await api.fetch(request)
  const bytes = await response.clone().arrayBuffer()
  if (response.status >= 500 || response.status < 200) throw new Error(`${method} ${url}: ${response.status}`)
  const length = response.headers.get('content-length')
  if (
    length !== null &&
    method !== 'HEAD' &&
    response.status !== 304 &&
    Number(length) !== bytes.byteLength
  ) {
    throw new Error(`${method} ${url}: ${bytes.byteLength} bytes, and Content-Length says ${length}`)
  }
  if (response.status >= 400) throw new Refused(`${response.status}`)
  return response
}
