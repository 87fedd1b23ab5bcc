import { keyValueStorage } from 'kalends/storage/key-value'
import { testStorage } from 'kalends/testing'
import { testAnotherClient } from '../setup/another-client.ts'
import { durableObjectStore } from '../setup/stores.ts'

testStorage({
  test: testAnotherClient,
  open: async () => {
    const { store, close } = await durableObjectStore()
    return { storage: keyValueStorage(store), close }
  },
})
