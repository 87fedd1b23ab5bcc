import { keyValueStorage } from 'kalends/storage/key-value'
import { afterAll, describe, test } from 'vitest'
import { denoStore } from '../setup/stores.ts'
import { seriesOn } from './series.ts'

const opened = await denoStore()

if (typeof opened === 'string') test.skip(`Deno KV, in Node: ${opened}`)
else {
  const { store, close } = opened
  // Its tests are several suites, which share the store.
  afterAll(close)
  describe('Deno KV, in Node', () => seriesOn(() => ({ storage: keyValueStorage(store), close: () => {} })))
}
