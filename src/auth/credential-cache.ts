import { BoundedMap } from '../core/domain/bounded.ts'
import { randomBytes } from '../core/domain/digest.ts'
import { hmacSha256 } from '../core/domain/sha256.ts'

/** Seconds. */
export const MAX_CACHE_AGE = 300
const KEY_BYTES = 32
const MAX_ENTRIES = 10_000

export interface CredentialCache<Found> {
  readonly find: (credentials: string) => Found | undefined
  /** Call it before the lookup. It returns a function that caches the result of the lookup. */
  readonly begin: () => (credentials: string, found: Found) => void
  /**
   * Removes the entries of an ID and discards running lookups. Call it before and after the ID is removed, because a
   * lookup that started before the removal may end during it or after it.
   */
  readonly forget: (id: string) => void
}

/**
 * Caches the results of credential lookups for `seconds`. The keys are HMACs with a random key of this process, so the
 * memory contains neither credentials nor hashes that others can compute.
 */
export function createCredentialCache<Found extends { readonly id: string }>(
  seconds: number,
  now: () => Date,
): CredentialCache<Found> {
  const hmac = hmacSha256(randomBytes(KEY_BYTES))
  const entries = new BoundedMap<string, { readonly found: Found; readonly end: number }>(MAX_ENTRIES)
  let removals = 0

  return {
    find(credentials) {
      const entry = entries.get(hmac(credentials))
      return entry !== undefined && now().getTime() < entry.end ? entry.found : undefined
    },

    begin() {
      const before = removals
      const end = now().getTime() + seconds * 1_000
      return (credentials, found) => {
        if (removals === before && seconds > 0) entries.set(hmac(credentials), { found, end })
      }
    },

    forget(id) {
      removals++
      entries.deleteWhere(({ found }) => found.id === id)
    },
  }
}
