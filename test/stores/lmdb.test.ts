import { testKeyValue } from 'kalends/testing'
import { afterAll, test } from 'vitest'
import { lmdbStore } from '../setup/stores.ts'

const opened = await lmdbStore()

if (typeof opened === 'string') test.skip(opened)
else {
  afterAll(opened.close)
  testKeyValue({ test, open: async () => ({ store: opened.store }) })
}
