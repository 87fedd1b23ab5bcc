import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { racesOn } from './races.ts'

describe('key-value memory', () =>
  racesOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
