import type Database from 'libsql'
import type { D1Client, D1Statement } from '../../adapters/sql/d1.ts'
import type { SqlRow } from '../../src/storage/sql/client.ts'

/*
 * Cloudflare's D1 by its shape, over SQLite in this process: its limits, its types, its errors (nothing but a message).
 * Numbers are bound as floats, as D1 does; `libsql` happens to do the same.
 */

const MOST_VALUES = 100
const LONGEST_STATEMENT = 100_000

export function fakeD1(db: Database.Database): D1Client {
  return {
    prepare: (sql) => new FakeStatement(db, sql),
    async batch(statements) {
      await Promise.resolve()
      if (statements.length === 0) throw failure('No SQL statements detected.')
      db.exec('begin immediate')
      try {
        const results = statements.map((statement) => {
          if (!(statement instanceof FakeStatement)) throw new TypeError('not a statement of this database')
          return { results: statement.run() }
        })
        db.exec('commit')
        return results
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
  }
}

class FakeStatement implements D1Statement {
  readonly #db: Database.Database
  readonly #sql: string
  readonly #values: readonly unknown[]

  constructor(db: Database.Database, sql: string, values: readonly unknown[] = []) {
    this.#db = db
    this.#sql = sql
    this.#values = values
  }

  bind(...values: unknown[]): D1Statement {
    for (const value of values) {
      if (['number', 'string', 'boolean'].includes(typeof value) || value === null) continue
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) continue
      throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`)
    }
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    return new FakeStatement(this.#db, this.#sql, bound)
  }

  async all(): Promise<{ results: SqlRow[] }> {
    await Promise.resolve()
    return { results: this.run() }
  }

  run(): SqlRow[] {
    const sql = this.#sql
    if (new TextEncoder().encode(sql).length > LONGEST_STATEMENT) {
      throw failure('statement too long: SQLITE_TOOBIG')
    }
    if (/^\s*(?:begin|commit|end|rollback|savepoint|release)\b/i.test(sql)) {
      throw failure('To execute a transaction, please use the state.storage.transaction() API')
    }
    if (placeholdersIn(sql) > MOST_VALUES) throw failure('too many SQL variables at offset 0: SQLITE_ERROR')
    if (this.#values.length !== placeholdersIn(sql)) {
      throw failure('Wrong number of parameter bindings for SQL query.')
    }
    try {
      const statement = this.#db.prepare(sql)
      if (statement.reader) return rows(statement.all(this.#values))
      statement.run(this.#values)
      return []
    } catch (error) {
      throw asD1(error)
    }
  }
}

function placeholdersIn(sql: string): number {
  return sql.replace(/'(?:[^']|'')*'|"[^"]*"|--.*/g, '').split('?').length - 1
}

function rows(list: unknown): SqlRow[] {
  return Array.isArray(list) ? list : []
}

function failure(message: string): Error {
  return new Error(`D1_ERROR: ${message}`, { cause: new Error(message) })
}

function asD1(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const extended = String(error.code)
  const [primary = extended] = /^SQLITE_[A-Z]+/.exec(extended) ?? []
  return failure(`${error.message}: ${primary}${primary === extended ? '' : ` (extended: ${extended})`}`)
}
