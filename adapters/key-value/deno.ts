import type { Entry, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { unavailable } from './unavailable.ts'

type DenoKey = string[]

interface DenoEntry {
  readonly key: readonly unknown[]
  readonly value: unknown
  readonly versionstamp: string | null
}

interface Strong {
  consistency: 'strong'
}

/** The methods of `atomic()` that this adapter uses. */
export interface DenoAtomic {
  check(...checks: { key: DenoKey; versionstamp: string | null }[]): unknown
  set(key: DenoKey, value: Uint8Array): unknown
  delete(key: DenoKey): unknown
  commit(): Promise<{ readonly ok: boolean }>
}

/** The methods of `Deno.Kv` that this adapter uses. `openKv` of `@deno/kv` returns them too. */
export interface DenoKv {
  getMany(keys: DenoKey[], options: Strong): Promise<readonly DenoEntry[]>
  list(
    selector: { start: DenoKey; end: DenoKey },
    options: Strong & { limit: number; batchSize: number; reverse: boolean },
  ): AsyncIterable<DenoEntry>
  atomic(): DenoAtomic
}

export interface DenoKvOptions {
  /** The first part of all keys, which are `[prefix, key]`. Default `kalends`. */
  readonly prefix?: string | undefined
}

/** Each part of a key has a byte before it and one after it. */
const BYTES_PER_PART = 2
const MOST_CHECKS = 10
const MOST_MUTATIONS = 1000
const BYTES_OF_ALL_KEYS = 80 * 1024
const BYTES_OF_ALL = 800 * 1024

/**
 * Deno KV: in Deno, where it is a SQLite file or, on Deno Deploy, a service; and `@deno/kv` in Node.
 *
 * A commit checks at most 10 keys. Reads are strongly consistent: on Deno Deploy they go to the primary region. Several
 * processes may open the same file; a call waits up to five seconds for their locks. If a service is unreachable, Deno
 * (2.9) retries forever, so set a time limit for requests.
 *
 * @example
 * ```ts
 * const storage = keyValueStorage(denoKv(await Deno.openKv()))
 * ```
 */
export function denoKv(kv: DenoKv, { prefix = 'kalends' }: DenoKvOptions = {}): OrderedKeyValue {
  const keyOf = (key: string): DenoKey => [prefix, key]

  async function entriesOf(keys: readonly string[]): Promise<readonly DenoEntry[]> {
    return keys.length === 0 ? [] : kv.getMany(keys.map(keyOf), { consistency: 'strong' })
  }

  return {
    limits: limitsOf(encoder.encode(prefix).length + 2 * BYTES_PER_PART),

    get: (keys) => available(async () => (await entriesOf(keys)).map(({ value }) => textOf(value))),

    range: ({ start, end, limit, reverse = false }) =>
      available(async () => {
        const found: Entry[] = []
        if (start >= end) return found // Deno rejects an empty range
        // Read one batch, because each batch is from an instant of its own.
        const options = { limit, batchSize: limit, reverse, consistency: 'strong' } as const
        for await (const { key, value } of kv.list({ start: keyOf(start), end: keyOf(end) }, options)) {
          found.push([String(key[1]), textOf(value) ?? ''])
        }
        return found
      }),

    commit: ({ checks, sets, deletes }) =>
      available(async () => {
        for (;;) {
          const entries = await entriesOf(checks.map(([key]) => key))
          if (checks.some(([, value], index) => textOf(entries[index]?.value) !== value)) return false
          const atomic = kv.atomic()
          for (const [index, [key]] of checks.entries()) {
            atomic.check({ key: keyOf(key), versionstamp: entries[index]?.versionstamp ?? null })
          }
          for (const [key, value] of sets) atomic.set(keyOf(key), encoder.encode(value))
          for (const key of deletes) atomic.delete(keyOf(key))
          if ((await atomic.commit()).ok) return true
          // A checked key was written in the meantime, possibly with the same value: check again.
        }
      }),
  }
}

/*
 * Limits from https://docs.deno.com/deploy/classic/kv_on_deploy and `ext/kv/lib.rs` of Deno (2.9). The keys of all sets
 * may take 80 KiB together. A commit may take 800 KiB: every key counts with its length, and the keys of sets count
 * twice. Values are sent as bytes, which are stored unchanged. Strings would be measured after serialization, where one
 * character outside Latin-1 makes all characters take two bytes.
 */
function limitsOf(overhead: number) {
  const keyBytesPerCommit = BYTES_OF_ALL_KEYS - (MOST_MUTATIONS + MOST_CHECKS) * overhead
  // An upper bound: Deno counts only the keys of sets twice.
  const beyondTexts = keyBytesPerCommit + (2 * MOST_MUTATIONS + MOST_CHECKS) * overhead
  return {
    keysPerGet: 10,
    entriesPerRange: 500,
    bytesPerValue: 65_000,
    mutationsPerCommit: MOST_MUTATIONS,
    keyBytesPerCommit,
    bytesPerCommit: BYTES_OF_ALL - beyondTexts,
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function textOf(value: unknown): string | undefined {
  return value instanceof Uint8Array ? decoder.decode(value) : undefined
}

const LOCKED = /database is locked/
/**
 * How long to wait for the locks of other processes on a file, in milliseconds. After that, the call fails as an
 * outage.
 */
const PATIENCE = 5000
// @deno/kv reports an exceeded limit as a plain error.
const BEYOND_LIMIT = /^(?:Too[A-Z]|\w+Too(?:Large|Long))/
// Deno throws these errors of files as TypeErrors, like programming errors.
const OF_FILE = /database is locked|disk is full|disk I\/O error|readonly database|unable to open/

async function available<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof Error && LOCKED.test(error.message)
      if (!isLocked || Date.now() > end) throw outageOf(error)
      // SQLite reports a lock at once, and nothing was written: there is only one writer.
      await new Promise<void>((resolve) => setTimeout(resolve, 1 + 20 * Math.random()))
    }
  }
}

/**
 * The adapter always makes the same few calls, so any error that is not a programming error is an outage. The errors of
 * files, networks and services in Deno and @deno/kv have nothing else in common.
 */
function outageOf(error: unknown): unknown {
  if (!(error instanceof Error) || BEYOND_LIMIT.test(error.message)) return error
  // `fetch` throws a TypeError with a cause. Deno's own TypeErrors about its limits have no cause.
  const isMistake = /^(?:Type|Range|Reference|Syntax)Error$/.test(error.name) && error.cause === undefined
  if (isMistake && !OF_FILE.test(error.message)) return error
  return unavailable(`Deno KV could not be used: ${error.message}`, error)
}
