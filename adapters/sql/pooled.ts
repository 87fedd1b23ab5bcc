import type { SqlClient, SqlDialect, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { fieldOf, isNetworkError } from './driver.ts'

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

  async function onConnection<T>(work: (connection: Connection) => Promise<T>, undo?: string): Promise<T> {
    const connection = await library.connect().catch(remember)
    let broken = false
    try {
      return await work(connection)
    } catch (error) {
      broken = library.breaks(error)
      if (undo && !broken) {
        await library.command(connection, undo).catch(() => {
          broken = true
        })
      }
      return remember(error)
    } finally {
      library.release(connection, broken)
    }
  }

  return {
    dialect: library.dialect,
    query: (statement) => onConnection((connection) => library.run(connection, statement)),
    batch: (statements) =>
      onConnection(async (connection) => {
        const [first, ...more] = statements
        // One statement is a transaction of its own, with two questions less on the way.
        if (first !== undefined && more.length === 0) return [await library.run(connection, first)]
        await library.command(connection, library.begin)
        const results: (readonly SqlRow[])[] = []
        for (const statement of statements) results.push(await library.run(connection, statement))
        await library.command(connection, 'commit')
        return results
      }, 'rollback'),
    codeOf(error) {
      const code = library.serverCode(error)
      if (code !== undefined) return code
      return (error instanceof Error && lost.has(error)) || isNetworkError(error) ? 'lost' : undefined
    },
  }
}
