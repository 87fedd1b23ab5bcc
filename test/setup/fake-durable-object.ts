import { serialize } from 'node:v8'
import type { DurableStorage, DurableTransaction } from '../../adapters/key-value/durable-object.ts'

/*
 * The storage of a Cloudflare Durable Object by its shape: its limits (those of key-value storage, which are the
 * stricter ones), its order, its maps without the keys that are not there. Values are serialized and measured so.
 * Transactions run one after the other, as they do in one object; nobody sees what one has written until it ends.
 */

const MOST_KEYS = 128
const LARGEST_KEY = 2048
// What the runtime really holds to; it says 131072.
const LARGEST_VALUE = 131_072 + 32

type Values = ReadonlyMap<string, Uint8Array | undefined>

export class FakeDurableObjectStorage implements DurableStorage {
  readonly #values = new Map<string, Uint8Array>()
  #last: Promise<unknown> = Promise.resolve()

  async get(keys: string[]): Promise<ReadonlyMap<string, unknown>> {
    return readOf(keys, this.#values)
  }

  async list({
    start,
    end,
    limit,
    reverse,
  }: Parameters<DurableStorage['list']>[0]): Promise<ReadonlyMap<string, unknown>> {
    if (!(limit > 0)) throw new TypeError('List limit must be positive.')
    const values = this.#values
    await elsewhere()
    const keys = [...values.keys()].filter((key) => key >= start && key < end).sort()
    if (reverse) keys.reverse()
    return new Map(keys.slice(0, limit).map((key) => [key, copyOf(values.get(key))]))
  }

  transaction<T>(closure: (txn: DurableTransaction) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#run(closure))
    this.#last = done.catch(() => {})
    return done
  }

  async #run<T>(closure: (txn: DurableTransaction) => Promise<T>): Promise<T> {
    const written = new Map<string, Uint8Array | undefined>()
    const result = await closure({
      get: async (keys) =>
        readOf(keys, new Map<string, Uint8Array | undefined>([...this.#values, ...written])),
      async put(entries) {
        const list = Object.entries(entries)
        mustFit(Object.keys(entries))
        for (const [, value] of list) {
          if (serialize(value).length > LARGEST_VALUE) {
            throw new RangeError('Values cannot be larger than 131072 bytes.')
          }
        }
        await elsewhere()
        for (const [key, value] of list) written.set(key, value.slice())
      },
      async delete(keys) {
        mustFit(keys)
        await elsewhere()
        for (const key of keys) written.set(key, undefined)
        return keys.length
      },
    })
    for (const [key, value] of written) {
      if (value === undefined) this.#values.delete(key)
      else this.#values.set(key, value)
    }
    return result
  }
}

async function readOf(keys: readonly string[], values: Values): Promise<ReadonlyMap<string, unknown>> {
  mustFit(keys)
  await elsewhere()
  const found = [...new Set(keys)].sort().filter((key) => values.get(key) !== undefined)
  return new Map(found.map((key) => [key, copyOf(values.get(key))]))
}

function mustFit(keys: readonly string[]): void {
  if (keys.length > MOST_KEYS) throw new RangeError(`Maximum number of keys is ${MOST_KEYS}.`)
  for (const key of keys) {
    if (Buffer.byteLength(key) > LARGEST_KEY) throw new RangeError('Keys cannot be larger than 2048 bytes.')
  }
}

const copyOf = (value: Uint8Array | undefined) => value?.slice()

/** Whatever else is waiting in the object runs first. */
const elsewhere = () => new Promise<void>((resolve) => setImmediate(resolve))
