import type { SqlClient, SqlDialect, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { fieldOf, isNetworkError } from './driver.ts'
import { untilAborted } from './until-aborted.ts'

/** What differs between the libraries that lend connections out of a pool. */
export interface PooledLibrary<Connection> {
  readonly dialect: SqlDialect
  readonly begin: string
  connect(): Promise<Connection>
  run(connection: Connection, statement: SqlStatement): Promise<readonly SqlRow[]>
  command(connection: Connection, sql: string): Promise<unknown>
  /** Back into the pool, or closed where it is broken. */
  release(connection: Connection, broken: boolean): void
  /** The server's own code, where the error is the server's. */
  serverCode(error: unknown): string | number | undefined
  /** Whether the connection is gone with this error, or may be. */
  breaks(error: unknown): boolean
}

export function pooled<Connection>(library: PooledLibrary<Connection>): SqlClient {
  /**
   * What the libraries throw for want of a connection often is a bare `Error`: a pool that is closed, full or too
   * slow, a connection that ended. Only where they were thrown tells those from any other.
   */
  const lost = new WeakSet<Error>()

  function remember(error: unknown): never {
    if (error instanceof Error && error.name === 'Error' && fieldOf(error, 'code') === undefined)
      lost.add(error)
    throw error
  }

  /** No library takes a wait for a connection back: one that comes when nobody waits any more goes back unused. */
  async function connectionFor(signal: AbortSignal | undefined): Promise<Connection> {
    signal?.throwIfAborted()
    const arriving = library.connect().catch(remember)
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
          return remember(error)
        })
      try {
        // What is still under way on it would answer whoever has it next.
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
        // One statement is a transaction of its own, with two questions less on the way.
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
        return remember(error)
      } finally {
        library.release(connection, broken)
      }
    },

    codeOf(error) {
      const code = library.serverCode(error)
      if (code !== undefined) return code
      return (error instanceof Error && lost.has(error)) || isNetworkError(error) ? 'lost' : undefined
    },
  }
}
