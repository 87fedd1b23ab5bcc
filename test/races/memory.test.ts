import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { racesOn } from './races.ts'

describe('memory', () => racesOn(() => ({ storage: memoryStorage(), close: () => {} })))

describe('key-value memory', () =>
  racesOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
