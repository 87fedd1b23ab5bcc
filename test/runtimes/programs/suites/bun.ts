import { Database } from 'bun:sqlite'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { sqlStorage } from 'kalends/storage/sql'
import { testStorage } from 'kalends/testing'
import { runningOnRequest } from '../named-tests.ts'

const [, , , folder] = process.argv

/** A file for each test: a restart opens it anew. */
async function open() {
  const path = `${folder}/${crypto.randomUUID()}.sqlite`
  const databases: Database[] = []
  const opened = () => {
    const db = new Database(path, { create: true })
    databases.push(db)
    db.run('pragma journal_mode = wal')
    db.run('pragma synchronous = normal')
    db.run('pragma busy_timeout = 5000')
    return sqlStorage(bunSqlite(db))
  }
  return {
    storage: opened(),
    reopen: async () => opened(),
    close: async () => {
      for (const db of databases) db.close()
    },
  }
}

const answer = runningOnRequest({ storage: (test) => testStorage({ test, open }) })
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => (await answer(request)) ?? new Response(null, { status: 404 }),
})
console.log(`listening on ${server.port}`)
