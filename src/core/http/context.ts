import { type Problems, wholeNumber } from '../../errors.ts'
import type { EventsApiOptions, PlainRequest } from '../../types/index.ts'
import { conditionsIn } from '../domain/conditions.ts'
import { clockAt } from '../domain/time/request-clock.ts'
import type { Client, Params, RequestContext } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import { AnswerSize } from '../operations/reading/answer-size.ts'
import { checkId } from '../operations/reading/find-record.ts'
import type { LongResponse } from '../operations/reading/long-responses.ts'
import { createLinks } from '../present/links.ts'
import type { Looked } from './cached.ts'
import type { Fields } from './fields.ts'
import { revisionOf } from './response-cache.ts'
import type { SharedWork } from './sharing.ts'
import type { Target } from './target.ts'

/** With the fields of the request. */
export interface Read<Host> extends Looked<Host> {
  readonly fields: Fields
  /** What is wrong with them. */
  readonly problems: Problems
}

/** An answer in the making: the context of its operation, and what that has used of it. */
export interface Making {
  readonly context: RequestContext
  /** The second at which the answer may be another one. Infinite if it does not depend on the clock. */
  until: number
  /** Of an answer that is made in slices. */
  long: LongResponse | undefined
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

  const throttled = () => {
    throttle ??= loadThrottle()
    return throttle
  }

  const clientOf = ({ request, target, host, fields }: Read<Host>, work: SharedWork): Client => ({
    ...conditionsIn(request.headers),
    accept: request.headers.get('accept') ?? '',
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    files: fields.files,
    guess: async (what, secret, check) => {
      work.isPrivate = true
      const { guess, keysOf } = await throttled()
      return guess(keysOf(request, host, what), secret, check)
    },
    asked:
      target.endpoint.isFromPublic !== true
        ? undefined
        : {
            address: async () => (await throttled()).keysOf(request, host).join(),
            copy: () => {
              const { method, url, headers } = request.toRequest()
              return new Request(url, { method, headers, body: fields.bytes ?? null })
            },
            host,
            header: (name) => request.headers.get(name) ?? '',
            report: (error) => report(error, request),
          },
  })

  return (turn: Read<Host>, work: SharedWork): Making => {
    const { request, target, caller, now, fields, problems } = turn
    const own = turn.inside?.site ?? site
    const storage = own.storage.within?.(work.signal) ?? own.storage
    if (target.path.id !== undefined) checkId(fields.params, Number(target.path.id), problems)
    const context: RequestContext = {
      site: { ...own, storage },
      caller,
      clock: clockAt(now, own.zone, (second) => {
        making.until = Math.min(making.until, second)
      }),
      links: createLinks(options.baseUrl ?? target.url.origin, apiPath, options.permalink),
      path: target.path,
      operation: target.endpoint.operation,
      params: withPassword(fields.params, target, request.headers),
      problems,
      client: clientOf(turn, work),
      revision: async () => turn.revision ?? revisionOf(own, storage),
      size: new AnswerSize(maxBytes(request, own)),
      async slice(bytes = 0) {
        work.steps++
        long ??= loadLong()
        const { open, slice } = await long
        making.long ??= open()
        making.long.grow(bytes)
        await slice()
        work.signal.throwIfAborted()
      },
    }
    const making: Making = { context, until: Number.POSITIVE_INFINITY, long: undefined }
    return making
  }
}

/** Bytes of a response. Unlimited for writes: the response to a write is checked before the commit. */
export const maxBytes = ({ method }: PlainRequest, { limits }: Pick<Site, 'limits'>): number =>
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
