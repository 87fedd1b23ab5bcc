import type { Storage } from './contract.ts'
import { openMemory } from './memory/open.ts'

/**
 * A storage in this process's memory, with the guarantees of a database: unique keys, versions, commits that
 * take effect whole or not at all. Everything is gone when the process ends.
 *
 * Documents handed out are frozen, and the same object is handed out until the next commit that puts the
 * document: callers may compare and memoise them by identity.
 */
export function memoryStorage(): Storage {
  return openMemory()
}
