import { open } from 'node:fs/promises'
import type { LmdbDatabase } from 'kalends/adapters/key-value/lmdb'
import type { BetterSqlite3Database } from 'kalends/adapters/sql/better-sqlite3'
import type { NodeSqliteDatabase } from 'kalends/adapters/sql/node-sqlite'
import type { SqlClient } from 'kalends/storage/sql'
import type { CalendarNames } from './calendar-names.ts'
import { loadClient } from './clients.ts'
import { type Connection, keyValueConnection, sqlConnection } from './connection.ts'
import { codeOf } from './usage.ts'

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

export async function openSqlite(file: string, names: CalendarNames): Promise<Connection> {
  // SQLite says of every place where it cannot write that it is unable to; the file system says why.
  await (await open(file, 'a')).close()
  const { client, close } = await openFile(file)
  return sqlConnection(client, names, close)
}

interface OpenFile {
  readonly client: SqlClient
  close(): Promise<void>
}

export async function openFile(file: string): Promise<OpenFile> {
  const builtIn: NodeSqlite | undefined = await import(NODE_SQLITE).catch((error: unknown) => {
    if (codeOf(error) !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw error
  })
  if (builtIn) {
    const { nodeSqlite } = await import('kalends/adapters/sql/node-sqlite')
    return opened(new builtIn.DatabaseSync(file), nodeSqlite)
  }
  const { module: Sqlite } = loadClient<SqlitePackage>(
    ['better-sqlite3', 'libsql'],
    `SQLite on Node ${process.versions.node}`,
  )
  const { betterSqlite3 } = await import('kalends/adapters/sql/better-sqlite3')
  return opened(new Sqlite(file), betterSqlite3)
}

function opened<T extends { exec(sql: string): void; close(): void }>(
  db: T,
  clientOf: (db: T) => SqlClient,
): OpenFile {
  try {
    db.exec(PRAGMAS)
  } catch (error) {
    db.close()
    throw error
  }
  return { client: clientOf(db), close: async () => db.close() }
}

interface LmdbPackage {
  open(options: object): LmdbDatabase & { close(): Promise<void> }
}

export async function openLmdb(path: string, names: CalendarNames): Promise<Connection> {
  const { module } = loadClient<LmdbPackage>(['lmdb'], 'LMDB')
  const { lmdb } = await import('kalends/adapters/key-value/lmdb')
  const db = module.open({ path, encoding: 'string', overlappingSync: false })
  return keyValueConnection(lmdb(db), names, () => db.close())
}
