import type { SqlClient, SqlRow } from '../../src/storage/sql/client.ts'
import { causesOf, fieldOf, isNetworkError, sqliteValues } from './driver.ts'
import { untilAborted } from './until-aborted.ts'

interface LibsqlStatement {
  sql: string
  args: (string | number | bigint | null)[]
}

/** What this adapter uses of `@libsql/client`'s `Client`. */
export interface LibsqlClient {
  execute(statement: LibsqlStatement): Promise<{ rows: readonly SqlRow[] }>
  batch(statements: LibsqlStatement[], mode: 'write'): Promise<readonly { rows: readonly SqlRow[] }[]>
}

const GONE = /^(?:CLIENT_CLOSED|HRANA_CLOSED_ERROR|HRANA_WEBSOCKET_ERROR|STREAM_EXPIRED)$/

/**
 * libSQL by `@libsql/client`: a server or Turso over HTTP and websockets, or a file that this process alone writes to.
 *
 * ```ts
 * const client = createClient({ url: 'libsql://calendar-you.turso.io', authToken })
 * const storage = sqlStorage(libsql(client))
 * ```
 *
 * A file that several processes write to wants `betterSqlite3` with the package `libsql`: once this client (0.18) has
 * met another's lock, its connection commits nothing until the garbage collection takes the statement that failed.
 *
 * The client has no way to end a query: one that is given up runs on.
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

/** 5xx and 429 of the server; the other HTTP errors are a wrong address or token, which waiting does not mend. */
function isRefusal(cause: unknown): boolean {
  const status = fieldOf(cause, 'status')
  if (typeof status === 'number') return status >= 500 || status === 429
  // The HTTP client, when closed, gives its error the code UNKNOWN; the cause has a name of its own.
  return GONE.test(String(fieldOf(cause, 'code'))) || fieldOf(cause, 'name') === 'ClosedError'
}
