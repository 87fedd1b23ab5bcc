import type { SqlClient } from '../../src/storage/sql/client.ts'
import { type BetterSqlite3Database, betterSqlite3 } from './better-sqlite3.ts'
import { type BunSqliteDatabase, bunSqlite } from './bun-sqlite.ts'
import { type D1Client, d1 } from './d1.ts'
import { fieldOf } from './driver.ts'
import { type LibsqlClient, libsql } from './libsql.ts'
import { type Mysql2Pool, mysql2 } from './mysql2.ts'
import { type PgPool, pg } from './pg.ts'
import { type PGliteDatabase, pglite } from './pglite.ts'
import { type PostgresJs, postgresJs } from './postgres.ts'

/** The client libraries below Drizzle that this adapter knows. */
export type DrizzleClient =
  | PgPool
  | PostgresJs
  | PGliteDatabase
  | Mysql2Pool
  | { promise(): Mysql2Pool }
  | BetterSqlite3Database
  | BunSqliteDatabase
  | LibsqlClient
  | D1Client

/**
 * The client library of your Drizzle database: `drizzle(db)` is `pg(db.$client)`, `postgresJs(db.$client)`, and so on.
 *
 * Drizzle hands out no connections, but it has the pool that you gave to it or that it made. The drivers are `pg` with
 * a `Pool`, `postgres`, PGlite, `mysql2` with a pool, `better-sqlite3`, `bun:sqlite`, `@libsql/client` and D1. See the
 * adapter of each for what it needs.
 *
 * @throws TypeError for another driver.
 *
 * @example
 * ```ts
 * import { drizzle as drizzleOf } from 'drizzle-orm/node-postgres'
 *
 * const db = drizzleOf(pool)
 * const storage = sqlStorage(drizzle(db))
 * ```
 */
export function drizzle({ $client: client }: { readonly $client: DrizzleClient }): SqlClient {
  if ('unsafe' in client) return postgresJs(client)
  if ('getConnection' in client || 'promise' in client) return mysql2(client)
  if ('execute' in client) return libsql(client)
  if ('batch' in client) return d1(client)
  if ('open' in client) return betterSqlite3(client)
  if ('inTransaction' in client) return bunSqlite(client)
  if ('transaction' in client) return pglite(client)
  // A single client of `pg` also has `connect`, but no idle connections to count.
  if ('connect' in client && typeof fieldOf(client, 'idleCount') === 'number') return pg(client)
  throw new TypeError(
    'drizzle: the driver of this database is not known. Pass its client to an adapter of its own',
  )
}
