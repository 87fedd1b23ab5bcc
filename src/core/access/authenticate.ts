import type { EventsApiOptions, PlainRequest, Principal } from '../../types/index.ts'
import { userIdFrom } from '../domain/records/user-id.ts'
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

/**
 * The principal, if it is valid, with digits as a number. Throws `TypeError` otherwise. `must`: the beginning of the
 * message.
 */
export function callerOf(principal: Principal | null | undefined, must: string): Caller {
  if (principal === null || principal === undefined) return null
  const id = userIdFrom(principal.id)
  if (id === undefined || !ROLES.includes(principal.role)) {
    throw new TypeError(`${must} { id: positive integer or text, role } or null`)
  }
  return id === principal.id ? principal : { ...principal, id }
}
