import type { Storage } from './contract.ts'
import { type KeyValueStorageOptions, openKeyValue } from './key-value/open.ts'
import type { OrderedKeyValue } from './key-value/store.ts'

export type { KeyValueStorageOptions } from './key-value/open.ts'
export type {
  Entry,
  KeyRange,
  KeyValueLimits,
  Mutation,
  OrderedKeyValue,
} from './key-value/store.ts'

/**
 * A storage in an ordered key-value store: Redis, LMDB, Deno KV, Cloudflare Durable Objects, memory, and whatever can
 * get, read a range and commit with checks. Call `api.migrate()` before the first request.
 *
 * Any number of processes may use one calendar. A commit that others came before is tried again a bounded number of
 * times; then, and while the store is out of reach, calls throw `StorageUnavailable`, which clients see as 503. A commit
 * that the store cannot take at once is `CommitTooLarge`, which they see as 413. `close` leaves the host's client alone.
 *
 * ```ts
 * import { open } from 'lmdb'
 * import { lmdb } from 'events-api/adapters/key-value/lmdb'
 *
 * const storage = keyValueStorage(lmdb(open({ path: 'calendar', encoding: 'string' })))
 * ```
 *
 * @throws TypeError for an option that cannot be meant.
 */
export function keyValueStorage(kv: OrderedKeyValue, options: KeyValueStorageOptions = {}): Storage {
  return openKeyValue(kv, options)
}
