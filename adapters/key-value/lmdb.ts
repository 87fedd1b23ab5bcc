import { setImmediate } from 'node:timers'
import type { Entry, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { unavailable } from './unavailable.ts'

/** What this adapter uses of a `Database` of `lmdb`. */
export interface LmdbDatabase {
  readonly committed: PromiseLike<unknown>
  readonly flushed: PromiseLike<unknown>
  get(key: string): string | undefined
  getRange(options: {
    start: string
    end: string
    limit: number
    reverse: boolean
    exclusiveStart: boolean
    inclusiveEnd: boolean
  }): Iterable<{ key: unknown; value: string }>
  put(key: string, value: string): unknown
  remove(key: string): unknown
  transaction(work: () => boolean): Promise<boolean>
  resetReadTxn(): void
  /** Which its types leave out: `open`, `closing` or `closed`. */
  readonly status?: string
}

/* What LMDB itself and the system say when there is no room, or no disk: MDB_MAP_FULL, MDB_READERS_FULL, EIO, ENOSPC. */
const OUTAGES: readonly unknown[] = [-30792, -30790, 5, 28]
/** Errors of a closed database have nothing but a message. */
const CLOSED = /\bclosed\b/

/**
 * LMDB in files of this machine, by `lmdb` (lmdb-js). Several processes may have the same file open.
 *
 * ```ts
 * const db = open({ path: '/var/lib/calendar', encoding: 'string', overlappingSync: false })
 * const storage = keyValueStorage(lmdb(db))
 * ```
 *
 * A commit resolves when it is on disk, so that what was acknowledged is there after `kill -9` and after a power
 * failure. `overlappingSync`, which lmdb-js turns on unless told otherwise, keeps that, but lets others read a commit
 * before it is on disk, and one whose write failed may be there all the same. With `noSync` it is for the system to
 * write when it likes: `kill -9` loses nothing then, while a power failure may spoil the whole file.
 *
 * The encoding has to be one that gives texts back as they are; `string` is the fastest. Set neither `cache`, which
 * does not hear of what other processes write, nor `dupSort`. Transactions of the host that wait for something in the
 * same file would show the calendar's reads what is not committed yet: best give it a file of its own. Reads take
 * place in the event loop, and wait there for the disk where the file is larger than the memory.
 */
export function lmdb(db: LmdbDatabase): OrderedKeyValue {
  const isClosed = () => db.status === 'closing' || db.status === 'closed'

  /** What lmdb-js reads in one turn of the event loop is as of the first read in it: that can be too early. */
  function readAnew<T>(read: () => T): T {
    if (isClosed()) throw unavailable('the LMDB database was closed', undefined)
    try {
      db.resetReadTxn()
      return read()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async function write(work: () => boolean): Promise<boolean> {
    try {
      const committed = db.transaction(work)
      // Asked for now it means this commit; later it might be the next one's, and that one may fail.
      const flushed = db.flushed.then(ignore, ignore)
      // From the end of this event turn on lmdb-js (3.5.6) has a promise of the same commit that it gives to nobody;
      // when the commit fails, nobody would handle that, and it would end the process.
      setImmediate(() => db.committed.then(ignore, ignore))
      const result = await committed
      await flushed
      return result
    } catch (error) {
      const isCommit = error instanceof Error && 'commitError' in error
      throw isCommit
        ? unavailable('LMDB could not commit', await rejectionOf(error.commitError))
        : asUnavailable(error)
    }
  }

  function asUnavailable(error: unknown): unknown {
    if (!(error instanceof Error)) return error
    const isOutage =
      isClosed() || CLOSED.test(error.message) || ('code' in error && OUTAGES.includes(error.code))
    return isOutage ? unavailable(`LMDB: ${error.message}`, error) : error
  }

  return {
    async get(keys) {
      return readAnew(() => keys.map((key) => db.get(key)))
    },

    async range({ start, end, limit, reverse = false }) {
      const bounds = reverse ? { start: end, end: start } : { start, end }
      const options = { ...bounds, limit, reverse, exclusiveStart: reverse, inclusiveEnd: reverse }
      return readAnew(() => Array.from(db.getRange(options), ({ key, value }): Entry => [String(key), value]))
    },

    async commit({ checks, sets, deletes }) {
      const hold = () => checks.every(([key, value]) => db.get(key) === value)
      // Where they do not hold already, or nothing else is asked, there is nothing to write.
      if (!readAnew(hold)) return false
      if (sets.length + deletes.length === 0) return true
      return write(() => {
        if (!hold()) return false
        for (const [key, value] of sets) db.put(key, value)
        for (const key of deletes) db.remove(key)
        return true
      })
    },

    async close() {},
  }
}

function ignore(): void {}

async function rejectionOf(promise: unknown): Promise<unknown> {
  try {
    await promise
    return undefined
  } catch (error) {
    return error
  }
}
