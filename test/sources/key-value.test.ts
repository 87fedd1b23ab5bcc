import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { sourcesOn } from './sources.ts'

describe('key-value memory', () =>
  sourcesOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
