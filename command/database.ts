import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Ioredis } from 'kalends/adapters/key-value/ioredis'
import type { LmdbDatabase } from 'kalends/adapters/key-value/lmdb'
import type { NodeRedis } from 'kalends/adapters/key-value/redis'
import type { BetterSqlite3Database } from 'kalends/adapters/sql/better-sqlite3'
import type { Mysql2Pool } from 'kalends/adapters/sql/mysql2'
import type { NodeSqliteDatabase } from 'kalends/adapters/sql/node-sqlite'
import type { PgPool } from 'kalends/adapters/sql/pg'
import { isUnavailable, type Storage } from 'kalends/storage/contract'
import { keyValueStorage, type OrderedKeyValue } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { type SqlClient, type SqlDialect, sqlStorage } from 'kalends/storage/sql'
import { loadClient } from './clients.ts'
import { codeOf, Failure, messageOf, UsageError } from './usage.ts'

export interface Database {
  readonly kind: 'memory' | 'file' | 'server'
  /** For people: the path as given, or the URL without its password. */
  readonly name: string
  readonly storage: Storage
  /** Throws a `Failure` where this is the database's own answer, else the error as it is. */
  refuse(error: unknown): never
  /** For afterwards: the storage does not close what it was given. */
  close(): Promise<void>
}

/** Where a calendar is stored. Servers are not asked anything yet, but Redis, which tells only on connecting. */
interface Connection {
  readonly storage: Storage
  /** Set if the error is the database's own answer. */
  codeOf(error: unknown): unknown
  close(): Promise<void>
}

export interface OpenOptions {
  /** Name of the parameter, for messages. Default: `--database`. */
  readonly parameter?: string
  /** A file that is not there is an error: for calendars that are only read. */
  readonly mustExist?: boolean
}

/** @param where `memory`, the URL of a server, `lmdb:folder`, or the path of a SQLite file. */
export async function openDatabase(where: string, options: OpenOptions = {}): Promise<Database> {
  if (where === 'memory') {
    const refuse = (error: unknown) => {
      throw error
    }
    return { kind: 'memory', name: where, storage: memoryStorage(), refuse, close: async () => {} }
  }
  const server = serverOf(where, options.parameter ?? '--database')
  const folder = folderOf(where)
  const name = server?.name ?? where
  const cannot = (error: unknown) => new Failure(`Cannot use ${name}: ${reasonOf(error)}`)
  if (options.mustExist && server === undefined && !existsSync(resolve(folder ?? where))) {
    throw new Failure(`Cannot use ${name}: there is no such ${folder === undefined ? 'file' : 'folder'}`)
  }
  const opening = server
    ? server.kind.open(where)
    : folder === undefined
      ? openSqlite(resolve(where))
      : openLmdb(resolve(folder))
  const { storage, codeOf, close } = await opening.catch((error: unknown) => {
    throw error instanceof Failure ? error : cannot(error)
  })
  return {
    kind: server ? 'server' : 'file',
    name,
    storage,
    refuse(error) {
      const answer = isUnavailable(error) ? error.cause : error
      throw codeOf(answer) === undefined ? error : cannot(answer)
    },
    close,
  }
}

/** The language of a database, without opening it; `undefined` if it does not speak SQL. */
export function dialectOf(where: string): SqlDialect | undefined {
  if (where === 'memory' || folderOf(where) !== undefined) return undefined
  const server = serverOf(where, '--database')
  return server === undefined ? 'sqlite' : server.kind.dialect
}

const sqlConnection = (client: SqlClient, close: () => Promise<void>): Connection => ({
  storage: sqlStorage(client),
  codeOf: (error) => client.codeOf(error),
  close,
})

/** Stores of keys answer what is wrong with them as unavailable: then every cause is their own. */
const keyValueConnection = (store: OrderedKeyValue, close: () => Promise<void>): Connection => ({
  storage: keyValueStorage(store),
  codeOf: (error) => (error instanceof Error ? error.message : undefined),
  close,
})

// —— Files ————————————————————————————————————————————————————————————————————————————————————————————————————

