import { memoryStorage } from '../../src/storage/memory.ts'
import type { OpenedStorage } from './opened.ts'

export async function openMemory(): Promise<OpenedStorage> {
  const storage = memoryStorage()
  return {
    version: 'the memory storage',
    storage,
    bytes: async () => 0,
    async settle() {},
    drop: () => storage.close(),
  }
}
