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

/** What this adapter uses of `atomic()`. */
export interface DenoAtomic {
  check(...checks: { key: DenoKey; versionstamp: string | null }[]): unknown
  set(key: DenoKey, value: Uint8Array): unknown
  delete(key: DenoKey): unknown
  commit(): Promise<{ readonly ok: boolean }>
}

/** What this adapter uses of `Deno.Kv`, and of what `openKv` of `@deno/kv` opens. */
export interface DenoKv {
  getMany(keys: DenoKey[], options: Strong): Promise<readonly DenoEntry[]>
  list(
    selector: { start: DenoKey; end: DenoKey },
    options: Strong & { limit: number; batchSize: number; reverse: boolean },
  ): AsyncIterable<DenoEntry>
  atomic(): DenoAtomic
}

export interface DenoKvOptions {
  /** The first part of all keys; each of them is `[prefix, key]`. Default: `events-api`. */
  readonly prefix?: string
}

const LONGEST_KEY = 150
/** A byte before each part of a key, and one behind it. */
const BYTES_PER_PART = 2
const MOST_CHECKS = 10
const BYTES_OF_ALL_KEYS = 80 * 1024
const BYTES_OF_ALL = 800 * 1024

/**
 * Deno KV: of Deno itself, where it is a SQLite file or, on Deno Deploy, a service, and of `@deno/kv` in Node.
 *
 * ```ts
 * const storage = keyValueStorage(denoKv(await Deno.openKv()))
 * ```
 *
 * A commit compares at most 10 keys. Reads are strongly consistent: on Deno Deploy they go to the primary region.
 * Several processes may have a file open; a call waits up to five seconds for the others. Deno asks a service that is
 * out of reach again and again, without an end (2.9): give requests a time limit of your own.
 */
export function denoKv(kv: DenoKv, { prefix = 'events-api' }: DenoKvOptions = {}): OrderedKeyValue {
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
        if (start >= end) return found // which Deno takes for a mistake
        // In one batch, as each is of an instant of its own.
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
          // Somebody wrote what is checked, but it may well be the same value that is there now.
        }
      }),

    async close() {},
  }
}

/*
 * https://docs.deno.com/deploy/classic/kv_on_deploy and `ext/kv/lib.rs` of Deno (2.9): the keys of everything that is
 * set may take 80 KiB together; of 800 KiB for a whole commit each key takes its length, and those of sets twice.
 * Values are given as bytes, which are kept as they are: texts would be measured after they were serialized, where one
 * character beyond Latin-1 makes all of them take two bytes.
 */
function limitsOf(overhead: number) {
  const mutationsPerCommit = Math.floor(BYTES_OF_ALL_KEYS / (LONGEST_KEY + overhead))
  const beyondTexts = mutationsPerCommit * (LONGEST_KEY + 2 * overhead) + MOST_CHECKS * overhead
  return {
    keysPerGet: 10,
    entriesPerRange: 500,
    bytesPerValue: 65_000,
    mutationsPerCommit,
    bytesPerCommit: BYTES_OF_ALL - beyondTexts,
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function textOf(value: unknown): string | undefined {
  return value instanceof Uint8Array ? decoder.decode(value) : undefined
}

const LOCKED = /database is locked/
/** As long as other processes may hold a file, in milliseconds, before that counts as an outage. */
const PATIENCE = 5000
// Of @deno/kv, which gives what is beyond a limit as a plain error.
const BEYOND_LIMIT = /^(?:Too[A-Z]|\w+Too(?:Large|Long))/
// Which Deno gives as TypeErrors, like mistakes.
const OF_FILE = /database is locked|disk is full|disk I\/O error|readonly database|unable to open/

async function available<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof Error && LOCKED.test(error.message)
      if (!isLocked || Date.now() > end) throw outageOf(error)
      // At once, says SQLite, and changes nothing: there is only one who writes.
      await new Promise<void>((resolve) => setTimeout(resolve, 1 + 20 * Math.random()))
    }
  }
}

/**
 * The calls are always the same few, so an error that is no mistake in a program tells of an outage: of those that Deno
 * and @deno/kv have of files, networks and services there is nothing else that they have in common.
 */
function outageOf(error: unknown): unknown {
  if (!(error instanceof Error) || BEYOND_LIMIT.test(error.message)) return error
  // What `fetch` throws is a TypeError with a cause; Deno's own about its limits have none.
  const isMistake = /^(?:Type|Range|Reference|Syntax)Error$/.test(error.name) && error.cause === undefined
  if (isMistake && !OF_FILE.test(error.message)) return error
  return unavailable(`Deno KV could not be used: ${error.message}`, error)
}
