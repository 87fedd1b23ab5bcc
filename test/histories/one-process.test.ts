import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { historiesWithin } from './histories.ts'
import { apiOf } from './load/load.ts'

describe('memory', () => historiesWithin('memory', () => apiOf(memoryStorage())))

describe('memory, fresh for ever', () =>
  historiesWithin('memory, fresh for ever', () =>
    apiOf(memoryStorage(), { freshness: Number.MAX_SAFE_INTEGER }),
  ))

describe('key-value memory', () =>
  historiesWithin('key-value memory', async () => apiOf(keyValueStorage((await memoryStore()).store))))
