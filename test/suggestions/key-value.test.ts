import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { suggestionsOn } from './suggestions.ts'

describe('key-value memory', () =>
  suggestionsOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
