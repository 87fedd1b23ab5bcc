import { createThrottle } from '../access/throttle.ts'
import { dayAt, unixSeconds } from '../domain/zones.ts'
import { AnswerSize } from '../operations/answer-size.ts'
import { checkId } from '../operations/find-record.ts'
import { createLinks } from '../present/links.ts'
import type { RequestContext } from '../request.ts'
import type { Site } from '../site.ts'
import type { EventsApiOptions, PlainRequest } from '../types.ts'
import type { Fields } from './fields.ts'
import { revisionOf } from './response-cache.ts'
import type { Running } from './running.ts'

interface Facts<Host> extends Fields, Pick<RequestContext, 'caller' | 'now' | 'problems'> {
  readonly host: Host | undefined
  /** The storage's revision before anything was read, if the response can be cached. */
  readonly revision: string | number | undefined
}

/** Makes the context of a request: everything that its operation knows about it. */
export function createContexts<Host>(site: Site, apiPath: string, options: EventsApiOptions<Host>) {
  const throttle = createThrottle<Host, true>(options.eventPasswords ?? {})

  return ({ request, target, cancellation }: Running, { host, now, revision, ...facts }: Facts<Host>) => {
    const { url, match, endpoint } = target
    const { headers } = request
    const storage = site.storage.within?.(cancellation.signal) ?? site.storage
    if (match.path.id !== undefined) checkId(facts.params, Number(match.path.id), facts.problems)
    let until = Number.POSITIVE_INFINITY
    const context: RequestContext = {
      site: { ...site, storage },
      get now() {
        until = unixSeconds(now) + 1
        return now
      },
      get today() {
        const today = dayAt(unixSeconds(now), site.zone)
        until = Math.min(until, today.until)
        return today.wall
      },
      revision: async () => revision ?? revisionOf(site, storage),
      links: createLinks(options.baseUrl ?? url.origin, apiPath, options.permalink),
      path: match.path,
      operation: endpoint.about.operation,
      preconditions: {
        ifMatch: headers.get('if-match') ?? undefined,
        ifNoneMatch: headers.get('if-none-match') ?? undefined,
      },
      accept: headers.get('accept') ?? '',
      eventPassword: fromUtf8(headers.get('x-event-password')),
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      guess: (what, secret, check) => throttle.guess(throttle.keysOf(request, host, what), secret, check),
      size: new AnswerSize(maxBytes(request, site)),
      ...facts,
    }
    return { context, until: () => until }
  }
}

/** Bytes of a response. Unlimited for writes: the response to a write is checked before the commit. */
export const maxBytes = ({ method }: PlainRequest, { limits }: Site): number =>
  method === 'GET' || method === 'HEAD' ? limits.response : Number.POSITIVE_INFINITY

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
