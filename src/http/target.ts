import { ApiError } from '../errors.ts'
import type { Endpoint, Offer, Route } from '../routes/route.ts'
import { methodOf, withMethod } from './method-override.ts'
import type { RequestLog } from './report.ts'
import { allowedMethods, createRouter, type Match, offerOf } from './router.ts'

/** The endpoint of a URL and a method. */
export interface Target {
  readonly url: URL
  readonly match: Match
  readonly offer: Offer
  readonly endpoint: Endpoint
  /** The methods of the path. */
  readonly allow: string
}

/** Finds the target of a request. `undefined` for OPTIONS. Throws 404 and 405. */
export function createTargets(routes: readonly Route[], apiPath: string) {
  const findRoute = createRouter(routes)

  return async (url: URL, log: RequestLog): Promise<Target | undefined> => {
    const match = await findRoute(url.pathname.slice(apiPath.length) || '/')
    if (match === undefined) throw new ApiError('rest_no_route')
    log.allow = allowedMethods(match.route)
    const method = methodOf(log.request, url)
    if (method === 'OPTIONS') return undefined
    if (method !== log.request.method) log.request = withMethod(log.request, method)
    const offer = offerOf(match.route, method)
    if (offer === undefined) throw new ApiError('rest_method_not_allowed')
    return { url, match, offer, endpoint: await offer.endpoint(), allow: log.allow }
  }
}
