import { createThrottle } from '../core/access/throttle.ts'
import type { PlainRequest, Principal, ThrottleOptions } from '../types/index.ts'
import {
  type Authenticator,
  authenticatorOf,
  credentialsOf,
  firstMatch,
  invalidCredentials,
  type Match,
  type Matcher,
} from './authenticator.ts'
import { type Credentials, decode } from './basic-credentials.ts'
import type { CredentialCache } from './credential-cache.ts'

/** A record of a user whose password fits. */
export interface Login {
  /** By which the cache forgets it. */
  readonly id: string
  readonly user: string
  readonly principal: Principal
}

/**
 * Authenticates by `Authorization: Basic …`. `lookup` finds the record whose password fits. `confirm` reads it again,
 * because it may have been revoked during the slow hash; each of several simultaneous requests with the same credentials
 * needs it.
 */
export function basicLogin<Host, Found extends Login>(
  options: ThrottleOptions<Host>,
  known: CredentialCache<Found>,
  lookup: (credentials: Credentials) => Promise<Found | null>,
  confirm: (found: Found) => Promise<Found | null> = async (found) => found,
): Authenticator<Host> {
  const throttle = createThrottle<Host, Match>(options)

  const match: Matcher = async (value) => {
    const cached = known.find(value)
    if (cached !== undefined) return { confirm: async () => cached.principal }
    const found = await lookup(decode(value))
    if (found === null) return null
    return {
      confirm: async () => {
        const keep = known.begin()
        const current = await confirm(found)
        if (current === null) return null
        keep(value, current)
        return current.principal
      },
    }
  }

  async function find(
    request: Request | PlainRequest,
    host: Host | undefined,
    others: readonly Matcher[] = [],
  ): Promise<Principal | null> {
    const value = credentialsOf(request, 'basic')
    if (value === null) return null
    const cached = known.find(value)
    if (cached !== undefined) {
      // Limit cached credentials too: a 200 must not tell an address with too many wrong guesses that this guess is
      // correct.
      const match = { confirm: async () => cached.principal }
      await throttle.reserve(throttle.keysOf(request, host, cached.user), async () => match)
      return cached.principal
    }
    const { user, password } = decode(value)
    // The others first: if they cached the credentials, the slow hash here is not needed.
    const found = await throttle.guess(throttle.keysOf(request, host, user), password, () =>
      firstMatch([...others, match], value),
    )
    const principal = (await found?.confirm()) ?? null
    if (principal === null) throw invalidCredentials()
    return principal
  }

  return authenticatorOf(find, ['Basic realm="calendar", charset="UTF-8"'], match)
}
