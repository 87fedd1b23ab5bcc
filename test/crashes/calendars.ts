import { ioredis } from 'kalends/adapters/key-value/ioredis'
import { lmdb } from 'kalends/adapters/key-value/lmdb'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import type { Storage } from '../../src/storage/contract.ts'

/** Where a calendar is, as a program is told of it. */
export interface Calendar {
  readonly by: 'sqlite' | 'postgres' | 'mysql' | 'lmdb' | 'redis'
  /** A file, or the URL of a server. */
  readonly where: string
  /** What the tables begin with, or the calendar's name in its store. */
  readonly name: string
}

export interface Opened {
  readonly storage: Storage
  readonly close: () => Promise<void>
}

/** Says of what a pool or client reports without being asked, which would end the process, that it is known. */
const ignore = () => {}

/**
 * Opens a calendar. Servers know who asks by `who`: a name of its own for each process. The client is loaded only where
 * it is wanted, as programs start often.
 */
export async function openCalendar({ by, where, name }: Calendar, who: string): Promise<Opened> {
  const tables = { tablePrefix: `${name}_` }
  switch (by) {
    case 'sqlite': {
      const { default: Libsql } = await import('libsql')
      const db = new Libsql(where, { timeout: 5000 })
      db.pragma('journal_mode = wal')
      db.pragma('synchronous = normal')
      // By default a checkpoint comes with every thousand pages: too seldom for kills to fall into one.
      db.pragma('wal_autocheckpoint = 50')
      return { storage: sqlStorage(betterSqlite3(db), tables), close: async () => void db.close() }
    }
    case 'postgres': {
      const { Pool } = await import('pg')
      const pool = new Pool({ connectionString: where, max: 4, application_name: who })
      pool.on('error', ignore)
      return { storage: sqlStorage(pg(pool), tables), close: () => pool.end() }
    }
    case 'mysql': {
      const { createPool } = await import('mysql2/promise')
      const uri = new URL(where)
      uri.username = who
      const pool = createPool({ uri: uri.href, connectionLimit: 4 })
      return { storage: sqlStorage(mysql2(pool), tables), close: () => pool.end() }
    }
    case 'lmdb': {
      const { open } = await import('lmdb')
      const db = open<string, string>({ path: where, encoding: 'string', overlappingSync: false })
      return { storage: keyValueStorage(lmdb(db), { calendar: name }), close: () => db.close() }
    }
    case 'redis': {
      const { Redis } = await import('ioredis')
      const client = new Redis(where, { maxRetriesPerRequest: 0, connectionName: who })
      client.on('error', ignore)
      // It refuses what comes before it is connected.
      await new Promise((resolve) => client.once('ready', resolve))
      const storage = keyValueStorage(ioredis(client, { warn: ignore }), { calendar: name })
      return { storage, close: async () => client.disconnect() }
    }
  }
}
