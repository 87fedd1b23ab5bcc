import type { SqlClient, SqlDialect, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { bareErrors, isNetworkError } from './driver.ts'
import { untilAborted } from './until-aborted.ts'

/** The differences between client libraries with a connection pool. */
export interface PooledLibrary<Connection> {
  readonly dialect: SqlDialect
  readonly begin: string
  connect(): Promise<Connection>
  run(connection: Connection, statement: SqlStatement): Promise<readonly SqlRow[]>
  command(connection: Connection, sql: string): Promise<unknown>
  /** Returns the connection to the pool, or closes it if it is broken. */
  release(connection: Connection, broken: boolean): void
  /** The server's code, if the error comes from the server. */
  serverCode(error: unknown): string | number | undefined
  /** Whether the error closes, or may close, the connection. */
  breaks(error: unknown): boolean
}

export function pooled<Connection>(library: PooledLibrary<Connection>): SqlClient {
  const errors = bareErrors()

  /** No library can cancel the wait for a connection. A connection that arrives after the abort is returned unused. */
  async function connectionFor(signal: AbortSignal | undefined): Promise<Connection> {
    signal?.throwIfAborted()
    const arriving = library.connect().catch(errors.remember)
    const giveBack = () => {
      arriving.then(
        (connection) => library.release(connection, false),
        () => {},
      )
    }
    const connection = await untilAborted(signal, () => arriving, giveBack)
    if (signal?.aborted) {
      library.release(connection, false)
      throw signal.reason
    }
    return connection
  }

  return {
    dialect: library.dialect,

    async query(statement, signal) {
      const connection = await connectionFor(signal)
      let broken = false
      const run = () =>
        library.run(connection, statement).catch((error) => {
          broken = library.breaks(error)
          return errors.remember(error)
        })
      try {
        // The connection is broken: the response of the running query would go to its next user.
        return await untilAborted(signal, run, () => {
          broken = true
        })
      } finally {
        library.release(connection, broken)
      }
    },

    async batch(statements, signal) {
      const connection = await connectionFor(signal)
      let broken = false
      try {
        const [first, ...more] = statements
        // A single statement is a transaction of its own and saves two round trips.
        if (first !== undefined && more.length === 0) return [await library.run(connection, first)]
        await library.command(connection, library.begin)
        const results: (readonly SqlRow[])[] = []
        for (const statement of statements) results.push(await library.run(connection, statement))
        await library.command(connection, 'commit')
        return results
      } catch (error) {
        broken = library.breaks(error)
        if (!broken) {
          await library.command(connection, 'rollback').catch(() => {
            broken = true
          })
        }
        return errors.remember(error)
      } finally {
        library.release(connection, broken)
      }
    },

    codeOf(error) {
      const code = library.serverCode(error)
      if (code !== undefined) return code
      return errors.has(error) || isNetworkError(error) ? 'lost' : undefined
    },
  }
}
