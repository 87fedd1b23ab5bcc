import { keyValueStorage } from 'kalends/storage/key-value'
import { describe, test } from 'vitest'
import { denoStore } from '../setup/stores.ts'
import { suggestionsOn } from './suggestions.ts'

const opened = await denoStore()

if (typeof opened === 'string') test.skip(`Deno KV, in Node: ${opened}`)
else {
  const { store, close } = opened
  describe('Deno KV, in Node', () => suggestionsOn(() => ({ storage: keyValueStorage(store), close })))
}
