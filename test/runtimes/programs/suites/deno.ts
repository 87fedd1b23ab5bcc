import { DatabaseSync } from 'node:sqlite'
import { type DenoKv, denoKv } from 'kalends/adapters/key-value/deno'
import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { testKeyValue, testStorage } from 'kalends/testing'
import { type Register, runningOnRequest } from '../named-tests.ts'

/** What of Deno is used here: the types of all of it do not go with those of Node. */
declare const Deno: {
  readonly args: readonly string[]
  openKv(path: string): Promise<DenoKv & { close(): void }>
  serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: (request: Request) => Promise<Response>,
  ): unknown
}

const [storage, folder] = Deno.args
const fresh = (end: string) => `${folder}/${crypto.randomUUID()}.${end}`

/** One database; storages close what they are given, so it is not theirs to close. */
async function keyValueSuites() {
  const kv = await Deno.openKv(fresh('kv'))
  const store = { ...denoKv(kv), close: async () => {} }
  return {
    'key-value': (test: Register) => testKeyValue({ test, open: async () => ({ store }) }),
    storage: (test: Register) =>
      testStorage({
        test,
        async open() {
          const calendar = crypto.randomUUID()
          const open = () => keyValueStorage(store, { calendar })
          return { storage: open(), reopen: async () => open() }
        },
      }),
  }
}

/** A file for each test: a restart opens it anew. */
async function openFile() {
  const path = fresh('sqlite')
  const databases: DatabaseSync[] = []
  const opened = () => {
    const db = new DatabaseSync(path, { timeout: 5000 })
    databases.push(db)
    db.exec('pragma journal_mode = wal')
    db.exec('pragma synchronous = normal')
    return sqlStorage(nodeSqlite(db))
  }
  return {
    storage: opened(),
    reopen: async () => opened(),
    close: async () => {
      for (const db of databases) db.close()
    },
  }
}

const answer = runningOnRequest(
  storage === 'Deno KV'
    ? await keyValueSuites()
    : { storage: (test) => testStorage({ test, open: openFile }) },
)
Deno.serve(
  { port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log(`listening on ${port}`) },
  async (request) => (await answer(request)) ?? new Response(null, { status: 404 }),
)
