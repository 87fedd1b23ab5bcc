import { ApiError } from '../../errors.ts'
import type { PlainRequest } from '../../types/index.ts'
import { allows, type Caller } from '../access/policy.ts'
import type { Endpoint, Offer, Route } from '../routes/route.ts'
import { methodOf, withMethod } from './method-override.ts'
import type { RequestLog } from './report.ts'
import { allowedMethods, createRouter, type Match, offerOf } from './router.ts'

/** The endpoint of a URL and a method. */
export interface Target {
  readonly url: URL
  readonly path: Match['path']
  readonly offer: Offer
  readonly endpoint: Endpoint
  /** The methods of the path. */
  readonly allow: string
  /** Those that the caller may use. */
  readonly allowTo: (caller: Caller) => string
}

/** A request, with the method that overrides its own if there is one, and where it goes: `undefined` for OPTIONS. */
export interface Found {
  readonly request: PlainRequest
  readonly target: Target | undefined
}

/** Finds the target of a request. Notes the methods of the path for refusals. Throws 404 and 405. */
export function createTargets(routes: readonly Route[], apiPath: string) {
  const findRoute = createRouter(routes)

  return async (url: URL, request: PlainRequest, log: Pick<RequestLog, 'allow'>): Promise<Found> => {
    const match = await findRoute(url.pathname.slice(apiPath.length) || '/')
    if (match === undefined) throw new ApiError('rest_no_route')
    log.allow = allowedMethods(match.route)
    const method = methodOf(request, url)
    if (method === 'OPTIONS') return { request, target: undefined }
    const offer = offerOf(match.route, method)
    if (offer === undefined) throw new ApiError('rest_method_not_allowed')
    return {
      request: method === request.method ? request : withMethod(request, method),
      target: {
        ...{ url, path: match.path, offer, endpoint: await offer.endpoint(), allow: log.allow },
        allowTo: (caller) => allowedMethods(match.route, ({ right }) => allows(right, caller)),
      },
    }
  }
}
