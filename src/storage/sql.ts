import type { Storage } from './contract.ts'
import type { SqlClient, SqlDialect } from './sql/client.ts'
import { DIALECTS } from './sql/database.ts'
import { createNames, type NameOptions } from './sql/names.ts'
import { openSql, type SqlStorageOptions } from './sql/open.ts'
import { script } from './sql/schema.ts'

export type { SqlClient, SqlDialect, SqlRow, SqlStatement, SqlValue } from './sql/client.ts'
export type { SqlStorageOptions } from './sql/open.ts'

/**
 * A storage in SQLite, PostgreSQL, MySQL, MariaDB or a compatible database. Call `api.migrate()` before the first
 * request, or run the script that `migrationSql` returns.
 *
 * Several processes may use one calendar. A transaction that conflicts with another one is retried a limited number of
 * times. After the last retry, and while the database is unreachable, calls throw `StorageUnavailable`; clients get
 * 503. `close` leaves the client open, because it belongs to the host.
 *
 * @throws TypeError for an invalid option.
 *
 * @example
 * ```ts
 * import { sqlStorage } from 'kalends/storage/sql'
 *
 * const storage = sqlStorage(betterSqlite3(new Database(':memory:')))
 * ```
 */
export function sqlStorage(client: SqlClient, options: SqlStorageOptions = {}): Storage {
  return openSql(client, options)
}

/**
 * Returns the script that `api.migrate()` runs on an empty database, for hosts that run their own migrations. The
 * script may run repeatedly, and it upgrades the tables of an earlier version.
 *
 * @example
 * ```ts
 * import { migrationSql } from 'kalends/storage/sql'
 *
 * const script = migrationSql('postgres', { tablePrefix: 'agenda_' })
 * ```
 */
export function migrationSql(dialect: SqlDialect, options: NameOptions = {}): string {
  return script(DIALECTS[dialect], createNames(DIALECTS[dialect], options))
}
