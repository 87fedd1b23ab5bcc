import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { sqlStateOf } from './driver.ts'
import { pooled } from './pooled.ts'

/** What this adapter uses of a connection from `Pool`. */
export interface PgConnection {
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
  release(broken: boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

/** What this adapter uses of `Pool`. */
export interface PgPool {
  connect(callback: (error: Error | undefined, connection: PgConnection | undefined) => void): void
}

const MOST_PREPARED = 200
// By these the server ends the connection. The severity would say so as well, but in the server's language.
const ENDED = /^(?:08|57P|25P0[34]|XX)/

/**
 * PostgreSQL by the `Pool` of `pg`.
 *
 * ```ts
 * const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000 })
 * pool.on('error', (error) => console.error(error)) // else an idle connection that breaks ends the process
 * const storage = sqlStorage(pg(pool))
 * ```
 *
 * Without `connectionTimeoutMillis`, requests wait for a free connection as long as it takes. A pooler in between
 * has to keep prepared statements, as PgBouncer does from 1.21.
 *
 * A query that is given up costs its connection, for pg (8.23) has no public way to cancel one. PostgreSQL does not hear
 * of that before it has rows to send: `statement_timeout`, about as long as a request may take, or from PostgreSQL 14
 * `client_connection_check_interval`, ends at the server what nobody waits for.
 */
export function pg(pool: PgPool): SqlClient {
  /** pg drops no prepared statement, and has each of them on each connection: so there can't be any number of them. */
  const names = new Map<string, string>()

  function nameFor({ sql, planAnew }: SqlStatement): { name?: string } {
    if (planAnew) return {}
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
        // A callback, for with a promise the connection might break before there is a listener.
        pool.connect((error, connection) => {
          if (connection === undefined) return reject(error)
          connection.on('error', ignore)
          resolve(connection)
        })
      }),
    run: async (connection, statement) =>
      (await connection.query({ ...nameFor(statement), text: statement.sql, values: [...statement.values] }))
        .rows,
    command: (connection, text) => connection.query({ text }),
    release(connection, broken) {
      connection.release(broken)
      connection.off('error', ignore)
    },
    serverCode: sqlStateOf,
    breaks: (error) => ENDED.test(sqlStateOf(error) ?? '08'),
  })
}

/** A borrowed connection that breaks ends the process unless someone listens; its statement fails as well. */
function ignore() {}

/** Made from the text alone, for two clients on one pool must not give one name to two texts. 64 bits (FNV-1a). */
function nameOf(sql: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(sql)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return `events_api_${hash.toString(36)}`
}
