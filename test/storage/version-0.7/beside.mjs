/*
 * A process of 0.7.0 that runs on while the calendar is migrated: what does it answer? The figures are in
 * docs/reliability.md.
 *
 *     node beside.mjs OLD NEW sqlite|postgres|redis|lmdb
 *
 * OLD and NEW: unpacked packages of 0.7.0 and of this version, both built. Databases: POSTGRES_URL, REDIS_URL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [old, next, kind = 'sqlite'] = process.argv.slice(2)
const root = resolve(import.meta.dirname, '../../..')
const require = createRequire(join(root, 'package.json'))
const folder = mkdtempSync(join(tmpdir(), 'kalends-beside-'))
const name = `beside${Date.now()}`
const closing = []

/** Milliseconds by which the clock of 0.7 is ahead. */
let ahead = 0

const options = {
  now: () => new Date(Date.now() + ahead),
  changes: true,
  authenticate: (request) => (request.headers.get('authorization') ? { id: 1, role: 'administrator' } : null),
}

async function opened(path) {
  const load = (file) => import(resolve(path, 'dist', file))
  const { createEventsApi } = await load('index.js')
  const errors = []
  const storage = await storageOf(load)
  const api = createEventsApi(storage, {
    ...options,
    onError: (error) => errors.push(String(error).split('\n')[0]),
  })
  return { api, storage, errors }
}

async function storageOf(load) {
  if (kind === 'sqlite') {
    const Libsql = require('libsql')
    const db = new Libsql(join(folder, 'calendar.sqlite'))
    closing.push(() => db.close())
    const { betterSqlite3 } = await load('adapters/sql/better-sqlite3.js')
    return (await load('storage/sql.js')).sqlStorage(betterSqlite3(db), { tablePrefix: `${name}_` })
  }
  if (kind === 'postgres') {
    const { Pool } = require('pg')
    const pool = new Pool({
      connectionString: process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test',
    })
    closing.push(() => pool.end())
    const { pg } = await load('adapters/sql/pg.js')
    return (await load('storage/sql.js')).sqlStorage(pg(pool), { tablePrefix: `${name}_` })
  }
  const { keyValueStorage } = await load('storage/key-value.js')
  if (kind === 'redis') {
    const { createClient } = require('redis')
    const client = createClient({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' })
    client.on('error', () => {})
    await client.connect()
    closing.push(async () => {
      await client.del([`kalends:{${name}}`, `kalends:{${name}}:4`])
      await client.close()
    })
    const { nodeRedis } = await load('adapters/key-value/redis.js')
    return keyValueStorage(nodeRedis(client, { warn() {} }), { calendar: name })
  }
  const { open } = require('lmdb')
  const db = open({ path: join(folder, 'lmdb'), encoding: 'string', overlappingSync: false })
  closing.push(() => db.close())
  const { lmdb } = await load('adapters/key-value/lmdb.js')
  return keyValueStorage(lmdb(db), { calendar: name })
}

function asking({ api }) {
  return async (method, path, body) => {
    const request = new Request(`http://localhost/vendor/events/v1${path}`, {
      method,
      headers: { authorization: 'yes', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await api.fetch(request)
    return { status: response.status, body: await response.json() }
  }
}

const event = (title, more = {}) => ({
  ...{ title, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00', categories: ['One'] },
  ...more,
})

const before = await opened(old)
const askOld = asking(before)
try {
  await before.api.migrate()
  const made = await askOld('POST', '/events', event('A first event'))
  await askOld('POST', '/events', event('A series', { recurrence: { rrule: 'FREQ=WEEKLY' } }))
  if (made.status !== 201) throw new Error(`0.7 made nothing: ${made.status}`)
  const after = await opened(next)
  const askNew = asking(after)
  const start = performance.now()
  await after.api.migrate()
  console.log(`${kind}: migrated in ${Math.round(performance.now() - start)} ms`)
  const all = async () =>
    (await askNew('GET', '/events?per_page=50&start_date=2020-01-01&end_date=2200-01-01')).body.total
  const total = await all()
  // Without waiting: where the store cannot be sealed, 0.7 notices after 15 seconds, and the migration waits for that.
  if (kind === 'lmdb') ahead = 15_000
  const writes = {
    'a create': ['POST', '/events', event('Written by 0.7')],
    'another create': [
      'POST',
      '/events',
      event('Written by 0.7, too', {
        start_date: '2099-01-01 10:00:00',
        end_date: '2099-01-02 10:00:00',
        categories: [],
      }),
    ],
    'a term': ['POST', '/tags', { name: 'of 0.7' }],
    'a venue': ['POST', '/venues', { venue: 'of 0.7' }],
    'an update': ['POST', `/events/${made.body.id}`, { title: 'Changed by 0.7' }],
    'a deletion': ['DELETE', `/events/${made.body.id}`],
    'a list': ['GET', '/events'],
  }
  for (const [what, [method, path, body]] of Object.entries(writes)) {
    const { status } = await askOld(method, path, body)
    console.log(`  0.7: ${what}: ${status} ${before.errors.at(-1) ?? ''}`.slice(0, 150))
    before.errors.length = 0
  }
  await before.api.migrate().catch((error) => console.log(`  0.7: migrate(): ${String(error).slice(0, 120)}`))
  console.log(`  events before and after, as this version sees them: ${total}, ${await all()}`)
  const created = await askNew('POST', '/events', event('Written by this version'))
  const kept = await askNew('GET', `/events/${made.body.id}`)
  console.log(`  this version: ${created.status}, ${kept.body.title}`)
  if (after.errors.length > 0) console.log('  errors of this version:', after.errors)
  if (kind === 'postgres') {
    const { Pool } = require('pg')
    const pool = new Pool({
      connectionString: process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test',
    })
    const { rows } = await pool.query(`select tablename from pg_tables where tablename like '${name}%'`)
    await pool.query(`drop table ${rows.map(({ tablename }) => tablename).join(', ')}`)
    await pool.end()
  }
} finally {
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true })
}
