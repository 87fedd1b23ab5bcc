import { memoryStorage } from '../../src/storage/memory.ts'
import type { Place } from '../shared/place.ts'
import type { OpenedStorage } from './opened.ts'

export async function openMemory(place: Place): Promise<OpenedStorage> {
  const storage = memoryStorage()
  return {
    version: 'the memory storage',
    storage,
    bytes: async () => 0,
    async settle() {},
    async close() {
      await storage.close()
      place.leave()
    },
  }
}
