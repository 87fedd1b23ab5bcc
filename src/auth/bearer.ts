import { createThrottle } from '../core/access/throttle.ts'
import { isSameDigest, randomBytes } from '../core/domain/digest.ts'
import { sha256 } from '../core/domain/sha256.ts'
import type { Principal, ThrottleOptions } from '../types/index.ts'
import { type Authenticator, authenticatorOf, credentialsOf, invalidCredentials } from './authenticator.ts'

/** A stored token as plain JSON. It does not contain the token itself. */
export interface TokenRecord {
  /** A UUID. Not secret. */
  readonly id: string
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly hash: string
  readonly principal: Principal
  /** A name from its owner. '' for none. */
  readonly name: string
  /** When the token expires, such as `2027-03-01T12:00:00.000Z`. `null` for never. */
  readonly expires: string | null
}

/** Where tokens are stored: `kalends/auth/sql`, `kalends/auth/key-value`, `memoryTokens()` or your own. */
export interface TokenStore {
  readonly get: (hash: string) => TokenRecord | null | undefined | Promise<TokenRecord | null | undefined>
  readonly put: (record: TokenRecord) => unknown
  /** Does nothing if there is no such token. */
  readonly remove: (id: string) => unknown
}

export interface TokenOptions<Host> extends ThrottleOptions<Host> {
  /** Default `() => new Date()`. */
  readonly now?: (() => Date) | undefined
}

export interface BearerTokens<Host> {
  readonly authenticate: Authenticator<Host>
  /**
   * Creates a token: `evt_` and 256 random bits as 43 characters. Show it at once; it cannot be read later. Throws
   * `RangeError` if `expires` is not a date.
   */
  readonly issue: (token: {
    principal: Principal
    expires?: Date | undefined
    name?: string | undefined
  }) => Promise<{ id: string; token: string }>
  /** When the promise resolves, the token is rejected. */
  readonly revoke: (id: string) => Promise<void>
}

/** Secret scanners recognize our tokens by this prefix. */
const PREFIX = 'evt_'
const TOKEN_BYTES = 32

/**
 * Tokens for programs, sent as `Authorization: Bearer …` (RFC 6750, section 2.1).
 *
 * @example
 * ```ts
 * import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
 *
 * const tokens = bearerTokens(memoryTokens())
 * ```
 */
export function bearerTokens<Host = unknown>(
  store: TokenStore,
  options: TokenOptions<Host> = {},
): BearerTokens<Host> {
  const { now = () => new Date() } = options
  const throttle = createThrottle<Host, Principal>(options)

  async function principalOf(token: string): Promise<Principal | null> {
    // The store need not compare digests in constant time: a partial match reveals nothing about the token, because
    // nobody can choose a token by its digest. 256 random bits need neither a salt nor a slow hash.
    const hash = sha256(token)
    const record = await store.get(hash)
    if (record === null || record === undefined || !isSameDigest(record.hash, hash)) return null
    if (record.expires !== null && !(now().getTime() < Date.parse(record.expires))) return null
    return record.principal
  }

  return {
    authenticate: authenticatorOf(
      async (request, host) => {
        const token = credentialsOf(request, 'bearer')
        if (token === null) return null
        const principal = await throttle.reserve(throttle.keysOf(request, host), () => principalOf(token))
        if (principal === null) throw invalidCredentials()
        return principal
      },
      ['Bearer'],
    ),
    issue: async ({ principal, expires, name = '' }) => {
      const id = crypto.randomUUID()
      const token = PREFIX + base64url(randomBytes(TOKEN_BYTES))
      const ends = expires === undefined ? null : expires.toISOString()
      await store.put({ id, hash: sha256(token), principal, name, expires: ends })
      return { id, token }
    },
    revoke: async (id) => {
      await store.remove(id)
    },
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
