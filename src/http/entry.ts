import { authenticate } from '../access/authenticate.ts'
import { type Caller, forbidden } from '../access/policy.ts'
import { createThrottle, tooMany } from '../access/throttle.ts'
import { ApiError, Problems } from '../errors.ts'
import { checkId } from '../operations/find-record.ts'
import { createScheduler } from '../operations/schedule.ts'
import { createLinks } from '../present/links.ts'
import type { Answer, Asked, Endpoint, Route } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { isTooLarge, isUnavailable, type Storage } from '../storage/contract.ts'
import type { EventsApiOptions, PlainResponse } from '../types.ts'
import { checked, listed, readBody } from './body.ts'
import { createCors } from './cors.ts'
import { createDeadline, type Ending, GONE } from './deadline.ts'
import { createGate } from './gate.ts'
import { createKept } from './kept.ts'
import { type Params, readPairs } from './params.ts'
import { createReporter, type Known } from './report.ts'
import { refuse, timeOf, Written } from './respond.ts'
import { allowedMethods, createRouter, endpointOf } from './router.ts'
import type { Target } from './target.ts'

/** How long a client is asked to wait when the storage is out of reach, in seconds. */
const OUTAGE_RETRY = '5'

/**
 * The way of a request: mine? → limits → route → its turn → credentials → coarse rights → the host's limit → still
 * known? → body → fields → work → answer. The single `catch` of the library is here: a refusal becomes its answer, an
 * outage 503, too long a wait 504, a fault a bare 500.
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
  const within = createDeadline(site.limits.time)
  const throttle = createThrottle(options.eventPasswords ?? {})
  const reporter = createReporter(options, clock)
  const kept = createKept(site.limits.keep / 2)

  async function answer(
    request: Request,
    host: Host | undefined,
    asked: URL | Target,
    known: Known,
  ): Promise<PlainResponse> {
    if (request.url.length > site.limits.url) throw new ApiError('rest_uri_too_long')
    const target = asked instanceof URL ? await targetOf(request, asked, known) : asked
    if (target === undefined) return optionsAnswer(known.allow)
    known.allow = target.allow
    known.operation = target.endpoint.about.operation
    return within(request, (ending) => gate.pass(() => work(request, host, target, ending, known), ending))
  }

  /** Undefined where the storage has none, or nothing is to be kept. */
  const revisionOf = (storage: Storage) => (site.limits.keep === 0 ? undefined : storage.revision?.())

  /** Undefined for OPTIONS, which every path has. */
  async function targetOf(request: Request, url: URL, known: Known): Promise<Target | undefined> {
    const match = await findRoute(url.pathname.slice(apiPath.length) || '/')
    if (match === undefined) throw new ApiError('rest_no_route')
    known.allow = allowedMethods(match.route)
    if (request.method === 'OPTIONS') return undefined
    const endpoint = endpointOf(match.route, request.method)
    if (endpoint === undefined) throw new ApiError('rest_method_not_allowed')
    return { url, match, endpoint, allow: known.allow }
  }

  async function work(
    request: Request,
    host: Host | undefined,
    target: Target,
    ending: Ending,
    known: Known,
  ): Promise<PlainResponse> {
    const { match, endpoint } = target
    const caller = await authenticate(options.authenticate, request, host)
    known.caller = caller
    if (!endpoint.allows(caller)) {
      known.allow = allowsTo(caller, match.route)
      throw forbidden(caller)
    }
    if (options.rateLimit !== undefined) await demandPace(options.rateLimit, request, host, caller, endpoint)
    const now = clock()
    const second = Math.floor(now.getTime() / 1000)
    const isPublic = isForEveryone(request, caller, endpoint) && !scheduler.isDue(now)
    const telling = isPublic ? revisionOf(site.storage) : undefined
    const revision = telling === undefined ? undefined : await ending.orEnd(telling)
    const still = revision === undefined ? undefined : kept.answerAt(revision, request.url, second)
    if (still !== undefined) {
      if (still.record !== undefined) known.record = still.record
      return still.written.to(request, isAnonymous(request))
    }

    known.allow = allowsTo(caller, match.route)
    const { answer, sawClock } = await run(request, host, target, { caller, now, revision }, ending)
    const { id, version } = answer
    if (id !== undefined && version !== undefined) known.record = { id, version }
    const written = new Written(answer, { variesByCaller, now, allow: known.allow })
    if (revision !== undefined && isLasting(answer, now)) {
      const { record } = known
      kept.keep(revision, request.url, { target, written, record, second: sawClock ? second : undefined })
    }
    return written.to(request, caller === null && isAnonymous(request))
  }

  /** The answer, made anew, and whether another time of the day could make it another one. */
  async function run(
    request: Request,
    host: Host | undefined,
    { url, match, endpoint }: Target,
    { caller, now, revision }: { caller: Caller; now: Date; revision: string | number | undefined },
    ending: Ending,
  ): Promise<{ answer: Answer; sawClock: boolean }> {
    const problems = new Problems()
    const fields = await readParams(request, url, endpoint, problems)
    if (match.path.id !== undefined) checkId(fields.params, Number(match.path.id), problems)
    const { headers } = request
    const storage = site.storage.within?.(ending.signal) ?? site.storage
    let sawClock = false
    const asked: Asked = {
      site: { ...site, storage },
      caller,
      get now() {
        sawClock = true
        return now
      },
      revision: async () => revision ?? revisionOf(storage),
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
    await scheduler.publishDue(storage, now)
    return { answer: await endpoint.run(asked), sawClock }
  }

  /** The host's own limit, when it has one. */
  async function demandPace(
    rateLimit: NonNullable<EventsApiOptions<Host>['rateLimit']>,
    request: Request,
    host: Host | undefined,
    caller: Caller,
    endpoint: Endpoint,
  ) {
    const isWrite = !endpoint.methods.includes('GET')
    const { operation } = endpoint.about
    const seconds = await rateLimit({ request, host, principal: caller, operation, isWrite })
    if (seconds === null || seconds === undefined) return
    if (!(seconds >= 0)) throw new TypeError('rateLimit must answer seconds or null')
    throw tooMany(seconds)
  }

  function optionsAnswer(allow = ''): PlainResponse {
    return { status: 204, headers: { allow, ...cors.preflight(allow) }, body: null }
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
  return async (request: Request, host?: Host): Promise<PlainResponse | undefined> => {
    const before = request.method === 'GET' ? kept.targetOf(request.url) : undefined
    const asked = before ?? new URL(request.url)
    if (asked instanceof URL && asked.pathname !== apiPath && !asked.pathname.startsWith(`${apiPath}/`)) {
      return undefined
    }
    const known: Known = {}
    const audit = reporter.begin(request, host)
    let response: PlainResponse
    let refusal: ApiError | undefined
    try {
      response = await answer(request, host, asked, known)
    } catch (error) {
      refusal = failure(error, request)
      // What the path can be asked for, as soon as that is known: in every answer, refusals too.
      response = refuse(request, refusal, known.allow)
    }
    audit?.(response.status, known, refusal)
    return cors.mark(response, request)
  }
}

/** The methods of a path that the caller may use. */
const allowsTo = (caller: Caller, route: Route): string => allowedMethods(route, (one) => one.allows(caller))

/** Whether the answer is no secret, and will be the same later: its `Last-Modified` is no later than the clock. */
const isLasting = ({ secret, modified }: Answer, now: Date): boolean =>
  secret !== true && (modified === undefined || timeOf(modified) <= now.getTime())

/** Whether every visitor gets the same answer: no secret comes along, and nothing but the URL is asked by. */
function isForEveryone(request: Request, caller: Caller, endpoint: Endpoint): boolean {
  if (caller !== null || endpoint.hasPage === true) return false
  return (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has('x-event-password')
}

/** A full house, and a client that has gone, are no faults that anybody could look into. */
const isOrdinary = (error: ApiError): boolean => error.code === 'rest_overloaded' || error === GONE

/** Credentials make an answer private even where they turn out to be nobody's. */
const isAnonymous = ({ headers }: Request): boolean => !headers.has('authorization') && !headers.has('cookie')

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
