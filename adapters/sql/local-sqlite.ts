import type { SqlClient, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { sqliteValues } from './driver.ts'

/** What differs between the libraries that run SQLite inside the process, without a promise anywhere. */
export interface LocalSqlite {
  isOpen(): boolean
  prepare(sql: string): PreparedStatement
  /** SQLite's result code, where the error has one. */
  resultCode(error: unknown): string | number | undefined
}

type PreparedStatement = (values: (string | number | bigint | null)[]) => readonly SqlRow[]

const MOST_PREPARED = 200
const BEGIN = { sql: 'begin immediate', values: [] }
const COMMIT = { sql: 'commit', values: [] }
const ROLLBACK = { sql: 'rollback', values: [] }
/** What other connections committed moves the first number, what this one wrote the second. */
const REVISION = {
  sql: "select data_version || ' ' || total_changes() revision from pragma_data_version",
  values: [],
}

export function localSqlite(library: LocalSqlite): SqlClient {
  /** Least recently used first. Dropped ones are finalized with their garbage collection. */
  const prepared = new Map<string, PreparedStatement>()
  /** What was thrown since the host closed its database: the libraries have no code for that. */
  const afterClosing = new WeakSet<Error>()

  function run({ sql, values }: SqlStatement): readonly SqlRow[] {
    // What was prepared before the database was closed still runs in some libraries: on a database that is kept open.
    if (!library.isOpen()) prepared.clear()
    try {
      const statement = prepared.get(sql) ?? library.prepare(sql)
      prepared.delete(sql)
      prepared.set(sql, statement)
      for (const eldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break
        prepared.delete(eldest)
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
    // Without a pause, so that no other statement on the host's connection can get between.
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
          // Then SQLite has rolled back by itself, as it does for a full disk.
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
