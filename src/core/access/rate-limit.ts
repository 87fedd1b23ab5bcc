import { tooMany } from '../../errors.ts'
import type { EventsApiOptions, PlainRequest } from '../../types/index.ts'
import type { Caller } from './policy.ts'

/** Calls the host's own rate limit. Throws 429 when it rejects the request. */
export async function checkRate<Host>(
  rateLimit: NonNullable<EventsApiOptions<Host>['rateLimit']>,
  request: PlainRequest,
  host: Host | undefined,
  principal: Caller,
  { operation, isWrite }: { readonly operation: string; readonly isWrite: boolean },
): Promise<void> {
  const seconds = await rateLimit({
    // A getter, because most rate limits do not need a `Request`.
    get request() {
      return request.toRequest()
    },
    host,
    principal,
    operation,
    isWrite,
  })
  if (seconds === null || seconds === undefined) return
  if (!(seconds >= 0)) throw new TypeError('rateLimit must answer seconds or null')
  throw tooMany(seconds)
}
