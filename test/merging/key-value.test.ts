import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { mergesOn } from './merging.ts'

describe('key-value memory', () =>
  mergesOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
