import { testKeyValue } from 'kalends/testing'
import { afterAll, describe, test } from 'vitest'
import { denoFileStore, denoStore } from '../setup/stores.ts'

for (const [name, opened] of [
  ['in memory', await denoStore()],
  ['in a file', await denoFileStore()],
] as const) {
  describe(name, () => {
    if (typeof opened === 'string') test.skip(opened)
    else {
      afterAll(opened.close)
      testKeyValue({ test, open: async () => ({ store: opened.store }) })
    }
  })
}
