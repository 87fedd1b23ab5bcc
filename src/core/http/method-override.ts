import { invalidParam } from '../../errors.ts'
import type { PlainRequest } from '../../types/index.ts'
import { plainRequest } from './plain-request.ts'

/*
 * Some clients and proxies send only GET and POST. A POST can name another method in a header field or in the query, in
 * any case of letters: WordPress' own client passes on what its caller wrote.
 */

const FIELD = 'X-HTTP-Method-Override'
const PARAMETER = '_method'
const UPDATES = ['PUT', 'PATCH']
const METHODS = [...UPDATES, 'DELETE']

export const hasOverride = (request: PlainRequest): boolean => request.headers.has(FIELD)

/**
 * The method of the request, or the one that a POST names, in upper case. Throws 400 when another method names one that it
 * is not, for names other than PUT, PATCH and DELETE, and for two different names.
 */
export function methodOf(request: PlainRequest, url: URL): string {
  const named = request.headers.get(FIELD)
  // A preflight has the query of the request that follows it.
  const isPreflight = request.method === 'OPTIONS'
  const parameters = isPreflight || url.search === '' ? [] : url.searchParams.getAll(PARAMETER)
  const methods = parameters.map((one) => methodIn(PARAMETER, one, request.method))
  if (named !== null) methods.unshift(methodIn(FIELD, named, request.method))
  const [method = request.method, ...others] = methods
  if (others.some((other) => other !== method)) throw invalidParam(PARAMETER, 'names more than one method')
  return method
}

/** @param own the method of the request. */
function methodIn(name: string, value: string, own: string): string {
  const method = value.toUpperCase()
  // Clients name the method of an update that they send as it is.
  if (method === own && UPDATES.includes(own)) return own
  if (own !== 'POST') throw invalidParam(name, `is for POST requests, and this is a ${own}`)
  if (!METHODS.includes(method)) throw invalidParam(name, `must be one of ${METHODS.join(', ')}`)
  return method
}

/** The same request with another method. From now on, its body is read through the new request. */
export const withMethod = (request: PlainRequest, method: string): PlainRequest =>
  plainRequest(new Request(request.toRequest(), { method }))
