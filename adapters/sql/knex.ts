import type { SqlClient } from '../../src/storage/sql/client.ts'
import { type BetterSqlite3Database, betterSqlite3 } from './better-sqlite3.ts'
import { bareErrors, fieldOf, sqliteCodeOf } from './driver.ts'
import { type Mysql2Connection, mysql2 } from './mysql2.ts'
import { type PgConnection, pg } from './pg.ts'
import { untilAborted, untilBegun } from './until-aborted.ts'

interface KnexPool<Connection> {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): PromiseLike<void>
}

/** A connection of Knex. Knex closes it instead of using it again if `__knex__disposed` is set. */
interface Disposable {
  __knex__disposed?: unknown
}

interface KnexPgConnection extends Disposable, Omit<PgConnection, 'release'> {
  end(): Promise<void>
}

interface KnexMysql2Connection extends Disposable {
  promise(): Omit<Mysql2Connection, 'release'>
}

/** The members of `knex.client` that this adapter uses. */
export type KnexClient =
  | ({ readonly driverName: 'pg' } & KnexPool<KnexPgConnection>)
  | ({ readonly driverName: 'mysql2' } & KnexPool<KnexMysql2Connection>)
  | ({ readonly driverName: 'better-sqlite3' } & KnexPool<BetterSqlite3Database>)

/** The members of `Knex` that this adapter uses. */
export interface KnexDatabase {
  readonly client: KnexClient
}

/**
 * SQLite, PostgreSQL, MySQL and MariaDB with the pool of your `knex`: its clients `better-sqlite3`, `pg` and `mysql2`.
 *
 * The statements go to the driver's connection, so `postProcessResponse` and `wrapIdentifier` are not applied. See `pg`,
 * `mysql2` and `betterSqlite3` for what these drivers need. While Knex's pool of one SQLite connection is in use by a
 * transaction of yours, the calendar waits.
 *
 * @throws TypeError for another client.
 *
 * @example
 * ```ts
 * import Knex from 'knex'
 *
 * const db = Knex({ client: 'pg', connection })
 * const storage = sqlStorage(knex(db))
 * ```
 */
export function knex({ client }: KnexDatabase): SqlClient {
  switch (client.driverName) {
    case 'pg':
      return overPg(client)
    case 'mysql2':
      return overMysql2(client)
    case 'better-sqlite3':
      return overSqlite(client)
    default:
      throw new TypeError('knex: the client is not pg, mysql2 or better-sqlite3')
  }
}

function overPg(pool: KnexPool<KnexPgConnection>): SqlClient {
  const borrowed = (connection: KnexPgConnection): PgConnection => ({
    query: (statement) => connection.query(statement),
    on: (event, listener) => connection.on(event, listener),
    off: (event, listener) => connection.off(event, listener),
    release(broken) {
      if (broken) {
        connection.__knex__disposed = 'broken'
        connection.end().catch(ignore)
      }
      giveBack(pool, connection)
    },
  })
  return pg({
    connect(callback) {
      acquire(pool).then(
        (connection) => callback(undefined, borrowed(connection)),
        (error) => callback(error, undefined),
      )
    },
  })
}

function overMysql2(pool: KnexPool<KnexMysql2Connection>): SqlClient {
  return mysql2({
    async getConnection() {
      const connection = await acquire(pool)
      const queries = connection.promise()
      return {
        connection,
        execute: (sql, values) => queries.execute(sql, values),
        query: (sql) => queries.query(sql),
        release: () => giveBack(pool, connection),
        destroy() {
          connection.__knex__disposed = 'broken'
          queries.destroy()
          giveBack(pool, connection)
        },
      }
    },
  })
}

function overSqlite(pool: KnexPool<BetterSqlite3Database>): SqlClient {
  const errors = bareErrors()
  const clients = new WeakMap<BetterSqlite3Database, SqlClient>()
  /** Borrows the connection, so that no transaction of the host is open on it. */
  async function withClient<T>(work: (client: SqlClient) => Promise<T>): Promise<T> {
    const connection = await acquire(pool).catch(errors.remember)
    const client = clients.get(connection) ?? betterSqlite3(connection)
    clients.set(connection, client)
    try {
      return await work(client)
    } finally {
      giveBack(pool, connection)
    }
  }
  return {
    dialect: 'sqlite',
    query: (statement, signal) => untilAborted(signal, () => withClient((client) => client.query(statement))),
    batch: (statements, signal) =>
      untilBegun(signal, (begin) =>
        withClient((client) => {
          begin()
          return client.batch(statements)
        }),
      ),
    codeOf: (error) => (errors.has(error) ? 'lost' : sqliteCodeOf(error)),
  }
}

/** The connection could become free too late: then Knex throws an error of its own, and otherwise a bare one. */
async function acquire<C>(pool: KnexPool<C>): Promise<C> {
  try {
    return await pool.acquireConnection()
  } catch (error) {
    if (fieldOf(error, 'name') !== 'KnexTimeoutError') throw error
    throw new Error('knex: no connection became free in time', { cause: error })
  }
}

function giveBack<C>(pool: KnexPool<C>, connection: C): void {
  pool.releaseConnection(connection).then(ignore, ignore)
}

function ignore() {}
