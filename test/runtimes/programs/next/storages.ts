import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { pg } from 'kalends/adapters/sql/pg'
import type { Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { Pool } from 'pg'

type Open = (calendar: string) => Storage | Promise<Storage>

/** While it builds, Next runs this module as well: nothing is opened before the first request. */
export function openStorage({ STORAGE, FOLDER = '', POSTGRES_URL, SCHEMA = '' }: NodeJS.ProcessEnv): Open {
  if (STORAGE === 'SQLite') return sqlite(FOLDER)
  if (STORAGE === 'PostgreSQL') return postgres(POSTGRES_URL ?? '', SCHEMA)
  return () => memoryStorage()
}

function sqlite(folder: string): Open {
  return (calendar) => {
    const db = new DatabaseSync(join(folder, `${calendar}.sqlite`), { timeout: 5000 })
    db.exec('pragma journal_mode = wal')
    db.exec('pragma synchronous = normal')
    return sqlStorage(nodeSqlite(db))
  }
}

function postgres(connectionString: string, schema: string): Open {
  const client = pg(new Pool({ connectionString, max: 4 }))
  return (calendar) => sqlStorage(client, { schema, tablePrefix: `${calendar}_` })
}
