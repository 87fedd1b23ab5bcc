import { Database } from 'bun:sqlite'
import { toBunHandler } from 'kalends/adapters/bun'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { createProgram } from './calendars.ts'

const [, , storage, folder] = process.argv

function sqlite(calendar: string) {
  const db = new Database(`${folder}/${calendar}.sqlite`, { create: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = normal')
  db.run('pragma busy_timeout = 5000')
  return sqlStorage(bunSqlite(db))
}

const program = createProgram(storage === 'memory' ? () => memoryStorage() : sqlite)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: toBunHandler(program, { onError: program.onError }),
})
console.log(`listening on ${server.port}`)
