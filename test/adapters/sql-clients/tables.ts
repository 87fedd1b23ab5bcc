import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type {
  SqlClient,
  SqlDialect,
  SqlRow,
  SqlStatement,
  SqlValue,
} from '../../../src/storage/sql/client.ts'

/** A statement with `?` for each value, as this dialect writes it. Its text must have no other question marks. */
export function statement(dialect: SqlDialect, sql: string, ...values: SqlValue[]): SqlStatement {
  let place = 0
  return { sql: dialect === 'postgres' ? sql.replace(/\?/g, () => `$${++place}`) : sql, values }
}

export function ask(client: SqlClient, sql: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
  return client.query(statement(client.dialect, sql, ...values))
}

/** A table until the test ends. It is told apart from those of tests that run beside it by its name. */
export async function newTable(client: SqlClient, columns: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const types: Readonly<Record<string, string>> = {
    real: client.dialect === 'sqlite' ? 'real' : 'double precision',
    text: client.dialect === 'mysql' ? 'varchar(200) character set utf8mb4' : 'text',
  }
  const written = columns.replace(/\b(?:real|text)\b/g, (type) => types[type] ?? type)
  await ask(client, `create table ${name} (${written})`)
  onTestFinished(async () => {
    await ask(client, `drop table ${name}`)
  })
  return name
}

/** What an error's code says, in a word that all have in common where there is one. */
export function meaningOf(client: SqlClient, error: unknown): string | number | undefined {
  const code = client.codeOf(error)
  if (client.dialect !== 'sqlite') {
    const constraints: unknown[] = ['23505', '23514', 1062, 3819, 4025]
    return constraints.includes(code) ? 'constraint' : code
  }
  const primary = typeof code === 'number' ? code & 0xff : /^SQLITE_[A-Z]+/.exec(code ?? '')?.[0]
  if (primary === 19 || primary === 'SQLITE_CONSTRAINT') return 'constraint'
  return primary === 5 || primary === 'SQLITE_BUSY' ? 'busy' : code
}
