import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../src/storage/sql/client.ts'
import { fieldOf, isNetworkError, sqlStateOf } from './driver.ts'

interface PostgresJsQueries {
  unsafe(sql: string, values: SqlValue[], options: { prepare: boolean }): PromiseLike<readonly SqlRow[]>
}

/** What this adapter uses of the `sql` of `postgres`. */
export interface PostgresJs extends PostgresJsQueries {
  begin(work: (sql: PostgresJsQueries) => Promise<void>): Promise<unknown>
}

const LOST = /^CONNECT(?:ION_(?:CLOSED|ENDED|DESTROYED)|_TIMEOUT)$/
const ENDED = /^(?:57P0[1245]|25P0[34])/
const MOST_PLACES = 20

/**
 * PostgreSQL by `postgres` (postgres.js).
 *
 * ```ts
 * const sql = postgres('postgres://user:password@host/database', { connect_timeout: 5, fetch_types: false })
 * const storage = sqlStorage(postgresJs(sql))
 * ```
 *
 * `fetch_types`, which the calendar has no need of, is a query on each new connection; when the connection is lost
 * meanwhile, postgres.js (3.4.9) leaves a rejection that nobody handles, which ends the process. Set no `transform`:
 * the names of columns have to come as they are. Behind a pooler that cannot keep prepared statements, set
 * `prepare: false`.
 */
export function postgresJs(sql: PostgresJs): SqlClient {
  const run = ({ sql: text, values, planAnew }: SqlStatement, queries: PostgresJsQueries) =>
    queries.unsafe(text, [...values], { prepare: planAnew !== true })

  function codeOf(error: unknown) {
    const code = sqlStateOf(error)
    if (code !== undefined) return code
    return isNetworkError(error) || LOST.test(String(fieldOf(error, 'code'))) ? 'lost' : undefined
  }

  // postgres.js (3.4.9) keeps the error by which a server ended a connection, and throws it once more at the first that
  // has this place in the pool afterwards, before anything of it is sent. What was under way had CONNECTION_CLOSED.
  async function afresh<T>(ask: () => Promise<T>): Promise<T> {
    for (let places = MOST_PLACES; ; places--) {
      try {
        return await ask()
      } catch (error) {
        if (places === 0 || !ENDED.test(sqlStateOf(error) ?? '')) throw error
      }
    }
  }

  const batch = (statements: readonly SqlStatement[]) =>
    new Promise<readonly (readonly SqlRow[])[]>((resolve, reject) => {
      let results: readonly (readonly SqlRow[])[] = []
      const work = async (tx: PostgresJsQueries) => {
        try {
          // All are sent before the first is answered; `all` fails with the first that failed.
          results = await Promise.all(statements.map((statement) => run(statement, tx)))
        } catch (error) {
          if (codeOf(error) !== 'lost') throw error
          // postgres.js (3.4.9) would now send `rollback` into the socket that is gone, and that ends the whole
          // process with a TypeError which nobody can catch. What never ends is never rolled back; the server
          // has done it, and the connection was given up when its socket closed.
          reject(error)
          await new Promise(() => {})
        }
      }
      sql.begin(work).then(() => resolve(results), reject)
    })

  return {
    dialect: 'postgres',
    query: (statement) => afresh(async () => run(statement, sql)),
    async batch(statements) {
      const [first, ...more] = statements
      // One statement is a transaction of its own, with two questions less on the way.
      if (first !== undefined && more.length === 0) return [await afresh(async () => run(first, sql))]
      return afresh(() => batch(statements))
    },
    codeOf,
  }
}
