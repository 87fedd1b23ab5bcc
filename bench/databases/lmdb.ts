import { open } from 'lmdb'
import { lmdb } from '../../adapters/key-value/lmdb.ts'
import { keyValueStorage } from '../../src/storage/key-value.ts'
import { TemporaryFolder } from '../shared/folder.ts'
import type { OpenedStorage } from './opened.ts'

/** As the adapter recommends it: a commit is on disk when it is acknowledged. */
export async function openLmdb(): Promise<OpenedStorage> {
  const folder = new TemporaryFolder()
  const db = open<string, string>({ path: folder.path, encoding: 'string', overlappingSync: false })
  return {
    version: 'LMDB by lmdb-js, on disk at each commit',
    storage: keyValueStorage(lmdb(db)),
    bytes: async () => folder.bytes(),
    async settle() {},
    async drop() {
      await db.close()
      folder.remove()
    },
  }
}
