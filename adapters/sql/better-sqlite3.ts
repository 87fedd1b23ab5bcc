import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** What this adapter uses of better-sqlite3's `Database`, and of that of `libsql`. */
export interface BetterSqlite3Database {
  prepare(sql: string): {
    readonly reader: boolean
    all(...values: unknown[]): unknown[]
    run(...values: unknown[]): unknown
  }
  readonly open: boolean
}

/**
 * SQLite by `better-sqlite3`, or by the package `libsql`, which has the same interface.
 *
 * ```ts
 * const db = new Database('calendar.db', { timeout: 5000 })
 * db.pragma('journal_mode = wal')
 * const storage = sqlStorage(betterSqlite3(db))
 * ```
 *
 * The write-ahead log, a property of the file, lets others read while one writes; with it, several processes can
 * share the file. `timeout` is how long one of them waits for another's lock; it blocks the event loop meanwhile.
 * The connection can be the one that your own tables are on, as long as no transaction of yours is open on it
 * across an `await`: what the calendar does meanwhile would become a part of it, or fail.
 */
export function betterSqlite3(db: BetterSqlite3Database): SqlClient {
  return localSqlite({
    isOpen: () => db.open,
    prepare(sql) {
      const statement = db.prepare(sql)
      // The values as one list: `libsql` takes a null that stands alone for a missing list.
      if (statement.reader) return (values) => rowsOf(statement.all(values))
      // Here `all` would throw.
      return (values) => {
        statement.run(values)
        return []
      }
    },
    resultCode(error) {
      const code = fieldOf(error, 'code')
      return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
    },
  })
}
