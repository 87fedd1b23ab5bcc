import type { Entry, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { unavailable } from './unavailable.ts'

/** The methods of a transaction's `txn` that this adapter uses. */
export interface DurableTransaction {
  get(keys: string[]): Promise<ReadonlyMap<string, unknown>>
  put(entries: Record<string, Uint8Array>): Promise<void>
  delete(keys: string[]): Promise<number>
}

/** The methods of `DurableObjectStorage` that this adapter uses. */
export interface DurableStorage {
  get(keys: string[]): Promise<ReadonlyMap<string, unknown>>
  list(options: {
    start: string
    end: string
    limit: number
    reverse: boolean
  }): Promise<ReadonlyMap<string, unknown>>
  transaction<T>(closure: (txn: DurableTransaction) => Promise<T>): Promise<T>
}

/** https://developers.cloudflare.com/durable-objects/api/legacy-kv-storage-api */
const KEYS_PER_CALL = 128
/** 128 KiB with key-value storage, minus some space for Cloudflare's encoding of the bytes. */
const BYTES_PER_VALUE = 131_000

/**
 * The storage of a Cloudflare Durable Object, with either SQLite or key-value storage. All requests of a calendar must
 * go to one object, which contains the calendar.
 *
 * Cloudflare delays the responses of an object until its writes are durable, so a client never sees a commit that can
 * be lost.
 *
 * @example
 * ```ts
 * export class Calendar extends DurableObject {
 *   readonly #api = createEventsApi(keyValueStorage(durableObject(this.ctx.storage)))
 *   fetch = (request: Request) => this.#api.fetch(request)
 * }
 *
 * export default {
 *   fetch: (request, env) => env.CALENDAR.getByName('main').fetch(request),
 * }
 * ```
 */
export function durableObject(storage: DurableStorage): OrderedKeyValue {
  return {
    limits: { keysPerGet: KEYS_PER_CALL, bytesPerValue: BYTES_PER_VALUE },

    get: (keys) =>
      available(async () => {
        const values = await storage.get([...keys])
        return keys.map((key) => textOf(values.get(key)))
      }),

    range: ({ start, end, limit, reverse = false }) =>
      available(async () => {
        if (start >= end) return []
        const entries = await storage.list({ start, end, limit, reverse })
        return Array.from(entries, ([key, value]): Entry => [key, textOf(value) ?? ''])
      }),

    // The object runs one version at a time.
    seal: async () => {},

    commit: ({ checks, sets, deletes }) =>
      available(() =>
        storage.transaction(async (txn) => {
          for (const some of chunksOf(checks)) {
            const values = await txn.get(some.map(([key]) => key))
            if (some.some(([key, value]) => textOf(values.get(key)) !== value)) return false
          }
          // No `await` between these writes: with SQLite, other code in the object would read a partial commit.
          const bytes = sets.map(([key, value]) => [key, encoder.encode(value)] as const)
          const puts = chunksOf(bytes).map((some) => txn.put(Object.fromEntries(some)))
          await Promise.all([...puts, ...chunksOf(deletes).map((some) => txn.delete(some))])
          return true
        }),
      ),
  }
}

// Store bytes. Strings are measured after serialization, where one character outside Latin-1 makes all take two bytes.
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function textOf(value: unknown): string | undefined {
  return value instanceof Uint8Array ? decoder.decode(value) : undefined
}

function chunksOf<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / KEYS_PER_CALL)
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * KEYS_PER_CALL, (index + 1) * KEYS_PER_CALL),
  )
}

/*
 * The errors have only a message. These texts are from
 * https://developers.cloudflare.com/durable-objects/observability/troubleshooting and from a full disk.
 */
const OUTAGE =
  /Network connection lost|object to be reset|Durable Object reset|is overloaded|storage is no longer accessible|SQLITE_FULL/

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOutage = error instanceof Error && OUTAGE.test(error.message)
    throw isOutage ? unavailable(`the Durable Object's storage: ${error.message}`, error) : error
  }
}
