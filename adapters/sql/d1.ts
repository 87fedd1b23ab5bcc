import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { untilAborted } from './until-aborted.ts'

/** The methods of D1's prepared statements that this adapter uses. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: SqlRow[] }>
}

/** The methods of `D1Database` and `D1DatabaseSession` that this adapter uses. */
export interface D1Client {
  prepare(sql: string): D1Statement
  batch(statements: D1Statement[]): Promise<{ results: SqlRow[] }[]>
}

/*
 * D1's errors have only a message, so this adapter parses it: SQLite's code at the end, as in `D1_ERROR: UNIQUE
 * constraint failed: t.a: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)`, and the messages that
 * https://developers.cloudflare.com/d1/observability/debug-d1 lists as retryable.
 */
const CODE = /: (SQLITE_\w+)(?: \(extended: (SQLITE_\w+)\))?$/
const LOST =
  /Network connection lost|object to be reset|reset because its code|Cannot resolve D1|client disconnected|is overloaded/

/**
 * Cloudflare D1. A D1 batch is a transaction; a statement binds at most 100 values.
 *
 * With read replication, pass `env.DB.withSession('first-primary')`, one per request. A plain binding may read from a
 * replica that does not have the last write yet.
 *
 * D1 cannot cancel a query: an aborted query continues.
 *
 * @example
 * ```ts
 * const storage = sqlStorage(d1(env.DB))
 * ```
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
      if (statements.length === 0) return [] // D1 rejects an empty batch
      return (await database.batch(statements.map(bound))).map(({ results }) => results)
    },
    codeOf(error) {
      if (!(error instanceof Error)) return undefined
      const [, code, extended] = CODE.exec(error.message) ?? []
      return extended ?? code ?? (LOST.test(error.message) ? 'lost' : undefined)
    },
  }
}
