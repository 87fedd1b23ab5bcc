import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from 'lmdb'
import { lmdb } from 'events-api/adapters/key-value/lmdb'
import { memoryKeyValue } from 'events-api/adapters/key-value/memory'
import type { OrderedKeyValue } from '../../src/storage/key-value/store.ts'

export interface TestStore {
  readonly store: OrderedKeyValue
  close(): Promise<void>
}

export async function memoryStore(): Promise<TestStore> {
  const store = memoryKeyValue()
  return { store, close: () => store.close() }
}

export async function lmdbStore(): Promise<TestStore> {
  const db = open<string, string>({ path: mkdtempSync(join(tmpdir(), 'events-api-')), encoding: 'string', overlappingSync: false })
  return { store: lmdb(db), close: () => db.close() }
}
