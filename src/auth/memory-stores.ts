import type { PasswordRecord, PasswordStore } from './basic.ts'
import type { TokenRecord, TokenStore } from './bearer.ts'

/**
 * Tokens in the memory of one process, for tests and scripts.
 *
 * @example
 * ```ts
 * import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
 *
 * const tokens = bearerTokens(memoryTokens())
 * ```
 */
export function memoryTokens(): TokenStore {
  const records = new Map<string, TokenRecord>()
  return {
    get: (hash) => records.get(hash),
    put: (record) => records.set(record.hash, record),
    remove: (id) => {
      for (const [hash, record] of records) if (record.id === id) records.delete(hash)
    },
  }
}

/**
 * Passwords in the memory of one process, for tests and scripts.
 *
 * @example
 * ```ts
 * import { basicPasswords, memoryPasswords } from 'kalends/auth'
 *
 * const passwords = basicPasswords(memoryPasswords())
 * ```
 */
export function memoryPasswords(): PasswordStore {
  const records = new Map<string, PasswordRecord>()
  return {
    get: (id) => records.get(id),
    put: (record) => records.set(record.id, record),
    remove: (id) => records.delete(id),
    list: (user) => [...records.values()].filter((record) => record.user === user),
  }
}
