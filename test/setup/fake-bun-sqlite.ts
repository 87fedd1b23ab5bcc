import type Database from 'libsql'
import type { BunSqliteDatabase } from '../../adapters/sql/bun-sqlite.ts'

/*
 * The `Database` of bun:sqlite by its shape, over SQLite in this process. It has no sign of being closed but errors
 * without a code; statements made by `prepare` go on working, on a database that has then not been closed at all.
 */

export interface FakeBunSqlite extends BunSqliteDatabase {
  run(sql: string): void
  close(): void
}

type Binding = string | number | bigint | null

export function fakeBunSqlite(db: Database.Database): FakeBunSqlite {
  const open = (message: string) => {
    if (!db.open) throw new RangeError(message)
    return db
  }
  return {
    prepare(sql) {
      const statement = asBun(() => open('Cannot use a closed database').prepare(sql))
      const expected = sql.replace(/'(?:[^']|'')*'/g, '').split('?').length - 1
      return {
        all(...values: Binding[]): unknown[] {
          if (values.length !== expected) throw new Error(`Expected ${expected} values, got ${values.length}`)
          const integers = values.map((value) => (Number.isSafeInteger(value) ? BigInt(value ?? 0) : value))
          return asBun(() => {
            if (statement.reader) return statement.all(integers)
            statement.run(integers)
            return []
          })
        },
      }
    },
    get inTransaction() {
      return open('Database has closed').inTransaction
    },
    run(sql) {
      asBun(() => open('Database has closed').exec(sql))
    },
    close() {
      db.close()
    },
  }
}

class SQLiteError extends Error {
  override readonly name = 'SQLiteError'
  readonly errno: unknown
  readonly code: string
  constructor(message: string, code: string, errno: unknown) {
    super(message)
    this.code = code
    this.errno = errno
  }
}

function asBun<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'rawCode' in error)) throw error
    throw new SQLiteError(error.message, String(error.code), error.rawCode)
  }
}
