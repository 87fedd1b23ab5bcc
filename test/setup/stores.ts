import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { denoKv } from 'kalends/adapters/key-value/deno'
import { durableObject } from 'kalends/adapters/key-value/durable-object'
import { lmdb } from 'kalends/adapters/key-value/lmdb'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import type { OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { FakeDurableObjectStorage } from './fake-durable-object.ts'

/*
 * The key-value stores that tests keep calendars in, opened anew by each call. A store that cannot be had is a reason in
 * place of one: the tests that want it are skipped under its name.
 */

export interface TestStore {
  readonly store: OrderedKeyValue
  /** Closes what the store is in, and removes it. */
  close(): Promise<void>
}

export async function memoryStore(): Promise<TestStore> {
  return { store: memoryKeyValue(), close: async () => {} }
}

export async function lmdbStore(): Promise<TestStore | string> {
  try {
    const { open } = await import('lmdb')
    const { path, remove } = newFolder()
    const db = open<string, string>({ path, encoding: 'string', overlappingSync: false })
    return { store: lmdb(db), close: () => db.close().then(remove) }
  } catch (error) {
    return printed(`lmdb does not load here: ${error}`)
  }
}

/** SQLite in memory, by the native part of `@deno/kv`. */
export async function denoStore(): Promise<TestStore | string> {
  return openedDeno(':memory:', () => {})
}

export async function denoFileStore(): Promise<TestStore | string> {
  const { path, remove } = newFolder()
  const opened = await openedDeno(join(path, 'kv.sqlite'), remove)
  if (typeof opened === 'string') remove()
  return opened
}

async function openedDeno(path: string, remove: () => void): Promise<TestStore | string> {
  try {
    const { openKv } = await import('@deno/kv')
    const kv = await openKv(path)
    return {
      store: denoKv(kv),
      async close() {
        kv.close()
        remove()
      },
    }
  } catch (error) {
    return printed(`@deno/kv does not load here: ${error}`)
  }
}

/** A Durable Object's storage by its shape; see there. */
export async function durableObjectStore(): Promise<TestStore> {
  return { store: durableObject(new FakeDurableObjectStorage()), close: async () => {} }
}

function newFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kalends-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function printed(reason: string): string {
  console.warn(`Skipped: ${reason}`)
  return reason
}
