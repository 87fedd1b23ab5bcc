import type { SqlClient, SqlDialect, SqlStatement } from '../../src/storage/sql/client.ts'
import { bareErrors, fieldOf, isNetworkError, rowsOf, sqliteValues } from './driver.ts'
import { untilAborted } from './until-aborted.ts'

/** The members of `PrismaClient` that this adapter uses. */
export interface PrismaDatabase<Query extends PromiseLike<unknown>> {
  readonly _activeProvider: string
  $queryRawUnsafe(sql: string, ...values: unknown[]): Query
  $transaction(queries: Query[]): Promise<unknown[]>
}

const DIALECTS: ReadonlyMap<string, SqlDialect> = new Map([
  ['postgresql', 'postgres'],
  ['sqlite', 'sqlite'],
])

/** Prisma's codes for: no connection, no connection in time, a connection that ended, no transaction in time. */
const LOST = /^P(?:100[128]|1017|2024|2028)$/
const LOST_KINDS = /^(?:DatabaseNotReachable|ConnectionClosed|TooManyConnections|TlsConnectionError)$/

/** SQLite adapters of Prisma may drop the result code of an error within a transaction. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['SocketTimeout', 'SQLITE_BUSY'],
  ['UniqueConstraintViolation', 'SQLITE_CONSTRAINT'],
  ['NullConstraintViolation', 'SQLITE_CONSTRAINT'],
])

/**
 * SQLite and PostgreSQL with your `PrismaClient`, from Prisma 7 on.
 *
 * The tables of the calendar are not part of your Prisma schema. Make them by `api.migrate()`, and give them a
 * PostgreSQL schema of their own (`sqlStorage(…, { schema: 'calendar' })`), so that `prisma migrate` does not report
 * them as drift. An aborted query continues. Each query costs more than by the driver below Prisma: where that matters,
 * give the calendar a `pg` pool or a SQLite database of its own.
 *
 * @throws TypeError for another provider.
 *
 * @example
 * ```ts
 * const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
 * const storage = sqlStorage(prisma(client))
 * ```
 */
export function prisma<Query extends PromiseLike<unknown>>(client: PrismaDatabase<Query>): SqlClient {
  const dialect = DIALECTS.get(client._activeProvider)
  if (dialect === undefined)
    throw new TypeError(
      `prisma: the provider is ${client._activeProvider}, not sqlite or postgresql. For MySQL, pass a pool to mysql2()`,
    )
  const errors = bareErrors()
  const run = ({ sql, values }: SqlStatement) =>
    client.$queryRawUnsafe(sql, ...(dialect === 'sqlite' ? sqliteValues(values) : values))

  return {
    dialect,
    query: async (statement, signal) =>
      rowsOf(await untilAborted(signal, () => Promise.resolve(run(statement)).catch(errors.remember))),
    async batch(statements, signal) {
      signal?.throwIfAborted()
      return (await client.$transaction(statements.map(run)).catch(errors.remember)).map(rowsOf)
    },
    codeOf(error) {
      const code = fieldOf(error, 'code') ?? fieldOf(error, 'errorCode')
      const cause = fieldOf(fieldOf(fieldOf(error, 'meta'), 'driverAdapterError'), 'cause')
      if (LOST.test(String(code)) || LOST_KINDS.test(String(fieldOf(cause, 'kind')))) return 'lost'
      const original = fieldOf(cause, 'originalCode')
      if (typeof original === 'string') return /^\d{1,4}$/.test(original) ? Number(original) : original
      const meant = KINDS.get(fieldOf(cause, 'kind'))
      if (meant !== undefined && dialect === 'sqlite') return meant
      return errors.has(error) || isNetworkError(error) ? 'lost' : undefined
    },
  }
}
