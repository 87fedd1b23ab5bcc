import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { type NodeSqliteDatabase, nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { isUnavailable, type Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { codeOf, messageOf, UsageError } from './usage.ts'

export interface Database {
  readonly kind: 'memory' | 'file' | 'server'
  /** For people: the path as given, or the URL without its password. */
  readonly name: string
  readonly storage: Storage
  /** Throws a `UsageError` where this is the database's own answer, else the error as it is. */
  refuse(error: unknown): never
  /** For afterwards: the storage does not close what it was given. */
  close(): Promise<void>
}

/** What a calendar is kept with. Servers are not asked anything yet. */
interface Connection {
  client: SqlClient
  close(): Promise<void>
}

/** @param where `memory`, the URL of a server, or the path of a SQLite file. */
export async function openDatabase(where: string): Promise<Database> {
  if (where === 'memory') {
    const refuse = (error: unknown) => {
      throw error
    }
    return { kind: 'memory', name: where, storage: memoryStorage(), refuse, close: async () => {} }
  }
  const server = serverOf(where)
  const name = server?.name ?? where
  const cannot = (error: unknown) => new UsageError(`Cannot use ${name}: ${reasonOf(error)}`)
  const opening = server ? server.open(where) : openSqlite(resolve(where))
  const { client, close } = await opening.catch((error: unknown) => {
    throw cannot(error)
  })
  return {
    kind: server ? 'server' : 'file',
    name,
    storage: sqlStorage(client),
    refuse(error) {
      const answer = isUnavailable(error) ? error.cause : error
      throw client.codeOf(answer) === undefined ? error : cannot(answer)
    },
    close,
  }
}

// —— SQLite ———————————————————————————————————————————————————————————————————————————————————————————————————

/**
 * With the write-ahead log, others can read while one writes; what a power cut may then take are the last commits,
 * never a part of one. Whoever writes waits up to a second for others who do.
 */
const PRAGMAS = 'pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = normal'

// The name in a variable: the types of Node 20 know no such module.
const NODE_SQLITE: string = 'node:sqlite'

interface NodeSqlite {
  DatabaseSync: new (file: string) => NodeSqliteDatabase & { exec(sql: string): void; close(): void }
}

async function openSqlite(file: string): Promise<Connection> {
  // SQLite says of every place where it cannot write that it is unable to; the file system says why.
  await (await open(file, 'a')).close()
  const builtIn: NodeSqlite | undefined = await import(NODE_SQLITE).catch((error: unknown) => {
    if (codeOf(error) !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error
  })
  if (builtIn) {
    const db = new builtIn.DatabaseSync(file)
    db.exec(PRAGMAS)
    return { client: nodeSqlite(db), close: async () => db.close() }
  }
  const { default: Libsql } = await import('libsql')
  const db = new Libsql(file)
  db.exec(PRAGMAS)
  return {
    client: betterSqlite3(db),
    close: async () => {
      db.close()
    },
  }
}

// —— Servers ——————————————————————————————————————————————————————————————————————————————————————————————————

/** How long a server may take to answer the door. */
const SECONDS = 5

const SERVERS: Readonly<Record<string, (url: string) => Promise<Connection>>> = {
  postgres: openPostgres,
  postgresql: openPostgres,
  mysql: openMysql,
  mariadb: openMysql,
}

async function openPostgres(url: string): Promise<Connection> {
  const { default: postgres } = await import('postgres')
  // Its notices would go to the console: that a table is there already, for one.
  const sql = postgres(url, { connect_timeout: SECONDS, onnotice() {} })
  return { client: postgresJs(sql), close: () => sql.end({ timeout: SECONDS }) }
}

async function openMysql(uri: string): Promise<Connection> {
  const { createPool } = await import('mysql2/promise')
  const pool = createPool({ uri, connectTimeout: SECONDS * 1000, maxPreparedStatements: 200 })
  return { client: mysql2(pool), close: () => pool.end() }
}

/** `undefined` for what is no URL. Nothing that is said of one may give its password away. */
function serverOf(where: string) {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(where) ?? []
  if (scheme === undefined) return undefined
  const open = SERVERS[scheme.toLowerCase()]
  if (!open) {
    throw new UsageError(
      `--database: ${scheme}:// is none of memory, postgres://…, mysql://… and the path of a SQLite file.`,
    )
  }
  const url = URL.canParse(where) ? new URL(where) : undefined
  // A password with a slash in it, as it stands, ends where the path begins, and the path would be shown.
  if (!url || (where.includes('@') && url.username === '' && url.password === '')) {
    throw new UsageError(
      `--database: this ${scheme}:// URL cannot be read. In a password, write %23 for #, %2F for /, %3F for ?, %40 for @.`,
    )
  }
  const { protocol, username, password, host, pathname } = url
  const user = username === '' && password === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return { open, name: `${protocol}//${user}${host}${pathname}` }
}

function reasonOf(error: unknown): string {
  // One error for each address that a name has, in a wrapping without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  if (codeOf(error) === 'EISDIR') return 'it is a folder'
  return codeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error)
}
