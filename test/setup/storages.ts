import { memoryStorage } from 'events-api/storage/memory'
import type { Storage } from '../../src/storage/contract.ts'

/** Every storage that the suites run on. */
export const storages: readonly { name: string; open: () => Promise<Storage> }[] = [
  { name: 'memory', open: async () => memoryStorage() },
]
