import type { Kind } from '../contract.ts'
import type { Keyspace } from './keyspace.ts'
import type { Entry, KeyRange, OrderedKeyValue } from './store.ts'

/** Reads the folded texts of documents, in the order of the IDs; `undefined` for a missing document. */
export interface TextReader {
  textsOf(
    calendar: Calendar,
    kind: Kind,
    ids: readonly number[],
  ): Promise<readonly (readonly string[] | undefined)[]>
}

/** One calendar in a store. Its reads respect the limits of the store. After an abort, no new read starts. */
export class Calendar {
  readonly kv: OrderedKeyValue
  readonly keys: Keyspace
  /** Where searches read texts, if not from the store. */
  readonly texts: TextReader | undefined
  /** Entries per range scan, when the number of entries needed is unknown. */
  readonly stride: number
  readonly #keysPerGet: number
  readonly #signal: AbortSignal | undefined

  constructor(kv: OrderedKeyValue, keys: Keyspace, texts?: TextReader, signal?: AbortSignal) {
    this.kv = kv
    this.keys = keys
    this.texts = texts
    this.#signal = signal
    this.stride = Math.min(kv.limits?.entriesPerRange ?? STRIDE, STRIDE)
    this.#keysPerGet = Math.min(kv.limits?.keysPerGet ?? MOST_KEYS, MOST_KEYS)
  }

  /** Whether one `get` can read this many keys, so that all values are from one instant. */
  isOneGet(keys: number): boolean {
    return keys <= this.#keysPerGet
  }

  within(signal: AbortSignal): Calendar {
    return new Calendar(this.kv, this.keys, this.texts, signal)
  }

  async get(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    this.#signal?.throwIfAborted()
    if (keys.length === 0) return []
    if (this.isOneGet(keys.length)) return this.kv.get(keys)
    const gets: Promise<readonly (string | undefined)[]>[] = []
    for (let from = 0; from < keys.length; from += this.#keysPerGet) {
      gets.push(this.kv.get(keys.slice(from, from + this.#keysPerGet)))
    }
    return (await Promise.all(gets)).flat()
  }

  /** The entries of a range, in batches, up to `most`. */
  async *parts(
    start: string,
    end: string,
    most = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Entry[], void, void> {
    let left = most
    for (let from = start; left > 0; ) {
      const limit = Math.min(this.stride, left)
      const entries = await this.range({ start: from, end, limit })
      if (entries.length > 0) yield entries
      const last = entries.at(-1)
      if (last === undefined || entries.length < limit) return
      left -= limit
      from = after(last[0])
    }
  }

  async all(start: string, end: string, most?: number): Promise<readonly Entry[]> {
    const found: Entry[] = []
    for await (const entries of this.parts(start, end, most)) found.push(...entries)
    return found
  }

  async range(range: KeyRange): Promise<readonly Entry[]> {
    this.#signal?.throwIfAborted()
    return this.kv.range(range)
  }
}

const STRIDE = 1000
const MOST_KEYS = 1000

/**
 * The smallest key that is greater. This works because keys contain no spaces and keys of one kind have equal lengths.
 */
export const after = (key: string): string => `${key}!`
