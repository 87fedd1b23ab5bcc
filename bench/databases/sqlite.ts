import Libsql from 'libsql'
import { betterSqlite3 } from '../../adapters/sql/better-sqlite3.ts'
import { sqlStorage } from '../../src/storage/sql.ts'
import { type Driver, type Queries, rowsOf, type Value, type Words } from '../by-hand/driver.ts'
import type { Place } from '../shared/place.ts'
import type { OpenedByHand, OpenedStorage } from './opened.ts'

/*
 * SQLite by `libsql`. Each calendar has a file of its own, in WAL mode with `synchronous = full`: a commit is on disk when
 * it is acknowledged.
 */

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

function driverOf(db: Libsql.Database): Driver {
  const prepared = new Map<string, Libsql.Statement>()
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

function openFile(place: Place) {
  const db = new Libsql(place.file('calendar.db'))
  // One of them answers with a row, which is in the way of `exec` in some libraries.
  const checkpoint = () => db.prepare('pragma wal_checkpoint(truncate)').all()
  db.prepare('pragma journal_mode = wal').all()
  db.exec('pragma synchronous = full')
  // 64 MB, as the command allows.
  db.exec('pragma cache_size = -65536')
  const [version] = rowsOf<{ version: string }>(db.prepare('select sqlite_version() as version').all())
  return {
    db,
    version: `SQLite ${version?.version} by libsql, synchronous = full`,
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
  return { ...opened, storage: sqlStorage(betterSqlite3(opened.db)) }
}
