import { authenticate } from '../access/authenticate.ts'
import { type Caller, forbidden } from '../access/policy.ts'
import { ApiError, Problems } from '../errors.ts'
import { checkId } from '../operations/find-record.ts'
import { createScheduler } from '../operations/schedule.ts'
import { createLinks } from '../present/links.ts'
import type { Asked, Endpoint, Route } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { isTooLarge, isUnavailable } from '../storage/contract.ts'
import type { EventsApiOptions } from '../types.ts'
import { checked, listed, readBody } from './body.ts'
import { createCors } from './cors.ts'
import { noParams, type Params, readPairs } from './params.ts'
import { refuse, reply } from './respond.ts'
import { allowedMethods, createRouter, endpointOf } from './router.ts'

/** How long a client is asked to wait when the storage is out of reach, in seconds. */
const OUTAGE_RETRY = '5'

/**
 * The way of a request: mine? → limits → route → credentials → coarse rights → body → fields → work → answer. The
 * single `catch` of the library is here: a refusal becomes its answer, an outage 503, a fault a bare 500.
 */
export function createHandler<Host>(
  site: Site,
  apiPath: string,
  routes: readonly Route[],
  options: EventsApiOptions<Host>,
) {
  const findRoute = createRouter(routes)
  const cors = createCors(options.cors)
  const scheduler = createScheduler(site)
  const clock = options.now ?? (() => new Date())
  const variesByCaller = options.authenticate !== undefined

  async function answer(
    request: Request,
    host: Host | undefined,
    path: string,
    url: URL,
    known: { allow?: string },
  ): Promise<Response> {
    if (request.url.length > site.limits.url) throw new ApiError('rest_uri_too_long')
    const match = await findRoute(path)
    if (match === undefined) throw new ApiError('rest_no_route')
    const { route } = match
    known.allow = allowedMethods(route)
    if (request.method === 'OPTIONS') return optionsAnswer(route)
    const endpoint = endpointOf(route, request.method)
    if (endpoint === undefined) {
      throw new ApiError('rest_method_not_allowed')
    }

    const caller = await authenticate(options.authenticate, request, host)
    known.allow = allowedMethods(route, (one) => one.allows(caller))
    if (!endpoint.allows(caller)) throw forbidden(caller)
    const now = clock()
    const problems = new Problems()
    const fields = await readParams(request, url, endpoint, problems)
    if (match.path.id !== undefined) checkId(fields.params, Number(match.path.id), problems)
    const asked: Asked = {
      site,
      caller,
      now,
      links: createLinks(options.baseUrl?.replace(/\/+$/, '') ?? url.origin, apiPath, options.permalink),
      path: match.path,
      ifMatch: request.headers.get('if-match') ?? undefined,
      accept: request.headers.get('accept') ?? '',
      problems,
      ...fields,
    }
    await scheduler.publishDue(now)
    const result = await endpoint.run(asked)
    return reply(request, result, {
      variesByCaller,
      isAnonymous: isAnonymous(caller, request),
      now,
    })
  }

  function optionsAnswer(route: Route): Response {
    const methods = allowedMethods(route)
    const headers = new Headers({ allow: methods })
    cors.preflight(headers, methods)
    return new Response(null, { status: 204, headers })
  }

  async function readParams(request: Request, url: URL, endpoint: Endpoint, problems: Problems) {
    const query = checked(
      listed(readPairs(url.search.slice(1), problems, site.limits)),
      site.limits,
      problems,
    )
    if (request.method === 'GET' || request.method === 'HEAD') return { params: query, note: '' }
    for (const name of endpoint.bodyOnly ?? []) delete query[name]
    const body = await readBody(request, site.limits, problems)
    const params: Params = Object.assign(noParams(), query, body.params)
    if (body.unread === undefined) return { params, note: '' }
    const isIncomplete = endpoint.required?.some((name) => params[name] === undefined) ?? false
    const note = ` (the body was not read: ${body.unread.slice(0, 80)} is neither JSON nor a form)`
    // Existing clients know the missing fields as the answer to a body that says nothing; only where nothing is
    // missing would such a body be passed over in silence.
    if (!isIncomplete)
      throw new ApiError('rest_unsupported_media_type', { message: `Unsupported media type${note}` })
    return { params, note }
  }

  function failure(error: unknown, request: Request): ApiError {
    if (error instanceof ApiError && error.status < 500) return error
    if (isTooLarge(error)) return new ApiError('rest_record_too_large')
    report(error, request)
    if (error instanceof ApiError) return error
    if (isUnavailable(error)) {
      return new ApiError('rest_unavailable', { headers: { 'retry-after': OUTAGE_RETRY } })
    }
    return new ApiError('rest_internal_error', { message: 'Internal error.' })
  }

  function report(error: unknown, request: Request): void {
    try {
      options.onError?.(error, request)
    } catch {
      // Whoever is told of errors cannot be told of an error in telling.
    }
  }

  /** Answers what is under the API's path; undefined for everything else. */
  return async (request: Request, host?: Host): Promise<Response | undefined> => {
    const url = new URL(request.url)
    if (url.pathname !== apiPath && !url.pathname.startsWith(`${apiPath}/`)) return undefined
    /** What the path can be asked for, as soon as that is known: for every answer, refusals too. */
    const known: { allow?: string } = {}
    let response: Response
    try {
      response = await answer(request, host, url.pathname.slice(apiPath.length) || '/', url, known)
    } catch (error) {
      response = refuse(request, failure(error, request))
    }
    if (known.allow !== undefined) response.headers.set('allow', known.allow)
    cors.mark(response.headers, request)
    return response
  }
}

/** Credentials make an answer private even where they turn out to be nobody's. */
function isAnonymous(caller: Caller, request: Request): boolean {
  return caller === null && !request.headers.has('authorization') && !request.headers.has('cookie')
}
