import type { SqlClient, SqlRow } from '../../src/storage/sql/client.ts'
import { causesOf, fieldOf, isNetworkError, sqliteValues } from './driver.ts'
import { untilAborted } from './until-aborted.ts'

interface LibsqlStatement {
  sql: string
  args: (string | number | bigint | null)[]
}

/** The methods of `Client` from `@libsql/client` that this adapter uses. */
export interface LibsqlClient {
  execute(statement: LibsqlStatement): Promise<{ rows: readonly SqlRow[] }>
  batch(statements: LibsqlStatement[], mode: 'write'): Promise<readonly { rows: readonly SqlRow[] }[]>
}

const GONE = /^(?:CLIENT_CLOSED|HRANA_CLOSED_ERROR|HRANA_WEBSOCKET_ERROR|STREAM_EXPIRED)$/

/**
 * libSQL with `@libsql/client`: a server or Turso over HTTP or WebSockets, or a file that only this process writes to.
 *
 * For a file with several writing processes, use `betterSqlite3` with the package `libsql`. After this client (0.18)
 * has met a lock of another process, its connection cannot commit until the failed statement is garbage-collected.
 *
 * The client cannot cancel a query: an aborted query continues.
 *
 * @example
 * ```ts
 * const client = createClient({ url: 'libsql://calendar-you.turso.io', authToken })
 * const storage = sqlStorage(libsql(client))
 * ```
 */
export function libsql(client: LibsqlClient): SqlClient {
  return {
    dialect: 'sqlite',
    async query({ sql, values }, signal) {
      const execute = () => client.execute({ sql, args: sqliteValues(values) })
      return (await untilAborted(signal, execute)).rows
    },
    async batch(statements, signal) {
      signal?.throwIfAborted()
      const prepared = statements.map(({ sql, values }) => ({ sql, args: sqliteValues(values) }))
      return (await client.batch(prepared, 'write')).map(({ rows }) => rows)
    },
    codeOf(error) {
      const causes = causesOf(error)
      for (const name of ['extendedCode', 'code']) {
        const code = fieldOf(error, name)
        if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
      }
      return isNetworkError(error) || causes.some(isRefusal) ? 'lost' : undefined
    },
  }
}

/** 5xx and 429 are outages. Other HTTP errors mean a wrong address or token, so a retry does not help. */
function isRefusal(cause: unknown): boolean {
  const status = fieldOf(cause, 'status')
  if (typeof status === 'number') return status >= 500 || status === 429
  // The error of a closed HTTP client has the code UNKNOWN. Its cause has a specific name.
  return GONE.test(String(fieldOf(cause, 'code'))) || fieldOf(cause, 'name') === 'ClosedError'
}
