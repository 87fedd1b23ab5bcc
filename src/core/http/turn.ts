import { Problems } from '../../errors.ts'
import type { EventsApiOptions, PlainRequest, PlainResponse } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import { unixSeconds } from '../domain/time/zones.ts'
import type { Answer, LongText, RequestContext } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import { createAdmission } from './admit.ts'
import type { Desk } from './batches/desk.ts'
import { createCached, type Looked } from './cached.ts'
import { createContexts, type Read } from './context.ts'
import { type Cancellation, createDeadline } from './deadline.ts'
import { createDue, waitUntilOf } from './due.ts'
import { createFieldReader } from './fields.ts'
import { createGate } from './gate.ts'
import type { RequestLog } from './report.ts'
import { createRepresent, type Made } from './represent.ts'
import { type CachedResponse, type ResponseCache, revisionOf } from './response-cache.ts'
import type { Arrived, Inside, Turn } from './running.ts'
import { createSharing, type SharedWork } from './sharing.ts'

/** What those have in common who answer requests. */
interface Handler<Host>
  extends Pick<Desk<Host>, 'apiPath' | 'reporter' | 'findTarget' | 'refuse' | 'refusalOf'> {
  readonly cache: ResponseCache
}

/**
 * Answers a request when its turn comes, in steps: admit, due, cached, read, run, represent. Each gets what the step before
 * it returned.
 */
export function createTurn<Host>(
  site: Site,
  options: EventsApiOptions<Host>,
  { cache, ...desk }: Handler<Host>,
) {
  const { apiPath, reporter } = desk
  const clock = options.now ?? (() => new Date())
  const within = createDeadline(site.limits.timeout)
  const gate = createGate(site.limits)
  const admit = createAdmission(options)
  const { due, writeDue, isDue } = createDue(site, clock, reporter)
  const cached = createCached<Host>(site, cache, options.freshness)
  const readFields = createFieldReader(site.limits)
  const contextOf = createContexts(site, apiPath, options, reporter.error)
  const represent = createRepresent(site, cache, options.authenticate !== undefined)
  const share = createSharing<Made>(site.limits.queue)

  async function answer(turn: Turn<Host>): Promise<PlainResponse> {
    const admitted = await admit(turn)
    const { serve } = turn.target.endpoint
    if (serve !== undefined) return serve(site, turn.target.path, turn.request)
    const looked = await cached(await due(admitted))
    const known = looked.cached && respond(looked, looked.cached)
    return known ?? respond(looked, await shared(await read(looked)))
  }

  async function read(turn: Looked<Host>): Promise<Read<Host>> {
    const problems = new Problems()
    return { ...turn, problems, fields: await readFields(turn, problems) }
  }

  /** Visitors who ask for the same at the same revision share the work, unless the clock has gone on for one of them. */
  async function shared(turn: Read<Host>): Promise<Made> {
    const { revision, request, now, cancellation } = turn
    const key = revision === undefined ? undefined : `${revision} ${request.url}`
    const made = key === undefined ? undefined : await share(key, turn, (work) => make(turn, work))
    const second = unixSeconds(now)
    return made !== undefined && made.from <= second && second < made.until
      ? made
      : make(turn, workFor(cancellation))
  }

  async function make(turn: Read<Host>, work: SharedWork): Promise<Made> {
    const making = contextOf(turn, work)
    if (turn.isDue) await writeDue(turn, turn.now)
    try {
      return represent(turn, making, await run(turn, making.context), work)
    } finally {
      site.epoch.count++
      making.long?.close()
    }
  }

  async function run(turn: Read<Host>, context: RequestContext): Promise<Answer<string | LongText>> {
    const { target, host, inside } = turn
    const answer = await (target.endpoint.isBatch ? runBatch(turn, context) : target.endpoint.answer(context))
    const { isProvisional, recorder, aside } = inside?.site ?? site
    if (isProvisional) return answer
    const waitUntil = waitUntilOf(host)
    if (recorder !== undefined) waitUntil?.(recorder().then(({ settled }) => settled()))
    if (!aside.isIdle) waitUntil?.(aside.settled())
    return answer
  }

  async function runBatch(turn: Read<Host>, context: RequestContext): Promise<Answer<LongText>> {
    const { answerBatch } = await import('./batches/answer-batch.ts')
    const { host, log, fields } = turn
    return answerBatch(context, fields.batch, {
      ...{ ...desk, site, takeTurn, running: turn, host, log },
    })
  }

  function takeTurn(arrived: Arrived<Host>, log: RequestLog, inside?: Inside): Promise<PlainResponse> {
    const { target } = arrived
    log.allow = target.allow
    log.operation = target.endpoint.operation
    if (inside !== undefined) {
      const { cancellation, slot } = inside
      return answer({ ...arrived, log, cancellation, slot, inside })
    }
    return within(arrived.request, (cancellation) =>
      gate.pass((slot) => answer({ ...arrived, log, cancellation, slot }), cancellation),
    )
  }

  /** After what is due was written, so that visitors are answered the same as long as it stays. */
  const revision = (request: PlainRequest, host: Host | undefined) =>
    within(request, async (cancellation) => {
      const now = clock()
      if (isDue(now)) await writeDue({ request, cancellation, host }, now)
      const reading = revisionOf(site, site.storage, cancellation)
      return reading === undefined ? undefined : cancellation.race(reading)
    })

  return { takeTurn, revision }
}

/** Work for one request. */
const workFor = (cancellation: Cancellation): SharedWork => ({
  get signal() {
    return cancellation.signal
  },
  isPrivate: true,
  steps: 0,
})

/** The response with what is made or cached. `undefined`: the cache lacks the body. */
function respond(turn: Looked<unknown>, made: Made): PlainResponse
function respond(turn: Looked<unknown>, cached: CachedResponse): PlainResponse | undefined
function respond(
  { request, cancellation, caller, log }: Looked<unknown>,
  { representation, body, long, record }: CachedResponse,
): PlainResponse | undefined {
  if (record !== undefined) log.record = record
  const whole = body ?? long?.body
  const response = representation.responseTo(request, isVisitor(caller, request), whole)
  if (long === undefined || response === undefined || response.body === null) return response
  // Nobody sends the response to a client that is gone.
  return cancellation.isOver ? response : { ...response, sent: long.send(response.body) }
}

/** Credentials make a response private, even when they belong to nobody. */
const isVisitor = (caller: Caller, { headers }: PlainRequest): boolean =>
  caller === null && !headers.has('authorization') && !headers.has('cookie')
