import { open } from 'lmdb'
import { lmdb } from '../../adapters/key-value/lmdb.ts'
import { keyValueStorage } from '../../src/storage/key-value.ts'
import type { Place } from '../shared/place.ts'
import type { OpenedStorage } from './opened.ts'

/** As the adapter recommends it: a commit is on disk when it is acknowledged. */
export async function openLmdb(place: Place): Promise<OpenedStorage> {
  const db = open<string, string>({ path: place.folder, encoding: 'string', overlappingSync: false })
  return {
    version: 'LMDB by lmdb-js, on disk at each commit',
    storage: keyValueStorage(lmdb(db)),
    bytes: async () => place.bytes(),
    async settle() {},
    async close() {
      await db.close()
      place.leave()
    },
  }
}
