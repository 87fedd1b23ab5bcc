import { invalidParam } from '../errors.ts'
import type { PlainRequest } from '../types.ts'
import { plainRequest } from './plain-request.ts'

/*
 * Some clients and proxies send only GET and POST. A POST can name another method in a header field or in the query.
 */

const FIELD = 'X-HTTP-Method-Override'
const PARAMETER = '_method'
const METHODS = ['PUT', 'PATCH', 'DELETE']

export const hasOverride = (request: PlainRequest): boolean => request.headers.has(FIELD)

/**
 * The method of the request, or the one that a POST names. Throws 400 when another method names one, for names other than
 * PUT, PATCH and DELETE, and for two different names.
 */
export function methodOf(request: PlainRequest, url: URL): string {
  const named = request.headers.get(FIELD)
  // A preflight has the query of the request that follows it.
  const isPreflight = request.method === 'OPTIONS'
  const parameters = isPreflight || url.search === '' ? [] : url.searchParams.getAll(PARAMETER)
  const [method = named, ...others] = parameters
  if (method === null) return request.method
  if (named !== null) demand(FIELD, named, request.method)
  if (parameters.length > 0) demand(PARAMETER, method, request.method)
  if ([named ?? method, ...others].some((other) => other !== method)) {
    throw invalidParam(PARAMETER, 'names more than one method')
  }
  return method
}

function demand(name: string, method: string, own: string): void {
  if (own !== 'POST') throw invalidParam(name, `is for POST requests, and this is a ${own}`)
  if (!METHODS.includes(method)) throw invalidParam(name, `must be one of ${METHODS.join(', ')}`)
}

/** The same request with another method. From now on, its body is read through the new request. */
export const withMethod = (request: PlainRequest, method: string): PlainRequest =>
  plainRequest(new Request(request.toRequest(), { method }))
