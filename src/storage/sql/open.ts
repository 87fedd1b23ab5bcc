import { hasWords } from '../atoms.ts'
import type { Wait } from '../backoff.ts'
import { type Storage, StorageUnavailable } from '../contract.ts'
import type { SqlClient } from './client.ts'
import { commit } from './commit.ts'
import { type Database, databaseWithin, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { count, find, get, tally } from './read.ts'
import { createSearch, FEW, MANY } from './search.ts'
import { Sequence } from './sequence.ts'
import { Statistics } from './statistics.ts'

export interface SqlStorageOptions {
  /**
   * Begins the name of everything that is created, so that it lives beside the host's own tables and several
   * calendars in one database: letters, digits and `_`, at most 32. Default `calendar_`.
   */
  tablePrefix?: string
  /**
   * The schema of the tables (for MySQL: the database), which must be there. Default: the connection's own. Not for
   * SQLite.
   */
  schema?: string
  /**
   * How often a transaction is tried again that others were in the way of, with growing pauses of at most 250 ms.
   * Then the answer is 503. Default 20, which is about four seconds.
   */
  retries?: number
}

export function openSql(client: SqlClient, options: SqlStorageOptions = {}, wait?: Wait): Storage {
  const opened = openDatabase(client, options, wait)
  const statistics = new Statistics(opened)
  const sequences = { post: new Sequence(opened, 'post'), term: new Sequence(opened, 'term') }
  const search = createSearch()
  let closed = false
  const alive = (signal: AbortSignal | undefined) => {
    if (closed) throw new StorageUnavailable('the SQL storage was closed')
    signal?.throwIfAborted()
  }

  const storageOn = (database: Database, signal?: AbortSignal): Storage => ({
    async get(kind, ids) {
      alive(signal)
      return get(database, kind, ids)
    },
    async find(kind, query) {
      alive(signal)
      return find(database, kind, query, await search(database, kind, query, FEW))
    },
    async count(kind, filter) {
      alive(signal)
      return count(database, kind, filter, await search(database, kind, filter, MANY))
    },
    async tally(key, filter, values) {
      alive(signal)
      // No pause where there are no words: what else is asked for now may go with it.
      const hits = hasWords(filter) ? await search(database, 'event', filter, MANY) : undefined
      return tally(database, key, filter, hits, values)
    },
    async allocate(sequence, amount) {
      alive(signal)
      return sequences[sequence].allocate(amount, signal)
    },
    async commit(changes) {
      alive(signal)
      const result = await commit(database, changes)
      if (result.conflict === null) await statistics.follow(changes)
      return result
    },
    async revision() {
      alive(signal)
      return database.client.revision()
    },
    async migrate() {
      alive(signal)
      await migrate(database)
    },
    async close() {
      closed = true
    },
    within(signal) {
      return storageOn(databaseWithin(database, signal), signal)
    },
  })
  return storageOn(opened)
}
