import { keyValueStorage } from 'kalends/storage/key-value'
import { testStorage } from 'kalends/testing'
import { test } from 'vitest'
import { durableObjectStore } from '../setup/stores.ts'

testStorage({
  test,
  open: async () => {
    const { store, close } = await durableObjectStore()
    return { storage: keyValueStorage(store), close }
  },
})
