import { openKv } from '@deno/kv'
import { denoKv } from '../../../adapters/key-value/deno.ts'
import { keyValueStorage } from '../../../src/storage/key-value.ts'
import { TemporaryFolder } from '../folder.ts'
import type { OpenedStorage } from '../opened.ts'

/** Deno KV in a file, by its library for Node. */
export async function openDeno(): Promise<OpenedStorage> {
  const folder = new TemporaryFolder()
  const kv = await openKv(folder.file('calendar.kv'))
  return {
    version: 'Deno KV in a file, by @deno/kv',
    storage: keyValueStorage(denoKv(kv)),
    bytes: async () => folder.bytes(),
    async settle() {},
    async drop() {
      kv.close()
      folder.remove()
    },
  }
}
