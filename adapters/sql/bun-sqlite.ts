import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** What this adapter uses of `Database`. */
export interface BunSqliteDatabase {
  prepare(sql: string): { all(...values: (string | number | bigint | null)[]): unknown[] }
  readonly inTransaction: boolean
}

/**
 * SQLite by `bun:sqlite`.
 *
 * ```ts
 * const db = new Database('calendar.db', { create: true })
 * db.run('pragma journal_mode = wal')
 * db.run('pragma busy_timeout = 5000')
 * const storage = sqlStorage(bunSqlite(db))
 * ```
 *
 * The write-ahead log, a property of the file, lets others read while one writes; with it, several processes can
 * share the file. `busy_timeout` is how long one of them waits for another's lock; it blocks the event loop
 * meanwhile. The connection can be the one that your own tables are on, as long as no transaction of yours is open
 * on it across an `await`: what the calendar does meanwhile would become a part of it, or fail.
 */
export function bunSqlite(db: BunSqliteDatabase): SqlClient {
  return localSqlite({
    isOpen() {
      // Bun has no property that says so. On a closed database this one throws.
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
