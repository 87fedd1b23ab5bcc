import { setImmediate } from 'node:timers'
import type { Entry, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { unavailable } from './unavailable.ts'

/** The methods of a `Database` from `lmdb` that this adapter uses. */
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
  /** `open`, `closing` or `closed`. Missing in lmdb's own types. */
  readonly status?: string
}

/* Codes of LMDB and the system for a full or failing disk: MDB_MAP_FULL, MDB_READERS_FULL, EIO, ENOSPC. */
const OUTAGES: readonly unknown[] = [-30792, -30790, 5, 28]
/** Errors of a closed database have only a message. */
const CLOSED = /\bclosed\b/

/**
 * LMDB in local files, with `lmdb` (lmdb-js).
 *
 * A commit resolves when it is on disk, so acknowledged commits survive `kill -9` and a power failure. lmdb-js enables
 * `overlappingSync` by default. It has the same guarantee, but other readers may see a commit before it is on disk, and
 * a commit that failed to write may still exist. With `noSync`, the system decides when to write: `kill -9` loses
 * nothing, but a power failure may corrupt the whole file.
 *
 * Several processes may have the same file open, but no process may open it while another one commits. The LMDB in
 * `lmdb` 3.5.6 lacks a fix from 2021 (ITS#9496): a process that opens the file, even for reading, can undo an
 * acknowledged commit of that moment and may corrupt the file. There are three safe setups: one process uses the file;
 * or all processes open it before the first write; or `lmdb` is built with its bundled LMDB 0.9, which does not have
 * the bug: `LMDB_DATA_V1=true npm install lmdb --build-from-source`. LMDB 0.9 uses another file format.
 *
 * The encoding must return texts unchanged; `string` is the fastest. Do not set `cache`, which does not see the writes
 * of other processes, or `dupSort`. If the host has asynchronous transactions in the same file, the calendar's reads
 * would see their uncommitted data, so use a separate file. Reads run in the event loop. If the file is larger than the
 * memory, they block it while they wait for the disk.
 *
 * @example
 * ```ts
 * const db = open({ path: '/var/lib/calendar', encoding: 'string', overlappingSync: false })
 * const storage = keyValueStorage(lmdb(db))
 * ```
 */
export function lmdb(db: LmdbDatabase): OrderedKeyValue {
  const isClosed = () => db.status === 'closing' || db.status === 'closed'

  /**
   * Reads with a new read transaction. lmdb-js shares one per turn of the event loop, and its snapshot may be too old.
   */
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
      // `flushed` must be read now, when it belongs to this commit. Later it may belong to the next commit, which may
      // fail.
      const flushed = db.flushed.then(ignore, ignore)
      // At the end of this turn, lmdb-js (3.5.6) creates another promise of the same commit. If the commit fails and
      // this promise has no handler, the unhandled rejection ends the process.
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
      // If a check already fails, or there is nothing to write, skip the write transaction.
      if (!readAnew(hold)) return false
      if (sets.length + deletes.length === 0) return true
      return write(() => {
        if (!hold()) return false
        for (const [key, value] of sets) db.put(key, value)
        for (const key of deletes) db.remove(key)
        return true
      })
    },
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
