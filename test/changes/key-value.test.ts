import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { changesOn } from './changes.ts'

describe('key-value memory', async () => {
  const { store, close } = await memoryStore()
  changesOn(() => ({ storage: keyValueStorage(store), close: () => {} }), close)
})
