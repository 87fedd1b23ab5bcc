import type { SqlClient } from '../../src/storage/sql/client.ts'
import { rowsOf, sqliteCodeOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** The methods of `Database` from `better-sqlite3` or `libsql` that this adapter uses. */
export interface BetterSqlite3Database {
  prepare(sql: string): {
    readonly reader: boolean
    all(...values: unknown[]): unknown[]
    run(...values: unknown[]): unknown
  }
  readonly open: boolean
}

/**
 * SQLite with `better-sqlite3`, or with the package `libsql`, which has the same API.
 *
 * With the write-ahead log, a property of the file, others can read while one process writes, so several processes can
 * share the file. `timeout` is the time in milliseconds to wait for a lock of another process; the wait blocks the
 * event loop. Your own tables may use the same connection, if no transaction of yours stays open across an `await`.
 * Otherwise the calendar's statements would become part of it, or fail.
 *
 * @example
 * ```ts
 * const db = new Database('calendar.db', { timeout: 5000 })
 * db.pragma('journal_mode = wal')
 * const storage = sqlStorage(betterSqlite3(db))
 * ```
 */
export function betterSqlite3(db: BetterSqlite3Database): SqlClient {
  return localSqlite({
    isOpen: () => db.open,
    prepare(sql) {
      const statement = db.prepare(sql)
      // Pass the values as one list: `libsql` reads a single null argument as a missing list.
      if (statement.reader) return (values) => rowsOf(statement.all(values))
      // `all` throws for statements without rows.
      return (values) => {
        statement.run(values)
        return []
      }
    },
    resultCode: sqliteCodeOf,
  })
}
