import type { EventsApiOptions, Principal } from '../types.ts'
import { type Caller, ROLES } from './policy.ts'

/** Asks the host who the caller is, and does not believe an answer that is no principal. */
export async function authenticate<Host>(
  ask: EventsApiOptions<Host>['authenticate'],
  request: Request,
  host: Host | undefined,
): Promise<Caller> {
  if (ask === undefined) return null
  const principal: Principal | null | undefined = await ask(request, host)
  if (principal === null || principal === undefined) return null
  if (!Number.isSafeInteger(principal.id) || principal.id < 1 || !ROLES.includes(principal.role)) {
    throw new TypeError('authenticate must answer { id: positive integer, role } or null')
  }
  return principal
}
