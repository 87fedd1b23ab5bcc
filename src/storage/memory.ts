import type { Storage } from './contract.ts'
import { openMemory } from './memory/open.ts'

/**
 * A storage in the memory of this process, with the guarantees of a database: unique keys, versions, atomic commits.
 * All data is lost when the process ends.
 *
 * Documents are frozen. Reads return the same object until a commit puts the document again, so callers may compare and
 * cache documents by identity.
 *
 * @example
 * ```ts
 * import { memoryStorage } from 'kalends/storage/memory'
 *
 * const storage = memoryStorage()
 * ```
 */
export function memoryStorage(): Storage {
  return openMemory()
}
