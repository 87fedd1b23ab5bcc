import { statSync } from 'node:fs'
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

/** The path of the database; empty for one in memory. */
const FILE = "select file from pragma_database_list where name = 'main'"

export function localSqlite(library: LocalSqlite): SqlClient {
  /** LRU cache. Evicted statements are finalized by the garbage collector. */
  const prepared = new Map<string, PreparedStatement>()
  /** Errors after which nothing reaches the database any more. The libraries have no code for them. */
  const lost = new WeakSet<Error>()
  let file: OpenFile | undefined

  /** Throws if the file is no longer at its path: what is written to it would be gone with this process. */
  function checkFile(): void {
    file ??= new OpenFile(String(library.prepare(FILE)([])[0]?.file ?? ''))
    const trouble = file.trouble()
    if (trouble === undefined) return
    const error = new Error(trouble)
    lost.add(error)
    throw error
  }

  function run({ sql, values }: SqlStatement): readonly SqlRow[] {
    // In some libraries, a statement that was prepared before `close` still runs and keeps the database open.
    if (!library.isOpen()) prepared.clear()
    try {
      if (library.isOpen()) checkFile()
      const statement = prepared.get(sql) ?? library.prepare(sql)
      prepared.delete(sql)
      prepared.set(sql, statement)
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break
        prepared.delete(oldest)
      }
      return statement(sqliteValues(values))
    } catch (error) {
      if (error instanceof Error && !library.isOpen()) lost.add(error)
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
        checkFile()
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
      if (error instanceof Error && lost.has(error)) return 'lost'
      return library.resultCode(error)
    },
  }
}

/** A file that is open under its path: somebody may remove it, or put another one in its place. */
class OpenFile {
  readonly #path: string
  readonly #identity: string | undefined

  constructor(path: string) {
    this.#path = path
    this.#identity = identityAt(path)
  }

  /** Why it is not there any more. Also `undefined` where it never was at its path, as for what is in memory. */
  trouble(): string | undefined {
    if (this.#identity === undefined) return undefined
    const now = identityAt(this.#path)
    if (now === this.#identity) return undefined
    const what = now === undefined ? 'removed' : 'replaced by another one'
    return `The database file ${this.#path} was ${what} while it is open. Start the program again`
  }
}

function identityAt(path: string): string | undefined {
  if (path === '') return undefined
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