/**
 * With the write-ahead log, others can read while one writes; what a power cut may then take are the last commits,
 * never a part of one. Whoever writes waits up to a second for others who do. With the
 * default page cache of 2 MB, an import of 100,000 events takes twice the CPU that it takes with these 64 MB.
 */
const PRAGMAS =
  'pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536'

// The name in a variable: the types of Node 20 know no such module.
const NODE_SQLITE: string = 'node:sqlite'

interface NodeSqlite {
  DatabaseSync: new (file: string) => NodeSqliteDatabase & { exec(sql: string): void; close(): void }
}

type SqlitePackage = new (file: string) => BetterSqlite3Database & { exec(sql: string): void; close(): void }

async function openSqlite(file: string): Promise<Connection> {
  // SQLite says of every place where it cannot write that it is unable to; the file system says why.
  await (await open(file, 'a')).close()
  const builtIn: NodeSqlite | undefined = await import(NODE_SQLITE).catch((error: unknown) => {
    if (codeOf(error) !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error
  })
  if (builtIn) {
    const { nodeSqlite } = await import('kalends/adapters/sql/node-sqlite')
    const db = new builtIn.DatabaseSync(file)
    db.exec(PRAGMAS)
    return sqlConnection(nodeSqlite(db), async () => db.close())
  }
  const { module: Sqlite } = loadClient<SqlitePackage>(
    ['better-sqlite3', 'libsql'],
    `SQLite on Node ${process.versions.node}`,
  )
  const { betterSqlite3 } = await import('kalends/adapters/sql/better-sqlite3')
  const db = new Sqlite(file)
  db.exec(PRAGMAS)
  return sqlConnection(betterSqlite3(db), async () => {
    db.close()
  })
}

interface LmdbPackage {
  open(options: object): LmdbDatabase & { close(): Promise<void> }
}

/** The folder of `lmdb:folder`. */
const folderOf = (where: string): string | undefined => /^lmdb:(?:\/\/(?=\/))?(.+)$/is.exec(where)?.[1]

async function openLmdb(path: string): Promise<Connection> {
  const { module } = loadClient<LmdbPackage>(['lmdb'], 'LMDB')
  const { lmdb } = await import('kalends/adapters/key-value/lmdb')
  const db = module.open({ path, encoding: 'string', overlappingSync: false })
  return keyValueConnection(lmdb(db), () => db.close())
}

// —— Servers ——————————————————————————————————————————————————————————————————————————————————————————————————

/** How long a server may take to answer the door. */
const SECONDS = 5

interface ServerKind {
  readonly dialect: SqlDialect | undefined
  open(url: string): Promise<Connection>
}

const POSTGRES: ServerKind = { dialect: 'postgres', open: openPostgres }
const MYSQL: ServerKind = { dialect: 'mysql', open: openMysql }
const REDIS: ServerKind = { dialect: undefined, open: openRedis }

const SERVERS: Readonly<Record<string, ServerKind>> = {
  ...{ postgres: POSTGRES, postgresql: POSTGRES, mysql: MYSQL, mariadb: MYSQL, redis: REDIS, rediss: REDIS },
}

interface PgPackage {
  Pool: new (
    options: object,
  ) => PgPool & { on(event: 'error', listener: () => void): unknown; end(): Promise<void> }
}

type PostgresPackage = typeof import('postgres')

async function openPostgres(url: string): Promise<Connection> {
  const { name, module } = loadClient<PgPackage & PostgresPackage>(['pg', 'postgres'], 'PostgreSQL')
  return name === 'pg' ? openPg(url, module) : openPostgresJs(url, module)
}

async function openPg(connectionString: string, { Pool }: PgPackage): Promise<Connection> {
  const { pg } = await import('kalends/adapters/sql/pg')
  const pool = new Pool({ connectionString, connectionTimeoutMillis: SECONDS * 1000 })
  // Without a listener, a lost idle connection ends the process. Whoever uses it next hears of it.
  pool.on('error', () => {})
  return sqlConnection(pg(pool), () => pool.end())
}

async function openPostgresJs(url: string, postgres: PostgresPackage): Promise<Connection> {
  const { postgresJs } = await import('kalends/adapters/sql/postgres')
  // Its notices would go to the console: that a table is there already, for one.
  const sql = postgres(url, { connect_timeout: SECONDS, onnotice() {} })
  return sqlConnection(postgresJs(sql), () => sql.end({ timeout: SECONDS }))
}

interface Mysql2Package {
  createPool(options: object): Mysql2Pool & { end(): Promise<void> }
}

async function openMysql(url: string): Promise<Connection> {
  const { module } = loadClient<Mysql2Package>(['mysql2/promise'], 'MySQL and MariaDB')
  const { mysql2 } = await import('kalends/adapters/sql/mysql2')
  // The client knows no other name of the scheme.
  const uri = url.replace(/^mariadb:/i, 'mysql:')
  const pool = module.createPool({ uri, connectTimeout: SECONDS * 1000, maxPreparedStatements: 200 })
  // It fails for a connection that the server never took; whoever asked has heard of that already.
  return sqlConnection(mysql2(pool), () => pool.end().catch(() => {}))
}

interface RedisClient {
  on(event: 'error', listener: (error: unknown) => void): unknown
  connect(): Promise<unknown>
}

type IoredisPackage = new (url: string, options: object) => Ioredis & RedisClient & { disconnect(): void }

interface RedisPackage {
  createClient(options: object): NodeRedis & RedisClient & { destroy(): void }
}

async function openRedis(url: string): Promise<Connection> {
  const { name, module } = loadClient<IoredisPackage & RedisPackage>(['ioredis', 'redis'], 'Redis')
  return name === 'redis' ? openNodeRedis(url, module) : openIoredis(url, module)
}

async function openIoredis(url: string, Redis: IoredisPackage): Promise<Connection> {
  const { ioredis } = await import('kalends/adapters/key-value/ioredis')
  const patience = { connectTimeout: SECONDS * 1000, commandTimeout: SECONDS * 1000 }
  const client = new Redis(url, { ...patience, maxRetriesPerRequest: 0, lazyConnect: true })
  await connected(client).catch((error: unknown) => {
    client.disconnect()
    throw error
  })
  return keyValueConnection(ioredis(client), async () => client.disconnect())
}

async function openNodeRedis(url: string, { createClient }: RedisPackage): Promise<Connection> {
  const { nodeRedis } = await import('kalends/adapters/key-value/redis')
  let isConnected = false
  // A server that is not there at first is an error; later it may come back.
  const reconnectStrategy = (tries: number) => isConnected && Math.min(tries * 50, 2000)
  const client = createClient({ url, socket: { connectTimeout: SECONDS * 1000, reconnectStrategy } })
  await connected(client)
  isConnected = true
  return keyValueConnection(nodeRedis(client), async () => client.destroy())
}

/** Both clients tell the reason in an event. The promise of `ioredis` says only that the connection is closed. */
async function connected(client: RedisClient): Promise<void> {
  let reason: unknown
  client.on('error', (error) => {
    reason = error
  })
  await client.connect().catch((error: unknown) => {
    throw reason ?? error
  })
}

/** `undefined` for what is no URL. Nothing that is said of one may give its password away. */
function serverOf(where: string, parameter: string) {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(where) ?? []
  if (scheme === undefined || scheme.toLowerCase() === 'lmdb') return undefined
  const kind = SERVERS[scheme.toLowerCase()]
  if (!kind) {
    throw new UsageError(
      `${parameter}: ${scheme}:// is none of memory, postgres://…, mysql://…, redis://…, lmdb:folder and the path of a SQLite file.`,
    )
  }
  const url = URL.canParse(where) ? new URL(where) : undefined
  // A password with a slash in it, as it stands, ends where the path begins, and the path would be shown.
  if (!url || (where.includes('@') && url.username === '' && url.password === '')) {
    throw new UsageError(
      `${parameter}: this ${scheme}:// URL cannot be read. In a password, write %23 for #, %2F for /, %3F for ?, %40 for @.`,
    )
  }
  const { protocol, username, password, host, pathname } = url
  const user = username === '' && password === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return { kind, name: `${protocol}//${user}${host}${pathname}` }
}

function reasonOf(error: unknown): string {
  // One error for each address that a name has, in a wrapping without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  if (codeOf(error) === 'EISDIR') return 'it is a folder'
  return codeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error)
}
