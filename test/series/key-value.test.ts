import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { seriesOn } from './series.ts'

describe('key-value memory', () =>
  seriesOn(async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  }))
