import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import type { Storage } from 'kalends/storage/contract'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'

/**
 * With the write-ahead log, others can read while one writes. Whoever writes waits for others who do, several
 * processes that start at once included.
 */
const PRAGMAS = 'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal'

/** The SQLite file that DATABASE names, `calendar.sqlite` here unless set. Any other storage fits as well. */
export function openStorage(): Storage {
  const db = new Libsql(process.env.DATABASE ?? 'calendar.sqlite')
  db.exec(PRAGMAS)
  return sqlStorage(betterSqlite3(db))
}
