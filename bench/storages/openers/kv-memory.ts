import { memoryKeyValue } from '../../../adapters/key-value/memory.ts'
import { keyValueStorage } from '../../../src/storage/key-value.ts'
import { heapBytes } from '../heap.ts'
import type { OpenedStorage } from '../opened.ts'

export async function openKvMemory(): Promise<OpenedStorage> {
  const storage = keyValueStorage(memoryKeyValue())
  return {
    version: 'the key-value storage in memory',
    storage,
    bytes: heapBytes,
    async settle() {},
    drop: () => storage.close(),
  }
}
