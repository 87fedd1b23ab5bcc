import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { sqlStateOf } from './driver.ts'
import { untilAborted, untilBegun } from './until-aborted.ts'

interface PGliteQueries {
  query(sql: string, values: unknown[]): Promise<{ rows: SqlRow[] }>
}

/** The methods of `PGlite` that this adapter uses. */
export interface PGliteDatabase extends PGliteQueries {
  transaction(work: (tx: PGliteQueries) => Promise<void>): Promise<void>
  readonly closed: boolean
}

/**
 * PostgreSQL inside the process, with `@electric-sql/pglite`: for development, tests and browsers. It has one
 * connection with a queue. An aborted query still runs when its turn comes.
 *
 * @example
 * ```ts
 * const storage = sqlStorage(pglite(await PGlite.create('./calendar')))
 * ```
 */
export function pglite(db: PGliteDatabase): SqlClient {
  /** PGlite's error for a closed database has no code. */
  const afterClosing = new WeakSet<Error>()
  const run = async ({ sql, values }: SqlStatement, queries: PGliteQueries) =>
    (await queries.query(sql, [...values])).rows
  const remember = (error: unknown) => {
    if (error instanceof Error && db.closed) afterClosing.add(error)
    throw error
  }
  return {
    dialect: 'postgres',
    query: (statement, signal) => untilAborted(signal, () => run(statement, db).catch(remember)),
    async batch(statements, signal) {
      const results: SqlRow[][] = []
      await untilBegun(signal, (begin) => {
        const work = async (tx: PGliteQueries) => {
          begin()
          for (const statement of statements) results.push(await run(statement, tx))
        }
        return db.transaction(work).catch(remember)
      })
      return results
    },
    codeOf(error) {
      if (error instanceof Error && afterClosing.has(error)) return 'lost'
      return sqlStateOf(error)
    },
  }
}
