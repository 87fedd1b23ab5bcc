import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { erasureOn } from './erasure.ts'

describe('key-value memory', async () => {
  const { store, close } = await memoryStore()
  erasureOn(
    () => ({ storage: keyValueStorage(store), close }),
    async () => JSON.stringify(await store.range({ start: '!', end: '~', limit: Number.MAX_SAFE_INTEGER })),
  )
})
