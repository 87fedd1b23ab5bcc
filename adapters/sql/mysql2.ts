import type { SqlClient, SqlValue } from '../../src/storage/sql/client.ts'
import { fieldOf, rowsOf } from './driver.ts'
import { pooled } from './pooled.ts'

/** What this adapter uses of a connection from the pool. */
export interface Mysql2Connection {
  execute(sql: string, values: SqlValue[]): Promise<[unknown, unknown]>
  query(sql: string): Promise<unknown>
  release(): void
  destroy(): void
}

/** What this adapter uses of the pool of `mysql2/promise`. */
export interface Mysql2Pool {
  getConnection(): Promise<Mysql2Connection>
}

/**
 * MySQL and MariaDB by the pool of `mysql2/promise`, or by that of `mysql2`. With MySQL, mysql2 has to be 3.24 or
 * later: those before send every number as a float, which MySQL refuses for `limit ?`.
 *
 * ```ts
 * const pool = createPool({ uri: 'mysql://user:password@host/database', maxPreparedStatements: 200 })
 * const storage = sqlStorage(mysql2(pool))
 * ```
 *
 * `maxPreparedStatements` is for each connection; the server has a limit for all of them together (16,382). Leave
 * `rowsAsArray` off.
 *
 * A query that is given up costs its connection. It is not killed at the server, for that would take another connection
 * just when they may be lacking; the server ends it when it has rows to send. `max_execution_time` of MySQL, or
 * `max_statement_time` of MariaDB, about as long as a request may take, ends it sooner.
 */
export function mysql2(pool: Mysql2Pool | { promise(): Mysql2Pool }): SqlClient {
  const connections = 'promise' in pool ? pool.promise() : pool
  return pooled<Mysql2Connection>({
    dialect: 'mysql',
    begin: 'start transaction',
    connect: () => connections.getConnection(),
    // Integers go as the numbers they are: mysql2 sends them as the integers that the server asks for, or as doubles,
    // which are exact up to 2^53. Strings would be compared as text where no column gives them a type.
    run: async (connection, { sql, values }) => rowsOf((await connection.execute(sql, [...values]))[0]),
    command: (connection, sql) => connection.query(sql),
    release: (connection, broken) => (broken ? connection.destroy() : connection.release()),
    serverCode(error) {
      // The errors of sockets have an `errno` too, but no SQLSTATE.
      const code = typeof fieldOf(error, 'sqlState') === 'string' ? fieldOf(error, 'errno') : undefined
      if (typeof code === 'number') return code
      return fieldOf(error, 'fatal') === true ? 'lost' : undefined
    },
    breaks: (error) => typeof fieldOf(error, 'sqlState') !== 'string',
  })
}
