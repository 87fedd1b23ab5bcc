import { type Storage, StorageUnavailable } from '../contract.ts'
import type { SqlClient } from './client.ts'
import { commit } from './commit.ts'
import type { AnyFilter } from './conditions.ts'
import { openDatabase } from './database.ts'
import { hasSearchIndex, migrate } from './migrate.ts'
import type { Wait } from './patience.ts'
import { count, find, get, tally } from './read.ts'
import { integer } from './rows.ts'

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
  const database = openDatabase(client, options, wait)
  let closed = false
  const alive = () => {
    if (closed) throw new StorageUnavailable('the SQL storage was closed')
  }
  /** Asked for once; after a failure again. */
  let searchIndex: Promise<boolean> | undefined
  const hasIndexFor = async ({ text }: AnyFilter): Promise<boolean> => {
    if (database.dialect.candidates === undefined || text === undefined || text.all.length === 0) return false
    searchIndex ??= hasSearchIndex(database).catch((error: unknown) => {
      searchIndex = undefined
      throw error
    })
    return searchIndex
  }

  return {
    async get(kind, ids) {
      alive()
      return get(database, kind, ids)
    },
    async find(kind, query) {
      alive()
      return find(database, kind, query, await hasIndexFor(query))
    },
    async count(kind, filter) {
      alive()
      return count(database, kind, filter, await hasIndexFor(filter))
    },
    async tally(key, filter, values) {
      alive()
      return tally(database, key, filter, await hasIndexFor(filter), values)
    },
    async allocate(sequence, amount) {
      alive()
      const { client, dialect, names } = database
      const [first, ...more] = dialect.allocate(names.table('sequence'), sequence, amount)
      if (first === undefined) throw new TypeError('no statement to allocate with')
      const rows =
        more.length === 0 ? await client.query(first) : (await client.batch([first, ...more])).at(-1)
      const last = rows?.[0]?.last
      if (last === undefined)
        throw new Error(`there is no sequence '${sequence}': has migrate() been called?`)
      return Array.from({ length: amount }, (_, index) => integer(last) - amount + 1 + index)
    },
    async commit(changes) {
      alive()
      return commit(database, changes)
    },
    async migrate() {
      alive()
      await migrate(database)
      searchIndex = undefined
    },
    async close() {
      closed = true
    },
  }
}
