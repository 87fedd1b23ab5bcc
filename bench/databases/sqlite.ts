import Libsql from 'libsql'
import { betterSqlite3 } from '../../adapters/sql/better-sqlite3.ts'
import { type NodeSqliteDatabase, nodeSqlite } from '../../adapters/sql/node-sqlite.ts'
import type { SqlClient } from '../../src/storage/sql/client.ts'
import { sqlStorage } from '../../src/storage/sql.ts'
import { type Driver, type Queries, rowsOf, type Value, type Words } from '../by-hand/driver.ts'
import type { Place } from '../shared/place.ts'
import type { Opened, OpenedByHand, OpenedStorage } from './opened.ts'

/*
 * SQLite by `node:sqlite` where Node has it, else by `libsql`. Each calendar has a file of its own, in WAL mode with
 * `synchronous = full`: a commit is on disk when it is acknowledged.
 */

interface Local {
  prepare(sql: string): {
    all(...values: unknown[]): unknown[]
    run(...values: unknown[]): { lastInsertRowid: number | bigint }
  }
  exec(sql: string): unknown
  close(): unknown
}

interface NodeSqliteModule {
  DatabaseSync: new (file: string) => Local & NodeSqliteDatabase
}

// The name in a variable: the types that are installed know no such module.
const nodeSqliteName: string = 'node:sqlite'
const builtIn: NodeSqliteModule | undefined = await import(nodeSqliteName).catch(() => undefined)

const words: Words = {
  id: 'integer primary key autoincrement',
  types: { moment: 'text', flag: 'integer', real: 'real', text: 'text', line: 'text' },
  table: '',
  forUpdate: '',
  // As https://sqlite.org/fts5.html#external_content_tables has it.
  searchIndex: [
    "create virtual table event_search using fts5(search_text, content = 'events', content_rowid = 'id', tokenize = 'trigram')",
    `create trigger event_search_insert after insert on events begin
       insert into event_search (rowid, search_text) values (new.id, new.search_text);
     end`,
    `create trigger event_search_update after update of search_text on events begin
       insert into event_search (event_search, rowid, search_text) values ('delete', old.id, old.search_text);
       insert into event_search (rowid, search_text) values (new.id, new.search_text);
     end`,
  ],
  contains: 'e.id in (select rowid from event_search where event_search match ?)',
  contained: (word) => `"${word}"`,
}

function driverOf(db: Local): Driver {
  const prepared = new Map<string, ReturnType<Local['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = db.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  const bound = (values: readonly Value[]) =>
    values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  const queries: Queries = {
    all: async (sql, values) => rowsOf(statement(sql).all(...bound(values))),
    insert: async (sql, values) => Number(statement(sql).run(...bound(values)).lastInsertRowid),
    async run(sql, values) {
      statement(sql).run(...bound(values))
    },
  }
  return {
    ...queries,
    words,
    async transaction(work) {
      await queries.run('begin immediate', [])
      try {
        const result = await work(queries)
        await queries.run('commit', [])
        return result
      } catch (error) {
        await queries.run('rollback', [])
        throw error
      }
    },
  }
}

interface OpenedFile extends Opened {
  readonly db: Local
  readonly client: SqlClient
}

function connect(file: string): Pick<OpenedFile, 'db' | 'client'> {
  if (builtIn !== undefined) {
    const db = new builtIn.DatabaseSync(file)
    return { db, client: nodeSqlite(db) }
  }
  const db = new Libsql(file)
  return { db, client: betterSqlite3(db) }
}

function openFile(place: Place): OpenedFile {
  const { db, client } = connect(place.file('calendar.db'))
  // One of them answers with a row, which is in the way of `exec` in some libraries.
  const checkpoint = () => db.prepare('pragma wal_checkpoint(truncate)').all()
  db.prepare('pragma journal_mode = wal').all()
  db.exec('pragma synchronous = full')
  const [version] = rowsOf<{ version: string }>(db.prepare('select sqlite_version() as version').all())
  return {
    db,
    client,
    version: `SQLite ${version?.version} by ${builtIn === undefined ? 'libsql' : 'node:sqlite'}, synchronous = full`,
    async bytes() {
      checkpoint()
      return place.bytes()
    },
    async settle() {
      db.exec('analyze')
      checkpoint()
    },
    async close() {
      db.close()
      place.leave()
    },
  }
}

export async function openSqliteByHand(place: Place): Promise<OpenedByHand> {
  const opened = openFile(place)
  return { ...opened, driver: driverOf(opened.db) }
}

export async function openSqlite(place: Place): Promise<OpenedStorage> {
  const opened = openFile(place)
  return { ...opened, storage: sqlStorage(opened.client) }
}
