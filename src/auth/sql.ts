import { retryPolicy } from '../storage/shared/retry.ts'
import type { SqlClient, SqlDialect, SqlRow, SqlStatement } from '../storage/sql/client.ts'
import { DIALECTS } from '../storage/sql/database.ts'
import type { Dialect } from '../storage/sql/dialects/dialect.ts'
import { createNames, type NameOptions, type Names } from '../storage/sql/names.ts'
import type { SqlStorageOptions } from '../storage/sql/open.ts'
import { RetryingClient } from '../storage/sql/retrying-client.ts'
import { plain } from '../storage/sql/schema.ts'
import { StatementBuilder } from '../storage/sql/statement-builder.ts'
import type { Table } from '../storage/sql/tables.ts'
import type { CredentialStores } from './credential-stores.ts'
import { passwordIn, tokenIn } from './stored-credentials.ts'

export type { CredentialStores } from './credential-stores.ts'

/** `data` is the record as JSON. The other columns are for lookups. */
const PASSWORD: Table = {
  name: 'password',
  columns: [
    { name: 'id', type: 'text', width: 64 },
    { name: 'user_name', type: 'text', width: 254 },
    { name: 'data', type: 'text' },
  ],
  primary: ['id'],
  indexes: [['user_name', 'id']],
}

const TOKEN: Table = {
  name: 'token',
  columns: [
    { name: 'hash', type: 'text', width: 64 },
    { name: 'id', type: 'text', width: 64 },
    { name: 'data', type: 'text' },
  ],
  primary: ['hash'],
  unique: 'id',
  indexes: [],
}

/** The table that is created last. If it exists, both tables exist. */
const LAST = TOKEN

/**
 * Passwords and tokens in SQLite, PostgreSQL, MySQL or MariaDB: two tables, `calendar_password` and `calendar_token`,
 * with or without those of `sqlStorage`. The options are those of `sqlStorage`. Calls throw `StorageUnavailable` while the
 * database is unavailable. Clients get 503.
 *
 * @throws TypeError for an invalid option.
 *
 * @example
 * ```ts
 * import { sqlCredentials } from 'kalends/auth/sql'
 *
 * const credentials = sqlCredentials(client)
 * ```
 */
export function sqlCredentials(client: SqlClient, options: SqlStorageOptions = {}): CredentialStores {
  const dialect: Dialect = DIALECTS[client.dialect]
  const names = createNames(dialect, options)
  const database = new RetryingClient(client, dialect, retryPolicy(options))

  const where = (what: string, { name }: Table, column: string, value: string): SqlStatement => {
    const builder = new StatementBuilder(dialect)
    const condition = `${dialect.quote(column)} = ${builder.bind(value)}`
    return builder.statement(`${what} from ${names.table(name)} where ${condition}`)
  }
  const read = (table: Table, column: string, value: string) =>
    database.query(where('select data', table, column, value))

  async function remove(table: Table, id: string): Promise<void> {
    await database.batch([where('delete', table, 'id', id)])
  }

  async function put({ name, columns, primary }: Table, values: readonly string[]): Promise<void> {
    const builder = new StatementBuilder(dialect)
    const all = columns.map((column) => column.name)
    const others = all.filter((column) => !primary.includes(column))
    await database.batch([
      builder.statement(
        `insert into ${names.table(name)} (${all.map(dialect.quote).join(', ')}) values (${values.map(builder.bind).join(', ')}) ${dialect.overwrite(primary, others)}`,
      ),
    ])
  }

  return {
    passwords: {
      get: async (id) => (await read(PASSWORD, 'id', id)).map((row) => passwordIn(dataIn(row)))[0],
      put: (record) => put(PASSWORD, [record.id, record.user, JSON.stringify(record)]),
      remove: (id) => remove(PASSWORD, id),
      list: async (user) => (await read(PASSWORD, 'user_name', user)).map((row) => passwordIn(dataIn(row))),
    },
    tokens: {
      get: async (hash) => (await read(TOKEN, 'hash', hash)).map((row) => tokenIn(dataIn(row)))[0],
      put: (record) => put(TOKEN, [record.hash, record.id, JSON.stringify(record)]),
      remove: (id) => remove(TOKEN, id),
    },
    async migrate() {
      const isThere = (await database.query(dialect.exists(names, LAST.name))).length > 0
      if (!isThere) await database.batch([...dialect.alone, ...creation(dialect, names)].map(plain))
    },
  }
}

/**
 * Returns the SQL that `migrate()` runs, for hosts that run their own migrations. Safe to run again.
 *
 * @example
 * ```ts
 * import { migrationSql } from 'kalends/auth/sql'
 *
 * const script = migrationSql('postgres')
 * ```
 */
export function migrationSql(dialect: SqlDialect, options: NameOptions = {}): string {
  const names = createNames(DIALECTS[dialect], options)
  return `${creation(DIALECTS[dialect], names).join(';\n\n')};\n`
}

const creation = (dialect: Dialect, names: Names): string[] =>
  [PASSWORD, LAST].flatMap((table) => dialect.create(table, names))

const dataIn = ({ data }: SqlRow): string => {
  if (typeof data !== 'string') throw new TypeError('the database gave no text where one was expected')
  return data
}
