import { authenticate } from '../access/authenticate.ts'
import { allows, type Caller, forbidden } from '../access/policy.ts'
import { checkRate } from '../access/rate-limit.ts'
import { Problems, wholeNumber } from '../errors.ts'
import type { Answer, RequestContext } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import { responseTooLarge } from '../operations/reading/answer-size.ts'
import type { LongResponse } from '../operations/reading/long-responses.ts'
import { createScheduler } from '../operations/schedule.ts'
import type { Endpoint, Route } from '../routes/route.ts'
import { isUnavailable } from '../storage/failures.ts'
import type { EventsApiOptions, PlainRequest, PlainResponse } from '../types/index.ts'
import type { Desk } from './batches/desk.ts'
import type { BatchBody } from './body.ts'
import { createContexts, maxBytes } from './context.ts'
import { type Cancellation, createDeadline } from './deadline.ts'
import { createFieldReader } from './fields.ts'
import { createGate } from './gate.ts'
import type { Reporter, RequestLog } from './report.ts'
import { encode, Representation, timeOf } from './respond.ts'
import { type CachedResponse, type ResponseCache, revisionOf } from './response-cache.ts'
import { allowedMethods } from './router.ts'
import type { Arrived, Inside, Running } from './running.ts'
import { createSharing, type SharedWork } from './sharing.ts'

/**
 * Answers a request when its turn comes: caller, rights and rate limit; then the cache; then fields, operation and
 * response.
 */
