import { memoryStorage } from '../../../src/storage/memory.ts'
import { heapBytes } from '../heap.ts'
import type { OpenedStorage } from '../opened.ts'

export async function openMemory(): Promise<OpenedStorage> {
  const storage = memoryStorage()
  return {
    version: 'the memory storage',
    storage,
    bytes: heapBytes,
    async settle() {},
    drop: () => storage.close(),
  }
}
