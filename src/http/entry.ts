import { authenticate } from '../access/authenticate.ts'
import { type Caller, forbidden } from '../access/policy.ts'
import { createThrottle, tooMany } from '../access/throttle.ts'
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
import { GONE, within } from './deadline.ts'
import { createGate } from './gate.ts'
import { type Params, readPairs } from './params.ts'
import { createReporter, type Known } from './report.ts'
import { refuse, reply } from './respond.ts'
import { allowedMethods, createRouter, endpointOf, type Match } from './router.ts'

/** How long a client is asked to wait when the storage is out of reach, in seconds. */
const OUTAGE_RETRY = '5'

/**
 * The way of a request: mine? → limits → route → its turn → credentials → coarse rights → the host's limit → body →
 * fields → work → answer. The single `catch` of the library is here: a refusal becomes its answer, an outage 503, too
 * long a wait 504, a fault a bare 500.
 */
export function createHandler<Host>(
  site: Site,
  apiPath: string,
  routes: readonly Route[],
  options: EventsApiOptions<Host>,
) {
  const findRoute = createRouter(routes)
  const cors = createCors(options.cors)
  const scheduler = createScheduler()
  const clock = options.now ?? (() => new Date())
  const variesByCaller = options.authenticate !== undefined
  const gate = createGate(site.limits)
  const throttle = createThrottle(options.eventPasswords ?? {})
  const reporter = createReporter(options, clock)

  async function answer(request: Request, host: Host | undefined, url: URL, known: Known): Promise<Response> {
    if (request.url.length > site.limits.url) throw new ApiError('rest_uri_too_long')
    const match = await findRoute(url.pathname.slice(apiPath.length) || '/')
    if (match === undefined) throw new ApiError('rest_no_route')
    const { route } = match
    known.allow = allowedMethods(route)
    if (request.method === 'OPTIONS') return optionsAnswer(route)
    const endpoint = endpointOf(route, request.method)
    if (endpoint === undefined) throw new ApiError('rest_method_not_allowed')
    known.operation = endpoint.about.operation
    return within(request, site.limits.time, (signal) =>
      gate.pass(() => work(request, host, url, { match, endpoint }, signal, known), signal),
    )
  }

  async function work(
    request: Request,
    host: Host | undefined,
    url: URL,
    { match, endpoint }: { match: Match; endpoint: Endpoint },
    signal: AbortSignal,
    known: Known,
  ): Promise<Response> {
    const caller = await authenticate(options.authenticate, request, host)
    known.caller = caller
    known.allow = allowedMethods(match.route, (one) => one.allows(caller))
    if (!endpoint.allows(caller)) throw forbidden(caller)
    await demandPace(request, host, caller, endpoint)
    const now = clock()
    const problems = new Problems()
    const fields = await readParams(request, url, endpoint, problems)
    if (match.path.id !== undefined) checkId(fields.params, Number(match.path.id), problems)
    const { headers } = request
    const asked: Asked = {
      site: { ...site, storage: site.storage.within?.(signal) ?? site.storage },
      caller,
      now,
      links: createLinks(options.baseUrl?.replace(/\/+$/, '') ?? url.origin, apiPath, options.permalink),
      path: match.path,
      operation: endpoint.about.operation,
      ifMatch: headers.get('if-match') ?? undefined,
      accept: headers.get('accept') ?? '',
      eventPassword: utf8From(headers.get('x-event-password')),
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      guess: (what, check) => throttle.reserve(throttle.keysOf(request, host, what), check),
      problems,
      ...fields,
    }
    await scheduler.publishDue(asked.site.storage, now)
    const result = await endpoint.run(asked)
    if (result.id !== undefined && result.version !== undefined)
      known.record = { id: result.id, version: result.version }
    return reply(request, result, { variesByCaller, isAnonymous: isAnonymous(caller, request), now })
  }

  /** The host's own limit, when it has one. */
  async function demandPace(request: Request, host: Host | undefined, caller: Caller, endpoint: Endpoint) {
    if (options.rateLimit === undefined) return
    const isWrite = !endpoint.methods.includes('GET')
    const { operation } = endpoint.about
    const seconds = await options.rateLimit({ request, host, principal: caller, operation, isWrite })
    if (seconds === null || seconds === undefined) return
    if (!(seconds >= 0)) throw new TypeError('rateLimit must answer seconds or null')
    throw tooMany(seconds)
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
    const params: Params = body.params
    for (const [name, value] of Object.entries(query)) if (!(name in params)) params[name] = value
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
    if (error instanceof ApiError && (error.status < 500 || isOrdinary(error))) return error
    if (isTooLarge(error)) return new ApiError('rest_record_too_large')
    reporter.error(error, request)
    if (error instanceof ApiError) return error
    if (isUnavailable(error)) {
      return new ApiError('rest_unavailable', { headers: { 'retry-after': OUTAGE_RETRY } })
    }
    return new ApiError('rest_internal_error', { message: 'Internal error.' })
  }

  /** Answers what is under the API's path; undefined for everything else. */
  return async (request: Request, host?: Host): Promise<Response | undefined> => {
    const url = new URL(request.url)
    if (url.pathname !== apiPath && !url.pathname.startsWith(`${apiPath}/`)) return undefined
    const known: Known = {}
    const audit = reporter.begin(request, host)
    let response: Response
    let refusal: ApiError | undefined
    try {
      response = await answer(request, host, url, known)
    } catch (error) {
      refusal = failure(error, request)
      response = refuse(request, refusal)
    }
    // What the path can be asked for, as soon as that is known: for every answer, refusals too.
    if (known.allow !== undefined) response.headers.set('allow', known.allow)
    cors.mark(response.headers, request)
    audit?.(response, known, refusal)
    return response
  }
}

/** A full house, and a client that has gone, are no faults that anybody could look into. */
const isOrdinary = (error: ApiError): boolean => error.code === 'rest_overloaded' || error === GONE

/** Credentials make an answer private even where they turn out to be nobody's. */
function isAnonymous(caller: Caller, request: Request): boolean {
  return caller === null && !request.headers.has('authorization') && !request.headers.has('cookie')
}

/** Of a header field the bytes count, one character each; most programs send UTF-8, and browsers Latin-1. */
function utf8From(field: string | null): string | undefined {
  if (field === null) return undefined
  try {
    const bytes = Uint8Array.from(field, (byte) => byte.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return field
  }
}
