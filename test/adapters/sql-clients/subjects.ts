import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createClient } from '@libsql/client'
import { drizzle as drizzleOnLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzleOnMysql2 } from 'drizzle-orm/mysql2'
import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { d1 } from 'kalends/adapters/sql/d1'
import { drizzle } from 'kalends/adapters/sql/drizzle'
import { knex } from 'kalends/adapters/sql/knex'
import { kysely } from 'kalends/adapters/sql/kysely'
import { libsql } from 'kalends/adapters/sql/libsql'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { type NodeSqliteDatabase, nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { pg } from 'kalends/adapters/sql/pg'
import { pglite } from 'kalends/adapters/sql/pglite'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import Knex from 'knex'
import KnexBetterSqlite3 from 'knex/lib/dialects/better-sqlite3/index.js'
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { createPool as createCallbackPool } from 'mysql2'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import type { SqlClient, SqlDialect } from '../../../src/storage/sql/client.ts'
import { fakeBunSqlite } from '../../setup/fake-bun-sqlite.ts'
import { fakeD1 } from '../../setup/fake-d1.ts'
import { mysqlUrl, postgresUrl, reachable } from '../../setup/servers.ts'

export interface Opened {
  readonly client: SqlClient
  /** As the host does: what this client library calls it. */
  close(): unknown
  /** Removes what was made besides. */
  tidy?(): void
}

export interface Subject {
  readonly name: string
  readonly dialect: SqlDialect
  /** Why it cannot be had here. */
  readonly missing?: string
  /** On a file, if one is named; else on one of its own. */
  open(file?: string): Promise<Opened>
}

const missing = (reachability: true | string) => (reachability === true ? {} : { missing: reachability })
const withPostgres = { dialect: 'postgres', ...missing(await reachable(postgresUrl)) } as const
const withMysql = { dialect: 'mysql', ...missing(await reachable(mysqlUrl)) } as const

/** Another connection to a file, by the same library: two SQLites in one process do not see each other's locks. */
export interface Rival {
  exec(sql: string): unknown
  prepare(sql: string): { all(): unknown[] }
  close(): unknown
}

export interface FileSubject extends Subject {
  rival(file: string): Rival
}

/** A folder of its own, with the name of a database in it. */
export function newFile(): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-sql-'))
  return {
    file: join(folder, 'calendar.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type NodeSqlite = NodeSqliteDatabase & Rival

interface NodeSqliteModule {
  DatabaseSync: new (file: string) => NodeSqlite
}

// The name in a variable: the types that are installed know no such module.
const nodeSqliteName: string = 'node:sqlite'
const nodeSqliteModule: NodeSqliteModule | string = await import(/* @vite-ignore */ nodeSqliteName).catch(
  (error) => `this Node, ${process.version}, has no node:sqlite (${error.code})`,
)
if (typeof nodeSqliteModule === 'string') console.warn(`Skipped: ${nodeSqliteModule}`)

function openNodeSqlite(file: string): NodeSqlite {
  if (typeof nodeSqliteModule === 'string') throw new Error(nodeSqliteModule)
  return new nodeSqliteModule.DatabaseSync(file)
}

export const nodeSqliteFile: FileSubject = {
  name: 'nodeSqlite on node:sqlite',
  dialect: 'sqlite',
  ...(typeof nodeSqliteModule === 'string' && { missing: nodeSqliteModule }),
  async open(file = ':memory:') {
    const db = openNodeSqlite(file)
    return { client: nodeSqlite(db), close: () => db.close() }
  },
  rival: openNodeSqlite,
}

export const betterSqlite3File: FileSubject = {
  name: 'betterSqlite3 on a file of libsql',
  dialect: 'sqlite',
  async open(file) {
    const own = newFile()
    const db = new Database(file ?? own.file)
    return { client: betterSqlite3(db), close: () => db.close(), tidy: own.remove }
  },
  rival: (file) => new Database(file),
}

export const libsqlFile: FileSubject = {
  name: 'libsql on a file of @libsql/client',
  dialect: 'sqlite',
  async open(file) {
    const own = newFile()
    const db = createClient({ url: `file:${file ?? own.file}` })
    return { client: libsql(db), close: () => db.close(), tidy: own.remove }
  },
  rival: (file) => new Database(file),
}

export const bunSqliteFile: FileSubject = {
  name: 'bunSqlite on a likeness of bun:sqlite',
  dialect: 'sqlite',
  async open(file = ':memory:') {
    const db = fakeBunSqlite(new Database(file))
    return { client: bunSqlite(db), close: () => db.close() }
  },
  rival: (file) => new Database(file),
}

const betterSqlite3Memory: Subject = {
  name: 'betterSqlite3 on libsql in memory',
  dialect: 'sqlite',
  async open() {
    const db = new Database(':memory:')
    return { client: betterSqlite3(db), close: () => db.close() }
  },
}

const d1Likeness: Subject = {
  name: 'd1 on a likeness of D1',
  dialect: 'sqlite',
  async open() {
    const db = new Database(':memory:')
    return { client: d1(fakeD1(db)), close: () => db.close() }
  },
}

const pgliteMemory: Subject = {
  name: 'pglite in memory',
  dialect: 'postgres',
  async open() {
    const db = await PGlite.create()
    return { client: pglite(db), close: () => db.close() }
  },
}

const postgresJsServer: Subject = {
  name: 'postgresJs',
  ...withPostgres,
  async open() {
    const sql = postgres(postgresUrl, { max: 4, onnotice() {} })
    return { client: postgresJs(sql), close: () => sql.end() }
  },
}

const pgServer: Subject = {
  name: 'pg',
  ...withPostgres,
  async open() {
    const pool = new Pool({ connectionString: postgresUrl, max: 4 })
    return { client: pg(pool), close: () => pool.end() }
  },
}

const mysql2Server: Subject = {
  name: 'mysql2',
  ...withMysql,
  async open() {
    const pool = createPool({ uri: mysqlUrl, connectionLimit: 4 })
    return { client: mysql2(pool), close: () => pool.end() }
  },
}

const mysql2Callbacks: Subject = {
  name: 'mysql2 on a pool of callbacks',
  ...withMysql,
  async open() {
    const pool = createCallbackPool({ uri: mysqlUrl, connectionLimit: 4 })
    return { client: mysql2(pool), close: () => pool.promise().end() }
  },
}

export const kyselySqlite: Subject = {
  name: 'kysely on a file of libsql',
  dialect: 'sqlite',
  async open(file) {
    const own = newFile()
    const db = new Kysely({ dialect: new SqliteDialect({ database: new Database(file ?? own.file) }) })
    return { client: kysely(db), close: () => db.destroy(), tidy: own.remove }
  },
}

export const kyselyPostgres: Subject = {
  name: 'kysely on a pool of pg',
  ...withPostgres,
  async open() {
    const pool = new Pool({ connectionString: postgresUrl, max: 4 })
    // Kysely applies this plugin to its own queries, but not to those of the calendar.
    const db = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
    return { client: kysely(db), close: () => db.destroy() }
  },
}

/** Knex's client for better-sqlite3, on a package that has the same API. */
class KnexOnLibsql extends KnexBetterSqlite3 {
  _driver() {
    return Database
  }
}

export const knexSqlite: Subject = {
  name: 'knex on a file of libsql',
  dialect: 'sqlite',
  async open(file) {
    const own = newFile()
    const db = Knex({
      client: KnexOnLibsql,
      connection: { filename: file ?? own.file },
      useNullAsDefault: true,
    })
    return { client: knex(db), close: () => db.destroy(), tidy: own.remove }
  },
}

export const knexPostgres: Subject = {
  name: 'knex with pg',
  ...withPostgres,
  async open() {
    const db = Knex({ client: 'pg', connection: postgresUrl, pool: { min: 0, max: 4 } })
    return { client: knex(db), close: () => db.destroy() }
  },
}

const knexMysql: Subject = {
  name: 'knex with mysql2',
  ...withMysql,
  async open() {
    const db = Knex({ client: 'mysql2', connection: mysqlUrl, pool: { min: 0, max: 4 } })
    return { client: knex(db), close: () => db.destroy() }
  },
}

export const drizzlePostgresJs: Subject = {
  name: 'drizzle on postgres',
  ...withPostgres,
  async open() {
    const sql = postgres(postgresUrl, { max: 4, onnotice() {} })
    return { client: drizzle(drizzleOnPostgresJs(sql)), close: () => sql.end() }
  },
}

const drizzlePg: Subject = {
  name: 'drizzle on a pool of pg',
  ...withPostgres,
  async open() {
    const db = drizzleOnPg(postgresUrl)
    return { client: drizzle(db), close: () => db.$client.end() }
  },
}

export const drizzleLibsql: Subject = {
  name: 'drizzle on a file of @libsql/client',
  dialect: 'sqlite',
  async open(file) {
    const own = newFile()
    const db = drizzleOnLibsql({ connection: `file:${file ?? own.file}` })
    return { client: drizzle(db), close: () => db.$client.close(), tidy: own.remove }
  },
}

const drizzleMysql: Subject = {
  name: 'drizzle on a pool of mysql2',
  ...withMysql,
  async open() {
    const db = drizzleOnMysql2(mysqlUrl)
    return { client: drizzle(db), close: () => db.$client.promise().end() }
  },
}

export const SUBJECTS: readonly Subject[] = [
  betterSqlite3Memory,
  betterSqlite3File,
  nodeSqliteFile,
  bunSqliteFile,
  libsqlFile,
  d1Likeness,
  pgliteMemory,
  postgresJsServer,
  pgServer,
  mysql2Server,
  mysql2Callbacks,
  kyselySqlite,
  kyselyPostgres,
  knexSqlite,
  knexPostgres,
  knexMysql,
  drizzlePostgresJs,
  drizzlePg,
  drizzleLibsql,
  drizzleMysql,
]
