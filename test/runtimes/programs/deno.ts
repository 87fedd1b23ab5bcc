import { DatabaseSync } from 'node:sqlite'
import { toDenoHandler } from 'kalends/adapters/deno'
import { denoKv } from 'kalends/adapters/key-value/deno'
import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { createProgram } from './calendars.ts'

const [storage, folder] = Deno.args

async function kv() {
  const store = denoKv(await Deno.openKv(`${folder}/calendars.kv`))
  return (calendar: string) => keyValueStorage(store, { calendar })
}

function sqlite(calendar: string) {
  const db = new DatabaseSync(`${folder}/${calendar}.sqlite`, { timeout: 5000 })
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = normal')
  return sqlStorage(nodeSqlite(db))
}

const open = storage === 'memory' ? () => memoryStorage() : storage === 'Deno KV' ? await kv() : sqlite
const program = createProgram(open)
Deno.serve(
  { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log(`listening on ${port}`) },
  toDenoHandler(program, { onError: program.onError }),
)
