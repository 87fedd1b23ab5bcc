import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { untilAborted } from './until-aborted.ts'

/** What this adapter uses of D1's prepared statements. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: SqlRow[] }>
}

/** What this adapter uses of `D1Database` and of `D1DatabaseSession`. */
export interface D1Client {
  prepare(sql: string): D1Statement
  batch(statements: D1Statement[]): Promise<{ results: SqlRow[] }[]>
}

/*
 * D1's errors have nothing but a message, so that has to be read: SQLite's code at its end,
 * `D1_ERROR: UNIQUE constraint failed: t.a: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)`,
 * and the sentences that https://developers.cloudflare.com/d1/observability/debug-d1 lists as worth another try.
 */
const CODE = /: (SQLITE_\w+)(?: \(extended: (SQLITE_\w+)\))?$/
const LOST =
  /Network connection lost|object to be reset|reset because its code|Cannot resolve D1|client disconnected|is overloaded/

/**
 * Cloudflare D1. Its batch is a transaction; it binds at most 100 values in a statement.
 *
 * ```ts
 * const storage = sqlStorage(d1(env.DB))
 * ```
 *
 * With read replication, hand in `env.DB.withSession('first-primary')`, one for each request: a plain binding may
 * read from a copy that has not heard of the last write.
 *
 * D1 has no way to end a query: one that is given up runs on.
 */
export function d1(database: D1Client): SqlClient {
  const bound = ({ sql, values }: SqlStatement) => database.prepare(sql).bind(...values)
  return {
    dialect: 'sqlite',
    async query(statement, signal) {
      return (await untilAborted(signal, () => bound(statement).all())).results
    },
    async batch(statements, signal) {
      signal?.throwIfAborted()
      if (statements.length === 0) return [] // which D1 takes for a mistake
      return (await database.batch(statements.map(bound))).map(({ results }) => results)
    },
    codeOf(error) {
      if (!(error instanceof Error)) return undefined
      const [, code, extended] = CODE.exec(error.message) ?? []
      return extended ?? code ?? (LOST.test(error.message) ? 'lost' : undefined)
    },
  }
}
