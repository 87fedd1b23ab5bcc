import type { OpenedByHand, OpenedStorage } from './opened.ts'
import { openDeno } from './openers/deno.ts'
import { openIoredis } from './openers/ioredis.ts'
import { openKvMemory } from './openers/kv-memory.ts'
import { openLmdb } from './openers/lmdb.ts'
import { openMemory } from './openers/memory.ts'
import { openMysql, openMysqlByHand } from './openers/mysql.ts'
import { openPostgres, openPostgresByHand } from './openers/postgres.ts'
import { openRedis } from './openers/redis.ts'
import { openSqlite, openSqliteByHand } from './openers/sqlite.ts'

/** What keeps the hand-written tables. */
export const BY_HAND: ReadonlyMap<string, () => Promise<OpenedByHand>> = new Map([
  ['sqlite', openSqliteByHand],
  ['postgres', openPostgresByHand],
  ['mysql', openMysqlByHand],
])

interface Opener {
  /** Rejects where it needs a server that is not there. */
  readonly open: () => Promise<OpenedStorage>
  readonly needsServer: boolean
}

export const STORAGES: ReadonlyMap<string, Opener> = new Map([
  ['sqlite', { open: openSqlite, needsServer: false }],
  ['postgres', { open: openPostgres, needsServer: true }],
  ['mysql', { open: openMysql, needsServer: true }],
  ['memory', { open: openMemory, needsServer: false }],
  ['kv-memory', { open: openKvMemory, needsServer: false }],
  ['lmdb', { open: openLmdb, needsServer: false }],
  ['deno', { open: openDeno, needsServer: false }],
  ['redis', { open: openRedis, needsServer: true }],
  ['ioredis', { open: openIoredis, needsServer: true }],
])

export const WITHOUT_SERVER: readonly string[] = [...STORAGES].flatMap(([name, { needsServer }]) =>
  needsServer ? [] : [name],
)
