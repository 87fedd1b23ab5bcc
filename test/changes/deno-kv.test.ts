import { keyValueStorage } from 'kalends/storage/key-value'
import { describe, test } from 'vitest'
import { denoStore } from '../setup/stores.ts'
import { changesOn } from './changes.ts'

const opened = await denoStore()

if (typeof opened === 'string') test.skip(`Deno KV, in Node: ${opened}`)
else {
  const { store, close } = opened
  const open = () => ({ storage: keyValueStorage(store), close: () => {} })
  describe('Deno KV, in Node', () => changesOn(open, close))
}
