import { keyValueStorage } from 'kalends/storage/key-value'
import { testStorage } from 'kalends/testing'
import { test } from 'vitest'
import { memoryStore } from '../setup/stores.ts'

testStorage({
  test,
  open: async () => {
    const { store, close } = await memoryStore()
    return { storage: keyValueStorage(store), close }
  },
})
