import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { sqlStateOf } from './driver.ts'
import { pooled } from './pooled.ts'

/** The methods of a connection from `Pool` that this adapter uses. */
export interface PgConnection {
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
  release(broken: boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** The methods of `Pool` that this adapter uses. */
export interface PgPool {
  connect(callback: (error: Error | undefined, connection: PgConnection | undefined) => void): void
}

const MOST_PREPARED = 200
/** A prepared statement that is not there, or is there already: the connection behind a pooler is another one. */
const LOST_STATEMENT = /^(?:26000|42P05)$/
// With these codes the server closes the connection. The severity also shows it, but in the server's language.
const ENDED = /^(?:08|57P|25P0[34]|XX)/

/**
 * PostgreSQL with the `Pool` of `pg`.
 *
 * Without `connectionTimeoutMillis`, requests wait for a free connection without a limit. Behind a pooler that loses
 * prepared statements, as PgBouncer before 1.21 in transaction mode, the adapter stops using them after the first error.
 *
 * An aborted query closes its connection, because pg (8.23) has no public API to cancel a query. PostgreSQL notices
 * this only when it has rows to send. To stop such queries at the server earlier, set `statement_timeout` to about the
 * time limit of a request, or, from PostgreSQL 14, `client_connection_check_interval`.
 *
 * @example
 * ```ts
 * const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000 })
 * pool.on('error', (error) => console.error(error)) // without it, a lost idle connection ends the process
 * const storage = sqlStorage(pg(pool))
 * ```
 */
export function pg(pool: PgPool): SqlClient {
  /**
   * Names of prepared statements. pg never drops them and prepares each on every connection, so their number is
   * limited.
   */
  const names = new Map<string, string>()

  /** Whether a pooler has lost a prepared statement: then none is used any more. */
  let losesStatements = false

  function nameFor({ sql, planAnew }: SqlStatement): { name?: string } {
    if (planAnew || losesStatements) return {}
    const name = names.get(sql) ?? (names.size < MOST_PREPARED ? nameOf(sql) : undefined)
    if (name === undefined) return {}
    names.set(sql, name)
    return { name }
  }

  return pooled<PgConnection>({
    dialect: 'postgres',
    begin: 'begin',
    connect: () =>
      new Promise((resolve, reject) => {
        // Use the callback: with a promise, the connection could break before the listener is added.
        pool.connect((error, connection) => {
          if (connection === undefined) return reject(error)
          connection.on('error', ignore)
          resolve(connection)
        })
      }),
    async run(connection, statement) {
      const query = { ...nameFor(statement), text: statement.sql, values: [...statement.values] }
      try {
        return (await connection.query(query)).rows
      } catch (error) {
        // The storage repeats what ends with these codes.
        if (LOST_STATEMENT.test(sqlStateOf(error) ?? '')) losesStatements = true
        throw error
      }
    },
    command: (connection, text) => connection.query({ text }),
    release(connection, broken) {
      connection.release(broken)
      connection.off('error', ignore)
    },
    serverCode: sqlStateOf,
    breaks: (error) => ENDED.test(sqlStateOf(error) ?? '08'),
  })
}

/** If a borrowed connection breaks without a listener, the process ends. The running statement fails anyway. */
function ignore() {}

/** A hash of the text (64-bit FNV-1a), so that two clients on one pool never use one name for two texts. */
function nameOf(sql: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(sql)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return `kalends_${hash.toString(36)}`
}