export function createTurn<Host>(
  site: Site,
  apiPath: string,
  options: EventsApiOptions<Host>,
  cache: ResponseCache,
  reporter: Reporter<Host>,
  desk: Pick<Desk<Host>, 'findTarget' | 'refuse' | 'refusalOf'>,
) {
  const clock = options.now ?? (() => new Date())
  const within = createDeadline(site.limits.timeout)
  const gate = createGate(site.limits)
  const readFields = createFieldReader(site.limits)
  const contextOf = createContexts(site, apiPath, options, reporter.error)
  const share = createSharing<Made>(site.limits.queue)
  const scheduler = createScheduler(clock)
  const variesByCaller = options.authenticate !== undefined
  const freshness = wholeNumber('freshness', options.freshness ?? 0, 0)
  const loadLook = async () => (await import('./freshness.ts')).createLook(freshness, site, cache)
  let looking: ReturnType<typeof loadLook> | undefined

  async function answer(
    running: Running,
    { host, trusted }: Arrived<Host>,
    log: RequestLog,
  ): Promise<PlainResponse> {
    const { request, target, cancellation, inside } = running
    const caller = trusted === undefined ? await authenticate(options.authenticate, request, host) : trusted
    log.caller = caller
    await admit(running, host, caller, log)
    const { serve } = target.endpoint
    if (serve !== undefined) return serve(site, target.match.path, request)
    const now = clock()
    const second = Math.floor(now.getTime() / 1000)
    const own = inside?.site ?? site
    // Of a batch, this was done before its entries.
    const isDue = inside === undefined && scheduler.isDue(now)
    const isPublic = inside === undefined && isForEveryone(request, caller, target.endpoint)
    // Before the cache is asked: what is published changes the revision.
    if (isPublic && isDue) await writeDue(running, now, log, caller, host)
    if (freshness > 0) looking ??= loadLook()
    const look = looking !== undefined && isPublic ? (await looking)(running, now) : undefined
    const reading =
      isPublic && look?.fresh === undefined ? revisionOf(site, site.storage, cancellation) : undefined
    const revision = reading === undefined ? undefined : await cancellation.race(reading)
    look?.saw(revision)
    const cached = revision === undefined ? look?.fresh : cache.find(revision, request.url, second)
    if (cached !== undefined) {
      const response = respond(running, caller, cached)
      if (response !== undefined) {
        if (cached.record !== undefined) log.record = cached.record
        return response
      }
    }

    log.allow = allowedTo(caller, target.match.route)
    const { allow } = log
    const problems = new Problems()
    const fields = await readFields(running, problems)

    async function make(work: SharedWork): Promise<Made> {
      const facts = { ...fields, problems, host, caller, now, revision }
      const { context, until, long } = contextOf({ request, target, site: own, work }, facts)
      if (!isPublic && isDue) await writeDue(running, now, log, caller, host)
      try {
        const answer = await (target.endpoint.isBatch
          ? answerBatch(context, fields.batch, { running, host, log })
          : target.endpoint.answer(context))
        for (const told of [own.recorder, request.method === 'GET' ? undefined : own.notices])
          if (told !== undefined) waitUntilOf(host)?.(told().then(({ settled }) => settled()))
        const { id, version } = answer
        const record = id === undefined || version === undefined ? undefined : { id, version }
        const body = encode(answer.content)
        const representation = new Representation(answer, body, { variesByCaller, now, allow })
        if (representation.length > maxBytes(request, own)) throw responseTooLarge(own.limits.response)
        const from = until() === Number.POSITIVE_INFINITY ? 0 : second
        const made = { target, representation, body, record, from, until: until(), long: long() }
        if (!isCacheable(answer, now)) work.isPrivate = true
        else if (revision !== undefined && cache.put(revision, request.url, made))
          return { ...made, long: undefined }
        return made
      } finally {
        site.epoch.count++
        long()?.close()
      }
    }

    const shared =
      revision === undefined ? undefined : await share(`${revision} ${request.url}`, running, make)
    const made =
      shared !== undefined && shared.from <= second && second < shared.until
        ? shared
        : await make(workFor(cancellation))
    if (made.record !== undefined) log.record = made.record
    return respond(running, caller, made)
  }

  /** The response with what is made or cached. `undefined`: the cache lacks the body. */
  function respond(running: Running, caller: Caller, made: Made): PlainResponse
  function respond(running: Running, caller: Caller, cached: CachedResponse): PlainResponse | undefined
  function respond(
    { request, cancellation }: Running,
    caller: Caller,
    { representation, body, long }: CachedResponse,
  ): PlainResponse | undefined {
    const whole = body ?? long?.body
    const isVisitor = caller === null && isAnonymous(request)
    const response = representation.responseTo(request, isVisitor, whole)
    if (long === undefined || response === undefined || response.body === null) return response
    // Nobody sends the response to a client that is gone.
    return cancellation.isOver ? response : { ...response, sent: long.send(response.body) }
  }

  function writeDue(
    { request, target, cancellation }: Running,
    now: Date,
    log: RequestLog,
    caller: Caller,
    host: Host | undefined,
  ) {
    log.allow = allowedTo(caller, target.match.route)
    return write(request, cancellation, now, host)
  }

  function write(
    request: PlainRequest,
    cancellation: Pick<Cancellation, 'signal'>,
    now: Date,
    host: Host | undefined,
  ) {
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

  /** Throws 401 or 403 without the right to use the endpoint, and 429 beyond the rate limit. */
  async function admit(
    { request, target, inside }: Running,
    host: Host | undefined,
    caller: Caller,
    log: RequestLog,
  ) {
    const { match, offer, endpoint } = target
    if (!allows(offer.right, caller)) {
      log.allow = allowedTo(caller, match.route)
      throw forbidden(caller)
    }
    const { rateLimit } = options
    if (rateLimit !== undefined) {
      const { operation } = endpoint
      const isWrite = !offer.methods.includes('GET')
      const ask = () => checkRate(rateLimit, request, host, caller, { operation, isWrite })
      const rate = inside?.kept.rate ?? ask()
      if (inside !== undefined) inside.kept.rate = rate
      await rate
    }
  }

  async function answerBatch(
    context: RequestContext,
    body: BatchBody | undefined,
    more: Pick<Desk<Host>, 'running' | 'host' | 'log'>,
  ) {
    const { answerBatch } = await import('./batches/answer-batch.ts')
    return answerBatch(context, body, { site, apiPath, reporter, takeTurn, ...desk, ...more })
  }

  function takeTurn(arrived: Arrived<Host>, log: RequestLog, inside?: Inside): Promise<PlainResponse> {
    const { request, target } = arrived
    log.allow = target.allow
    log.operation = target.endpoint.operation
    if (inside !== undefined) return answer({ request, target, ...inside, inside }, arrived, log)
    return within(request, (cancellation) =>
      gate.pass((slot) => answer({ request, target, cancellation, slot }, arrived, log), cancellation),
    )
  }

  /** After what is due was written, so that visitors are answered the same as long as it stays. */
  const revision = (request: PlainRequest, host: Host | undefined) =>
    within(request, async (cancellation) => {
      const now = clock()
      if (scheduler.isDue(now)) await write(request, cancellation, now, host)
      const reading = revisionOf(site, site.storage, cancellation)
      return reading === undefined ? undefined : cancellation.race(reading)
    })

  return { takeTurn, revision }
}

type Made = CachedResponse & {
  readonly body: Uint8Array<ArrayBuffer>
  readonly long: LongResponse | undefined
}

/** Work for one request. */
const workFor = (cancellation: Cancellation): SharedWork => ({
  get signal() {
    return cancellation.signal
  },
  isPrivate: true,
  steps: 0,
})

/** The methods of a path that the caller may use. */
const allowedTo = (caller: Caller, route: Route): string =>
  allowedMethods(route, ({ right }) => allows(right, caller))

/** Whether the response stays the same: it is not secret, and its `Last-Modified` is not in the future. */
const isCacheable = ({ secret, modified }: Answer<unknown>, now: Date): boolean =>
  secret !== true && (modified === undefined || timeOf(modified) <= now.getTime())

/** Whether the response depends on nothing but the URL: a read by a visitor, without an event's password. */
function isForEveryone(request: PlainRequest, caller: Caller, endpoint: Endpoint): boolean {
  if (caller !== null || endpoint.hasPage === true || endpoint.isFromPublic === true) return false
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
