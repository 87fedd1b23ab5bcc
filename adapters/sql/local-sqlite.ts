import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { sqliteValues } from './driver.ts'

/** The differences between synchronous SQLite libraries. */
export interface LocalSqlite {
  isOpen(): boolean
  prepare(sql: string): PreparedStatement
  /** SQLite's result code, if the error has one. */
  resultCode(error: unknown): string | number | undefined
}

type PreparedStatement = (values: (string | number | bigint | null)[]) => readonly SqlRow[]

const MOST_PREPARED = 200
const BEGIN = { sql: 'begin immediate', values: [] }
const COMMIT = { sql: 'commit', values: [] }
const ROLLBACK = { sql: 'rollback', values: [] }
/** The first number changes with commits of other connections, the second with writes of this one. */
const REVISION = {
  sql: "select data_version || ' ' || total_changes() revision from pragma_data_version",
  values: [],
}

export function localSqlite(library: LocalSqlite): SqlClient {
  /** LRU cache. Evicted statements are finalized by the garbage collector. */
  const prepared = new Map<string, PreparedStatement>()
  /** Errors thrown after the host closed its database. The libraries have no code for them. */
  const afterClosing = new WeakSet<Error>()

  function run({ sql, values }: SqlStatement): readonly SqlRow[] {
    // In some libraries, a statement that was prepared before `close` still runs and keeps the database open.
    if (!library.isOpen()) prepared.clear()
    try {
      const statement = prepared.get(sql) ?? library.prepare(sql)
      prepared.delete(sql)
      prepared.set(sql, statement)
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break
        prepared.delete(oldest)
      }
      return statement(sqliteValues(values))
    } catch (error) {
      if (error instanceof Error && !library.isOpen()) afterClosing.add(error)
      throw error
    }
  }

  return {
    dialect: 'sqlite',
    async query(statement, signal) {
      signal?.throwIfAborted()
      return run(statement)
    },
    // Synchronous, so that no other statement runs on the host's connection in between.
    async batch(statements, signal) {
      signal?.throwIfAborted()
      run(BEGIN)
      try {
        const results = statements.map(run)
        run(COMMIT)
        return results
      } catch (error) {
        try {
          run(ROLLBACK)
        } catch {
          // SQLite has already rolled back, as it does for a full disk.
        }
        throw error
      }
    },
    async revision() {
      return String(run(REVISION)[0]?.revision)
    },
    codeOf(error) {
      if (error instanceof Error && afterClosing.has(error)) return 'lost'
      return library.resultCode(error)
    },
  }
}
