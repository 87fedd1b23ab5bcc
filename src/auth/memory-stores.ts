import type { PasswordRecord, PasswordStore } from './basic.ts'
import type { TokenRecord, TokenStore } from './bearer.ts'

/** Tokens of one process, for tests and scripts: gone when it ends. */
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

/** Passwords of one process, for tests and scripts: gone when it ends. */
export function memoryPasswords(): PasswordStore {
  const records = new Map<string, PasswordRecord>()
  return {
    get: (id) => records.get(id),
    put: (record) => records.set(record.id, record),
    remove: (id) => records.delete(id),
  }
}
