import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** What this adapter uses of `DatabaseSync`. */
export interface NodeSqliteDatabase {
  prepare(sql: string): { all(...values: (string | number | bigint | null)[]): unknown[] }
  /** From Node 22.15. */
  readonly isOpen?: boolean
}

/**
 * SQLite by `node:sqlite`: Node from 22.5 (from 22.13 without a flag), Deno from 2.2.
 *
 * ```ts
 * const db = new DatabaseSync('calendar.db', { timeout: 5000 })
 * db.exec('pragma journal_mode = wal')
 * const storage = sqlStorage(nodeSqlite(db))
 * ```
 *
 * The write-ahead log, a property of the file, lets others read while one writes; with it, several processes can
 * share the file. `timeout` is how long one of them waits for another's lock; it blocks the event loop meanwhile.
 * The connection can be the one that your own tables are on, as long as no transaction of yours is open on it
 * across an `await`: what the calendar does meanwhile would become a part of it, or fail.
 */
export function nodeSqlite(db: NodeSqliteDatabase): SqlClient {
  return localSqlite({
    // Where Node does not say, statements prepared before say it themselves: with ERR_INVALID_STATE.
    isOpen: () => db.isOpen !== false,
    prepare(sql) {
      const statement = db.prepare(sql)
      return (values) => rowsOf(statement.all(...values))
    },
    resultCode(error) {
      const code = fieldOf(error, 'errcode')
      if (typeof code === 'number') return code
      return fieldOf(error, 'code') === 'ERR_INVALID_STATE' ? 'lost' : undefined
    },
  })
}
