import { keyValueStorage } from 'events-api/storage/key-value'
import { testStorage } from 'events-api/testing'
import { describe, test } from 'vitest'
import { durableObjectStore, memoryStore } from '../setup/stores.ts'

const STORES = [
  { name: 'key-value in memory', openStore: memoryStore },
  { name: 'a Durable Object, by its shape', openStore: durableObjectStore },
]

describe.each(STORES)('$name', ({ openStore }) =>
  testStorage({
    test,
    open: async () => {
      const { store, close } = await openStore()
      return { storage: keyValueStorage(store), close }
    },
  }),
)
