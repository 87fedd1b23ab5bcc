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
 * A storage in an ordered key-value store: Redis, LMDB, Deno KV, Cloudflare Durable Objects, memory, or any other store
 * with reads by key, range scans and conditional commits. Call `api.migrate()` before the first request.
 *
 * Several processes may use one calendar. A commit that conflicts with another commit is retried a limited number of
 * times. After the last retry, and while the store is unreachable, calls throw `StorageUnavailable`; clients get 503. A
 * commit that exceeds a limit of the store throws `CommitTooLarge`; clients get 413. `close` leaves the host's client
 * open.
 *
 * @throws TypeError for an invalid option.
 *
 * @example
 * ```ts
 * import { keyValueStorage } from 'kalends/storage/key-value'
 *
 * const target = keyValueStorage(memoryKeyValue())
 * ```
 */
export function keyValueStorage(kv: OrderedKeyValue, options: KeyValueStorageOptions = {}): Storage {
  return openKeyValue(kv, options)
}
