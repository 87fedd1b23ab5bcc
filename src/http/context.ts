import { conditionsIn } from '../domain/conditions.ts'
import { clockAt } from '../domain/time/request-clock.ts'
import { wholeNumber } from '../errors.ts'
import type { Asked, Params, RequestContext } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import { AnswerSize } from '../operations/reading/answer-size.ts'
import { checkId } from '../operations/reading/find-record.ts'
import type { LongResponse } from '../operations/reading/long-responses.ts'
import { createLinks } from '../present/links.ts'
import type { EventsApiOptions, PlainRequest } from '../types/index.ts'
import type { Fields } from './fields.ts'
import { revisionOf } from './response-cache.ts'
import type { SharedWork } from './sharing.ts'
import type { Target } from './target.ts'

interface Facts<Host> extends Fields, Pick<RequestContext, 'caller' | 'problems'> {
  readonly now: Date
  readonly host: Host | undefined
  /** The storage's revision before anything was read, if the response can be cached. */
  readonly revision: string | number | undefined
}

interface Asking {
  readonly request: PlainRequest
  readonly target: Target
  readonly site: Site
  /** What the answer is made in. */
  readonly work: SharedWork
}

/** Makes the context of a request: everything that its operation knows about it. */
export function createContexts<Host>(
  site: Site,
  apiPath: string,
  options: EventsApiOptions<Host>,
  report: (error: unknown, request: PlainRequest) => void,
) {
  const { eventPasswords = {} } = options
  for (const name of ['perAddress', 'perUser'] as const) {
    const { [name]: most } = eventPasswords
    if (most !== undefined) wholeNumber(name, most)
  }
  // Loaded with the first guess, because most calendars have no event with a password.
  const loadThrottle = async () => {
    const { createThrottle } = await import('../access/throttle.ts')
    return createThrottle<Host, true>(eventPasswords)
  }
  let throttle: ReturnType<typeof loadThrottle> | undefined
  const clock = options.now ?? (() => new Date())
  /** Loaded with the first long answer. All requests share it. */
  let long: ReturnType<typeof loadLong> | undefined
  async function loadLong() {
    const { createLongResponses, createSlices } = await import('../operations/events/feeds.ts')
    return { open: createLongResponses(site.limits, clock), slice: createSlices() }
  }

  return ({ request, target, site, work }: Asking, { host, now, revision, bytes, ...facts }: Facts<Host>) => {
    const { url, match, endpoint } = target
    const { headers } = request
    const storage = site.storage.within?.(work.signal) ?? site.storage
    if (match.path.id !== undefined) checkId(facts.params, Number(match.path.id), facts.problems)
    let until = Number.POSITIVE_INFINITY
    let longResponse: LongResponse | undefined
    const context: RequestContext = {
      site: { ...site, storage },
      clock: clockAt(now, site.zone, (second) => {
        until = Math.min(until, second)
      }),
      revision: async () => revision ?? revisionOf(site, storage),
      links: createLinks(options.baseUrl ?? url.origin, apiPath, options.permalink),
      path: match.path,
      operation: endpoint.operation,
      preconditions: conditionsIn(headers),
      asked: endpoint.isFromPublic === true ? asked() : undefined,
      accept: headers.get('accept') ?? '',
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      guess: async (what, secret, check) => {
        work.isPrivate = true
        throttle ??= loadThrottle()
        const { guess, keysOf } = await throttle
        return guess(keysOf(request, host, what), secret, check)
      },
      async slice(bytes = 0) {
        work.steps++
        long ??= loadLong()
        const { open, slice } = await long
        longResponse ??= open()
        longResponse.grow(bytes)
        await slice()
        work.signal.throwIfAborted()
      },
      size: new AnswerSize(maxBytes(request, site)),
      ...facts,
      params: withPassword(facts.params, target, headers),
    }
    function asked(): Asked {
      return {
        address: async () => {
          throttle ??= loadThrottle()
          return (await throttle).keysOf(request, host).join()
        },
        copy: () => {
          const { method, url, headers } = request.toRequest()
          return new Request(url, { method, headers, body: bytes ?? null })
        },
        host,
        language: headers.get('accept-language') ?? '',
        secret: headers.get('x-suggestion-secret') ?? '',
        report: (error) => report(error, request),
      }
    }

    return { context, until: () => until, long: () => longResponse }
  }
}

/** Bytes of a response. Unlimited for writes: the response to a write is checked before the commit. */
export const maxBytes = ({ method }: PlainRequest, { limits }: Site): number =>
  method === 'GET' || method === 'HEAD' ? limits.response : Number.POSITIVE_INFINITY

/** The header field wins over the parameter: it leaves no trace in logs and caches. */
function withPassword(params: Params, { endpoint }: Target, headers: PlainRequest['headers']): Params {
  const reads = endpoint.headers?.includes('X-Event-Password') === true
  const password = reads ? fromUtf8(headers.get('x-event-password')) : undefined
  return password === undefined ? params : { ...params, password }
}

/** A header field holds one character per byte. Most programs send UTF-8, browsers Latin-1. */
function fromUtf8(field: string | null): string | undefined {
  if (field === null) return undefined
  try {
    const bytes = Uint8Array.from(field, (byte) => byte.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return field
  }
}
