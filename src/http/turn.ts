import { authenticate } from '../access/authenticate.ts'
import { type Caller, forbidden } from '../access/policy.ts'
import { checkRate } from '../access/rate-limit.ts'
import { Problems } from '../errors.ts'
import { responseTooLarge } from '../operations/answer-size.ts'
import { createScheduler } from '../operations/schedule.ts'
import type { Answer } from '../request.ts'
import type { Endpoint, Route } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { isUnavailable } from '../storage/failures.ts'
import type { EventsApiOptions, PlainRequest, PlainResponse } from '../types.ts'
import { createContexts, maxBytes } from './context.ts'
import { createDeadline } from './deadline.ts'
import { createFieldReader } from './fields.ts'
import { createGate } from './gate.ts'
import type { Reporter, RequestLog } from './report.ts'
import { encode, Representation, timeOf } from './respond.ts'
import { type ResponseCache, revisionOf } from './response-cache.ts'
import { allowedMethods } from './router.ts'
import type { Running } from './running.ts'
import type { Target } from './target.ts'

/**
 * Answers a request when its turn comes: caller, rights and rate limit; then the cache; then fields, operation and
 * response.
 */
export function createTurn<Host>(
  site: Site,
  apiPath: string,
  options: EventsApiOptions<Host>,
  cache: ResponseCache,
  reporter: Reporter,
) {
  const clock = options.now ?? (() => new Date())
  const within = createDeadline(site.limits.timeout)
  const gate = createGate(site.limits)
  const readFields = createFieldReader(site.limits)
  const contextOf = createContexts(site, apiPath, options)
  const scheduler = createScheduler()
  const variesByCaller = options.authenticate !== undefined

  async function answer(running: Running, host: Host | undefined, log: RequestLog): Promise<PlainResponse> {
    const { request, target, cancellation } = running
    const caller = await admit(running, host, log)
    const now = clock()
    const second = Math.floor(now.getTime() / 1000)
    const isDue = scheduler.isDue(now)
    const isPublic = isForEveryone(request, caller, target.endpoint)
    // Before the cache is asked: what is published changes the revision.
    if (isPublic && isDue) await writeDue(running, now, log, caller, host)
    const reading = isPublic ? revisionOf(site, site.storage, cancellation) : undefined
    const revision = reading === undefined ? undefined : await cancellation.race(reading)
    const cached = revision === undefined ? undefined : cache.find(revision, request.url, second)
    const known = cached?.representation.responseTo(request, isAnonymous(request), cached.body)
    if (known !== undefined) {
      if (cached?.record !== undefined) log.record = cached.record
      return known
    }

    log.allow = allowedTo(caller, target.match.route)
    const problems = new Problems()
    const fields = await readFields(running, problems)
    const { context, until } = contextOf(running, { ...fields, problems, host, caller, now, revision })
    if (!isPublic && isDue) await writeDue(running, now, log, caller, host)
    const answer = await target.endpoint.run(context)
    if (site.recorder !== undefined) waitUntilOf(host)?.(site.recorder().then(({ settled }) => settled()))
    const { id, version } = answer
    if (id !== undefined && version !== undefined) log.record = { id, version }
    const body = encode(answer.content)
    const representation = new Representation(answer, body, { variesByCaller, now, allow: log.allow })
    if (representation.length > maxBytes(request, site)) throw responseTooLarge(site.limits.response)
    if (revision !== undefined && isCacheable(answer, now)) {
      const { record } = log
      cache.put(revision, request.url, {
        target,
        representation,
        body,
        record,
        from: until() === Number.POSITIVE_INFINITY ? 0 : second,
        until: until(),
      })
    }
    return representation.responseTo(request, caller === null && isAnonymous(request), body)
  }

  function writeDue(
    { request, target, cancellation }: Running,
    now: Date,
    log: RequestLog,
    caller: Caller,
    host: Host | undefined,
  ) {
    log.allow = allowedTo(caller, target.match.route)
    const storage = site.storage.within?.(cancellation.signal) ?? site.storage
    return scheduler.writeDue({ ...site, storage }, now, {
      later: laterOf(host),
      signal: cancellation.signal,
      onRefusal: (error) => {
        reporter.error(error, request)
        return !isUnavailable(error)
      },
    })
  }

  function laterOf(host: Host | undefined) {
    const waitUntil = waitUntilOf(host)
    return waitUntil === undefined
      ? undefined
      : (work: (site: Site) => Promise<void>) => waitUntil(work(site))
  }

  /** Finds the caller. Throws 401 or 403 without the right to use the endpoint, and 429 beyond the rate limit. */
  async function admit({ request, target }: Running, host: Host | undefined, log: RequestLog) {
    const { match, endpoint } = target
    const caller =
      log.caller === undefined ? await authenticate(options.authenticate, request, host) : log.caller
    log.caller = caller
    if (!endpoint.allows(caller)) {
      log.allow = allowedTo(caller, match.route)
      throw forbidden(caller)
    }
    if (options.rateLimit !== undefined) {
      const { operation } = endpoint.about
      const isWrite = !endpoint.methods.includes('GET')
      await checkRate(options.rateLimit, request, host, caller, { operation, isWrite })
    }
    return caller
  }

  return (target: Target, host: Host | undefined, log: RequestLog): Promise<PlainResponse> => {
    const { request } = log
    log.allow = target.allow
    log.operation = target.endpoint.about.operation
    return within(request, (cancellation) =>
      gate.pass((slot) => answer({ request, target, cancellation, slot }, host, log), cancellation),
    )
  }
}

/** The methods of a path that the caller may use. */
const allowedTo = (caller: Caller, route: Route): string => allowedMethods(route, (one) => one.allows(caller))

/** Whether the response stays the same: it is not secret, and its `Last-Modified` is not in the future. */
const isCacheable = ({ secret, modified }: Answer<string>, now: Date): boolean =>
  secret !== true && (modified === undefined || timeOf(modified) <= now.getTime())

/** Whether the response depends on nothing but the URL: a read by a visitor, without an event's password. */
function isForEveryone(request: PlainRequest, caller: Caller, endpoint: Endpoint): boolean {
  if (caller !== null || endpoint.hasPage === true) return false
  return (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has('x-event-password')
}

/** Credentials make a response private, even when they belong to nobody. */
const isAnonymous = ({ headers }: PlainRequest): boolean =>
  !headers.has('authorization') && !headers.has('cookie')

/** Adapters pass on `waitUntil` of their host. */
function waitUntilOf(host: unknown): ((work: Promise<unknown>) => void) | undefined {
  if (typeof host !== 'object' || host === null || !('waitUntil' in host)) return undefined
  const { waitUntil } = host
  return typeof waitUntil === 'function' ? (work) => waitUntil.call(host, work) : undefined
}
