import type { EventsApiOptions, PlainRequest, Principal } from '../types.ts'
import { type Caller, ROLES } from './policy.ts'

/** Finds the caller with the host's `authenticate`. Throws `TypeError` when its result is not a principal. */
export async function authenticate<Host>(
  find: EventsApiOptions<Host>['authenticate'],
  request: PlainRequest,
  host: Host | undefined,
): Promise<Caller> {
  if (find === undefined) return null
  const principal: Principal | null | undefined = await (find.plain === undefined
    ? find(request.toRequest(), host)
    : find.plain(request, host))
  return callerOf(principal, 'authenticate must answer')
}

/** The principal, if it is valid. Throws `TypeError` otherwise. `must`: the beginning of the message. */
export function callerOf(principal: Principal | null | undefined, must: string): Caller {
  if (principal === null || principal === undefined) return null
  if (!Number.isSafeInteger(principal.id) || principal.id < 1 || !ROLES.includes(principal.role)) {
    throw new TypeError(`${must} { id: positive integer, role } or null`)
  }
  return principal
}
