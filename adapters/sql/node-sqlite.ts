import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { localSqlite } from './local-sqlite.ts'

/** The methods of `DatabaseSync` that this adapter uses. */
export interface NodeSqliteDatabase {
  prepare(sql: string): { all(...values: (string | number | bigint | null)[]): unknown[] }
  /** From Node 22.15. */
  readonly isOpen?: boolean
}

/**
 * SQLite with `node:sqlite`: Node from 22.5 (from 22.13 without a flag), Deno from 2.2.
 *
 * With the write-ahead log, a property of the file, others can read while one process writes, so several processes can
 * share the file. `timeout` is the time in milliseconds to wait for a lock of another process; the wait blocks the
 * event loop. Your own tables may use the same connection, if no transaction of yours stays open across an `await`.
 * Otherwise the calendar's statements would become part of it, or fail.
 *
 * @example
 * ```ts
 * const db = new DatabaseSync('calendar.db', { timeout: 5000 })
 * db.exec('pragma journal_mode = wal')
 * const storage = sqlStorage(nodeSqlite(db))
 * ```
 */
export function nodeSqlite(db: NodeSqliteDatabase): SqlClient {
  return localSqlite({
    // Without `isOpen`, prepared statements of a closed database throw ERR_INVALID_STATE.
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
