import type { Place } from '../shared/place.ts'
import { openLmdb } from './lmdb.ts'
import { openMemory } from './memory.ts'
import { openMysql, openMysqlByHand } from './mysql.ts'
import type { OpenedByHand, OpenedStorage } from './opened.ts'
import { openPostgres, openPostgresByHand } from './postgres.ts'
import { openRedis } from './redis.ts'
import { openSqlite, openSqliteByHand } from './sqlite.ts'

interface Database {
  /** The library's storage. Rejects where the server cannot be reached. */
  readonly open: (place: Place) => Promise<OpenedStorage>
  /** The hand-written tables, where there are any. */
  readonly openByHand?: (place: Place) => Promise<OpenedByHand>
  readonly needsServer: boolean
}

const DATABASES: ReadonlyMap<string, Database> = new Map<string, Database>([
  ['memory', { open: openMemory, needsServer: false }],
  ['sqlite', { open: openSqlite, openByHand: openSqliteByHand, needsServer: false }],
  ['lmdb', { open: openLmdb, needsServer: false }],
  ['redis', { open: openRedis, needsServer: true }],
  ['postgres', { open: openPostgres, openByHand: openPostgresByHand, needsServer: true }],
  ['mysql', { open: openMysql, openByHand: openMysqlByHand, needsServer: true }],
])

export function databaseOf(name: string): Database {
  const database = DATABASES.get(name)
  if (database === undefined)
    throw new RangeError(`--storage ${name}: one of ${[...DATABASES.keys()].join(', ')}`)
  return database
}
