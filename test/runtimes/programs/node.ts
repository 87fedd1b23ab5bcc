import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { toNodeListener } from 'kalends/adapters/node'
import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { createProgram } from './calendars.ts'

const [, , storage, folder = '.'] = process.argv

function sqlite(calendar: string) {
  const db = new DatabaseSync(join(folder, `${calendar}.sqlite`), { timeout: 5000 })
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = normal')
  return sqlStorage(nodeSqlite(db))
}

const program = createProgram(storage === 'memory' ? () => memoryStorage() : sqlite)
const server = createServer(toNodeListener(program, { onError: program.onError }))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on ${address !== null && typeof address === 'object' ? address.port : address}`)
})
