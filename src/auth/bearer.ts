import { createThrottle, type ThrottleOptions } from '../access/throttle.ts'
import { isSameDigest, randomBytes, sha256 } from '../domain/digest.ts'
import type { Principal } from '../types.ts'
import { credentialsOf, invalidCredentials, type Way, wayOf } from './way.ts'

/** A token as it is kept. Plain JSON; the token itself is not in it. */
export interface TokenRecord {
  /** A UUID. Not secret. */
  readonly id: string
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly hash: string
  readonly principal: Principal
  /** What its owner calls it; '' for none. */
  readonly name: string
  /** The instant from which on it is refused, such as `2027-03-01T12:00:00.000Z`; `null` for never. */
  readonly expires: string | null
}

/** Where tokens are kept: a table of the host's, or `memoryTokens()`. */
export interface TokenStore {
  readonly get: (hash: string) => TokenRecord | null | undefined | Promise<TokenRecord | null | undefined>
  readonly put: (record: TokenRecord) => unknown
  /** Nothing happens when there is none. */
  readonly remove: (id: string) => unknown
}

export interface TokenOptions<Host> extends ThrottleOptions<Host> {
  /** Default `() => new Date()`. */
  readonly now?: () => Date
}

export interface BearerTokens<Host> {
  readonly authenticate: Way<Host>
  /**
   * A new token: `evt_` and 256 random bits as 43 characters. It can be shown now and never again. Throws
   * `RangeError` when `expires` is no date.
   */
  readonly issue: (token: {
    principal: Principal
    expires?: Date
    name?: string
  }) => Promise<{ id: string; token: string }>
  /** From its end on, the token is refused. */
  readonly revoke: (id: string) => Promise<void>
}

/** What scanners for leaked secrets can know our tokens by. */
const PREFIX = 'evt_'
const TOKEN_BYTES = 32

/** Tokens for programs, sent as `Authorization: Bearer …` (RFC 6750, section 2.1). */
export function bearerTokens<Host = unknown>(
  store: TokenStore,
  options: TokenOptions<Host> = {},
): BearerTokens<Host> {
  const { now = () => new Date() } = options
  const throttle = createThrottle(options)

  async function principalOf(token: string): Promise<Principal | null> {
    // The store compares digests, as slowly or quickly as it likes: how much of a digest was right tells nothing of
    // the token, since nobody can choose a token by its digest. 256 random bits need neither salt nor slowness.
    const hash = await sha256(token)
    const record = await store.get(hash)
    if (record === null || record === undefined || !isSameDigest(record.hash, hash)) return null
    if (record.expires !== null && !(now().getTime() < Date.parse(record.expires))) return null
    return record.principal
  }

  return {
    authenticate: wayOf(async (request, host) => {
      const token = credentialsOf(request, 'bearer')
      if (token === null) return null
      const principal = await throttle.watch(throttle.keysOf(request, host), () => principalOf(token))
      if (principal === null) throw invalidCredentials()
      return principal
    }),
    issue: async ({ principal, expires, name = '' }) => {
      const id = crypto.randomUUID()
      const token = PREFIX + base64url(randomBytes(TOKEN_BYTES))
      const ends = expires === undefined ? null : expires.toISOString()
      await store.put({ id, hash: await sha256(token), principal, name, expires: ends })
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
    .replace(/=+$/, '')
