import type { Storage } from './contract.ts'
import type { SqlClient, SqlDialect } from './sql/client.ts'
import { DIALECTS } from './sql/database.ts'
import { createNames } from './sql/names.ts'
import { openSql, type SqlStorageOptions } from './sql/open.ts'
import { script } from './sql/schema.ts'

export type { SqlClient, SqlDialect, SqlRow, SqlStatement, SqlValue } from './sql/client.ts'
export type { SqlStorageOptions } from './sql/open.ts'

/**
 * A storage in SQLite, PostgreSQL, MySQL or MariaDB, and in what speaks like them. Call `api.migrate()` before the
 * first request, or run what `migrationSql` prints.
 *
 * Any number of processes may use one calendar. While others are in the way, a transaction is tried again a bounded
 * number of times; then, and while the database is out of reach, calls throw `StorageUnavailable`, which clients
 * see as 503. `close` leaves the client alone: it belongs to the host.
 *
 * ```ts
 * import { DatabaseSync } from 'node:sqlite'
 * import { nodeSqlite } from 'events-api/adapters/sql/node-sqlite'
 *
 * const storage = sqlStorage(nodeSqlite(new DatabaseSync('calendar.sqlite')))
 * ```
 *
 * @throws TypeError for an option that cannot be meant.
 */
export function sqlStorage(client: SqlClient, options: SqlStorageOptions = {}): Storage {
  return openSql(client, options)
}

/**
 * The script that `api.migrate()` would run on an empty database, for those who run their migrations themselves. It
 * changes nothing where it has run before, but for bringing the tables of an earlier version to this one.
 */
export function migrationSql(
  dialect: SqlDialect,
  options: Pick<SqlStorageOptions, 'tablePrefix' | 'schema'> = {},
): string {
  return script(DIALECTS[dialect], createNames(DIALECTS[dialect], options))
}
