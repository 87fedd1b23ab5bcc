import { Redis } from 'ioredis'
import { ioredis } from 'kalends/adapters/key-value/ioredis'
import { lmdb } from 'kalends/adapters/key-value/lmdb'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'
import { open as openLmdb } from 'lmdb'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import type { Storage } from '../../src/storage/contract.ts'

/** A calendar that several processes can have open. */
export interface Calendar {
  readonly by: 'sqlite' | 'postgres' | 'mysql' | 'lmdb' | 'redis'
  /** A file, or the URL of a server. */
  readonly where: string
  /** A schema of the database, or a prefix of the server's keys. */
  readonly within?: string
}

export interface Opened {
  readonly storage: Storage
  readonly close: () => unknown
}

export function open({ by, where, within }: Calendar): Opened {
  const schema = within === undefined ? {} : { schema: within }
  switch (by) {
    case 'sqlite': {
      const db = new Libsql(where, { timeout: 5000 })
      db.pragma('journal_mode = wal')
      db.pragma('synchronous = normal')
      return { storage: sqlStorage(betterSqlite3(db)), close: () => db.close() }
    }
    case 'postgres': {
      const pool = new Pool({ connectionString: where, max: 4 })
      return { storage: sqlStorage(pg(pool), schema), close: () => pool.end() }
    }
    case 'mysql': {
      const pool = mysql.createPool({ uri: where, connectionLimit: 4 })
      return { storage: sqlStorage(mysql2(pool), schema), close: () => pool.end() }
    }
    case 'lmdb': {
      const db = openLmdb<string, string>({ path: where, encoding: 'string', overlappingSync: false })
      return { storage: keyValueStorage(lmdb(db)), close: () => db.close() }
    }
    case 'redis': {
      const client = new Redis(where, { maxRetriesPerRequest: 0 })
      const options = { warn: () => {}, ...(within === undefined ? {} : { prefix: within }) }
      return { storage: keyValueStorage(ioredis(client, options)), close: () => client.disconnect() }
    }
  }
}
