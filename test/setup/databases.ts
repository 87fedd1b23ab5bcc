import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { type NodeSqliteDatabase, nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { pg } from 'kalends/adapters/sql/pg'
import { pglite } from 'kalends/adapters/sql/pglite'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import type { OpenedStorage } from 'kalends/testing'
import Libsql from 'libsql'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { DIALECTS } from '../../src/storage/sql/database.ts'
import { createNames } from '../../src/storage/sql/names.ts'
import { TABLES } from '../../src/storage/sql/tables.ts'
import { mysqlUrl, postgresUrl, reachable } from './servers.ts'

/*
 * The databases that tests keep calendars in. A database that cannot be had is a reason in place of one: the tests
 * that want it are skipped under its name.
 */

/** A storage without documents, for one test. */
export type Open = () => Promise<Required<OpenedStorage>>

export interface TestDatabase {
  readonly client: SqlClient
  /** Where the calendars are, for `sqlStorage`. */
  readonly schema?: string
}

const random = () => Math.random().toString(36).slice(2, 10)

/** IDs go on from where they are. */
const CLEARED = TABLES.filter(({ name }) => name !== 'sequence')

/** Calendars in one database, side by side. Making tables takes long: those of a test that has ended are used again. */
export function calendarsIn({ client, schema }: TestDatabase): Open {
  const free: string[] = []
  let made = 0
  return async () => {
    const tablePrefix = free.pop() ?? `t${made++}_`
    const open = () => sqlStorage(client, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
    const storage = open()
    const { table } = createNames(DIALECTS[client.dialect], { tablePrefix, schema })
    return {
      storage,
      reopen: async () => open(),
      close: async () => {
        await storage.close()
        const written = await client.query({ sql: CLEARED.map(whereWritten).join(' union all '), values: [] })
        const statements = written.map(({ name }) => ({
          sql: `delete from ${table(String(name))}`,
          values: [],
        }))
        if (statements.length > 0) await client.batch(statements)
        free.push(tablePrefix)
      },
    }
    function whereWritten({ name }: { readonly name: string }): string {
      return `select '${name}' as name where exists (select 1 from ${table(name)})`
    }
  }
}

/** Gone with the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Files that `connect` opens: each test has its own, and a restart opens it anew. */
function calendarsInFiles(connect: (path: string) => { client: SqlClient; close: () => void }): Open {
  const folder = temporaryFolder()
  return async () => {
    const path = join(folder, `${random()}.sqlite`)
    const connections = [connect(path)]
    const [first] = connections
    if (first === undefined) throw new Error('no connection')
    return {
      storage: sqlStorage(first.client),
      reopen: async () => {
        const again = connect(path)
        connections.push(again)
        return sqlStorage(again.client)
      },
      close: async () => {
        for (const { close } of connections) close()
      },
    }
  }
}

export function libsqlFile(path: string): { client: SqlClient; close: () => void } {
  const db = new Libsql(path, { timeout: 5000 })
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = normal')
  return { client: betterSqlite3(db), close: () => db.close() }
}

export const libsqlFiles = (): Open => calendarsInFiles(libsqlFile)

export function libsqlMemory(): TestDatabase {
  return { client: betterSqlite3(new Libsql(':memory:')) }
}

interface NodeSqlite extends NodeSqliteDatabase {
  exec(sql: string): void
  close(): void
}

// Not a literal: the types are those of Node 20, which does not know the module.
const NODE_SQLITE: string = 'node:sqlite'

/** From Node 22.5 on; the text is the reason why there is none. */
async function nodeSqliteFile(): Promise<
  ((path: string) => { client: SqlClient; close: () => void }) | string
> {
  try {
    const { DatabaseSync }: { DatabaseSync: new (path: string) => NodeSqlite } = await import(NODE_SQLITE)
    return (path) => {
      const db = new DatabaseSync(path)
      db.exec('pragma journal_mode = wal')
      db.exec('pragma synchronous = normal')
      return { client: nodeSqlite(db), close: () => db.close() }
    }
  } catch {
    return printed(`Node ${process.version} has no node:sqlite`)
  }
}

export async function nodeSqliteFiles(): Promise<Open | string> {
  const connect = await nodeSqliteFile()
  return typeof connect === 'string' ? connect : calendarsInFiles(connect)
}

export async function nodeSqliteMemory(): Promise<TestDatabase | string> {
  const connect = await nodeSqliteFile()
  return typeof connect === 'string' ? connect : connect(':memory:')
}

export async function pgliteDatabase(): Promise<TestDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  const db = await PGlite.create()
  afterAll(() => db.close())
  return { client: pglite(db) }
}

/** A schema of its own on the server, which is dropped when the file's tests are done. */
export async function postgresDatabase(): Promise<(TestDatabase & { schema: string }) | string> {
  const isThere = await reachable(postgresUrl)
  if (isThere !== true) return isThere
  const pool = new Pool({ connectionString: postgresUrl, max: 6 })
  // Of idle connections that the server ends; without anyone who listens it would end the process.
  pool.on('error', () => {})
  const schema = `test_${random()}`
  await pool.query(`create schema ${schema}`)
  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })
  return { client: pg(pool), schema }
}

/** A database of its own on the server, which is dropped when the file's tests are done. */
export async function mysqlDatabase(): Promise<(TestDatabase & { schema: string }) | string> {
  const isThere = await reachable(mysqlUrl)
  if (isThere !== true) return isThere
  // On a busy machine, the client may get no turn within the ten seconds that it allows a server by default.
  const pool = mysql.createPool({ uri: mysqlUrl, connectionLimit: 6, connectTimeout: 300_000 })
  const schema = `test_${random()}`
  await pool.query(`create database ${schema}`)
  afterAll(async () => {
    await pool.query(`drop database ${schema}`)
    await pool.end()
  })
  return { client: mysql2(pool), schema }
}

function printed(reason: string): string {
  console.warn(`Skipped: ${reason}`)
  return reason
}

export interface NamedDatabase {
  readonly name: string
  readonly database: TestDatabase | string
}

/** One database of each kind; with the reason where it cannot be had. */
export async function eachDatabase(): Promise<readonly NamedDatabase[]> {
  return [
    { name: 'SQLite', database: libsqlMemory() },
    { name: 'PGlite', database: await pgliteDatabase() },
    { name: 'PostgreSQL', database: await postgresDatabase() },
    { name: 'MariaDB', database: await mysqlDatabase() },
  ]
}
