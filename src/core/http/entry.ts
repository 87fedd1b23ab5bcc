import { ApiError } from '../../errors.ts'
import { isNotMigrated, isTooLarge, isUnavailable } from '../../storage/failures.ts'
import type { EventsApiOptions, PlainRequest, PlainResponse } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import type { Site } from '../mount/site.ts'
import type { Route } from '../routes/route.ts'
import { createCors } from './cors.ts'
import { ClientGone } from './deadline.ts'
import { hasOverride } from './method-override.ts'
import { ACCEPT_PATCH } from './patches.ts'
import { plainRequest } from './plain-request.ts'
import { createReporter, type RequestLog } from './report.ts'
import { refuse } from './respond.ts'
import { createResponseCache } from './response-cache.ts'
import { createTargets } from './target.ts'
import { createTurn } from './turn.ts'

/** `Retry-After` when the storage is unavailable, in seconds. */
const OUTAGE_RETRY = '5'

/** Whoever set the calendar up sees it first. `onError` gets what is stored and what is missing. */
const NOT_MIGRATED = 'The calendar is not ready: its host has to call migrate() of this version.'

/**
 * Answers requests under the path of the API; `undefined` for all others. `trusted`: the caller, when the host vouches
 * for it; `authenticate` is then not called. Errors end here: each becomes a response.
 */
export function createHandler<Host>(
  site: Site,
  apiPath: string,
  routes: readonly Route[],
  options: EventsApiOptions<Host>,
) {
  const cors = createCors(options.cors, Object.keys(site.extensions.headers ?? {}))
  const { challenges } = site.security
  const reporter = createReporter(options, options.now ?? (() => new Date()))
  const cache = createResponseCache(site.limits.cache / 2)
  const findTarget = createTargets(routes, apiPath)
  const { takeTurn, revision } = createTurn(site, options, {
    ...{ apiPath, cache, reporter, findTarget, refuse, refusalOf },
  })

  const handle = async (
    incoming: Request | PlainRequest,
    host?: Host,
    trusted?: Caller,
  ): Promise<PlainResponse | undefined> => {
    const request = plainRequest(incoming)
    const known = request.method === 'GET' ? cache.targetOf(request.url) : undefined
    const cached = known === undefined || hasOverride(request) ? undefined : known
    const url = cached === undefined ? new URL(request.url) : cached.url
    if (url.pathname !== apiPath && !url.pathname.startsWith(`${apiPath}/`)) return undefined
    const log: RequestLog = trusted === undefined ? { request } : { request, caller: trusted }
    const audit = reporter.begin(host)
    let response: PlainResponse
    let refusal: ApiError | undefined
    try {
      if (request.url.length > site.limits.url) throw new ApiError('rest_uri_too_long')
      const found = cached === undefined ? await findTarget(url, request, log) : { request, target: cached }
      const { target } = found
      log.request = found.request
      response =
        target === undefined
          ? optionsResponse(log.allow)
          : await takeTurn({ request: found.request, target, host, trusted }, log)
    } catch (error) {
      refusal = refusalOf(error, log.request)
      // `Allow` is in every response from the moment that the methods are known.
      response = refuse(request, refusal, { allow: log.allow, challenges })
    }
    audit?.(response.status, log, refusal)
    return cors.mark(response, request)
  }

  return Object.assign(handle, {
    async revision(incoming: Request | PlainRequest, host?: Host) {
      const request = plainRequest(incoming)
      try {
        return await revision(request, host)
      } catch (error) {
        throw refusalOf(error, request)
      }
    },
  })

  function optionsResponse(allow = ''): PlainResponse {
    const patches: Record<string, string> = /\bPATCH\b/.test(allow) ? { 'accept-patch': ACCEPT_PATCH } : {}
    return { status: 204, headers: { allow, ...patches, ...cors.preflight(allow) }, body: null }
  }

  function refusalOf(error: unknown, request: PlainRequest): ApiError {
    if (error instanceof ApiError && (error.status < 500 || isOrdinary(error))) return error
    if (isTooLarge(error)) return new ApiError('rest_record_too_large')
    reporter.error(error, request)
    if (error instanceof ApiError) return error
    if (isUnavailable(error)) {
      return new ApiError('rest_unavailable', { headers: { 'retry-after': OUTAGE_RETRY } })
    }
    return new ApiError('rest_internal_error', {
      message: isNotMigrated(error) ? NOT_MIGRATED : 'Internal error.',
    })
  }
}

/** A full queue and a client that is gone are no faults of the server. */
const isOrdinary = (error: ApiError): boolean =>
  error.code === 'rest_overloaded' || error instanceof ClientGone
