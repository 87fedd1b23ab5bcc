import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** The methods of `Database` that this adapter uses. */
export interface BunSqliteDatabase {
  prepare(sql: string): { all(...values: (string | number | bigint | null)[]): unknown[] }
  readonly inTransaction: boolean
}

/**
 * SQLite with `bun:sqlite`.
 *
 * With the write-ahead log, a property of the file, others can read while one process writes, so several processes can
 * share the file. `busy_timeout` is the time in milliseconds to wait for a lock of another process; the wait blocks the
 * event loop. Your own tables may use the same connection, if no transaction of yours stays open across an `await`.
 * Otherwise the calendar's statements would become part of it, or fail.
 *
 * @example
 * ```ts
 * const db = new Database('calendar.db', { create: true })
 * db.run('pragma journal_mode = wal')
 * db.run('pragma busy_timeout = 5000')
 * const storage = sqlStorage(bunSqlite(db))
 * ```
 */
export function bunSqlite(db: BunSqliteDatabase): SqlClient {
  return localSqlite({
    isOpen() {
      // Bun has no property for a closed database. This property throws on one.
      try {
        return typeof db.inTransaction === 'boolean'
      } catch {
        return false
      }
    },
    prepare(sql) {
      const statement = db.prepare(sql)
      return (values) => rowsOf(statement.all(...values))
    },
    resultCode(error) {
      const code = fieldOf(error, 'errno')
      return typeof code === 'number' ? code : undefined
    },
  })
}
