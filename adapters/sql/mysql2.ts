import type { SqlClient, SqlValue } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { settle } from './mysql-session.ts'
import { withValues } from './mysql-text.ts'
import { pooled } from './pooled.ts'

/** The methods of a pooled connection that this adapter uses. */
export interface Mysql2Connection {
  /** The underlying connection: the same object each time the pool returns it. */
  readonly connection: object
  execute(sql: string, values: SqlValue[]): Promise<[unknown, unknown]>
  query(sql: string): Promise<unknown>
  release(): void
  destroy(): void
}

/** The methods of the pool of `mysql2/promise` that this adapter uses. */
export interface Mysql2Pool {
  getConnection(): Promise<Mysql2Connection>
}

/** `max_prepared_stmt_count` is reached. */
const TOO_MANY_PREPARED = 1461

/**
 * MySQL and MariaDB with the pool of `mysql2/promise` or `mysql2`. MySQL needs mysql2 3.24 or later: earlier versions
 * send every number as a float, which MySQL rejects for `limit ?`.
 *
 * `maxPreparedStatements` applies to each connection; the server has a limit for all connections together (16,382).
 * Beyond it, the adapter sends statements as text. Do not enable `rowsAsArray` or `resetOnRelease`.
 *
 * The adapter checks each connection on its first use. If the session has other values, it sets those that commits and
 * reads rely on: `autocommit = 1`, `completion_type = NO_CHAIN`, `unique_checks = 1`, no `sql_select_limit`, a strict
 * `sql_mode`, no `READ UNCOMMITTED`, and no `READ COMMITTED` if the binary log has statements. They stay set for all users of the pool. If other code on the same pool needs
 * different values or changes them later, use a separate pool for the calendar. A pool whose `charset` is not `utf8mb4`
 * is rejected with a `TypeError`.
 *
 * An aborted query closes its connection. The query is not killed at the server, because that would need another
 * connection when the pool may be exhausted; the server stops it when it has rows to send. To stop it earlier, set
 * `max_execution_time` (MySQL) or `max_statement_time` (MariaDB) to about the time limit of a request.
 *
 * @example
 * ```ts
 * const pool = createPool({ uri: 'mysql://user:password@host/database', maxPreparedStatements: 200 })
 * const storage = sqlStorage(mysql2(pool))
 * ```
 */
export function mysql2(pool: Mysql2Pool | { promise(): Mysql2Pool }): SqlClient {
  const connections = 'promise' in pool ? pool.promise() : pool
  const settled = new WeakSet<object>()

  async function connect(): Promise<Mysql2Connection> {
    const connection = await connections.getConnection()
    if (settled.has(connection.connection)) return connection
    try {
      await settle(connection)
    } catch (error) {
      connection.destroy()
      throw error
    }
    settled.add(connection.connection)
    return connection
  }

  return pooled<Mysql2Connection>({
    dialect: 'mysql',
    begin: 'start transaction',
    connect,
    // Bind integers as numbers: mysql2 sends them with the integer type that the server expects, or as doubles, which
    // are exact up to 2^53. Strings would be compared as text if no column determines their type.
    async run(connection, { sql, values }) {
      try {
        return rowsOf((await connection.execute(sql, [...values]))[0])
      } catch (error) {
        if (fieldOf(error, 'errno') !== TOO_MANY_PREPARED) throw error
        // The limit is that of the server, for all connections together. Nothing has been carried out.
        const answer = await connection.query(withValues(sql, values))
        return rowsOf(Array.isArray(answer) ? answer[0] : undefined)
      }
    },
    command: (connection, sql) => connection.query(sql),
    release: (connection, broken) => (broken ? connection.destroy() : connection.release()),
    serverCode(error) {
      // Socket errors also have an `errno`, but no SQLSTATE.
      const code = typeof fieldOf(error, 'sqlState') === 'string' ? fieldOf(error, 'errno') : undefined
      if (typeof code === 'number') return code
      return fieldOf(error, 'fatal') === true ? 'lost' : undefined
    },
    breaks: (error) => typeof fieldOf(error, 'sqlState') !== 'string',
  })
}
