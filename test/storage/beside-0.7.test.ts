import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createEventsApi, type EventsApi } from 'kalends'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { pg } from 'kalends/adapters/sql/pg'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'
import { Pool } from 'pg'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { postgresUrl, reachable, redisUrl } from '../setup/servers.ts'

/*
 * A process of 0.7.0 that runs on while the calendar is migrated: its package, built of its commit, with connections of
 * its own. docs/upgrading.md says what it answers.
 */

const RELEASE = 'f9dcc2e'
const ROOT = new URL('../../', import.meta.url).pathname

const KALENDS = { createEventsApi, sqlStorage, keyValueStorage, betterSqlite3, pg, nodeRedis }
type Kalends = typeof KALENDS

/** `undefined` in a clone without its history, such as one of the newest commit alone. */
function builtRelease(): string | undefined {
  const folder = join(temporaryFolder(), 'node_modules', 'kalends')
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('bash', ['-c', `set -o pipefail; git archive ${RELEASE} | tar -x -C "$0"`, folder], {
      cwd: ROOT,
      stdio: 'pipe',
    })
  } catch {
    return undefined
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  execFileSync('npx', ['tsup', '--no-dts', '--silent'], { cwd: folder, stdio: 'pipe' })
  return join(folder, 'dist')
}

const dist = builtRelease()

/** Modules of 0.7.0 have the names and shapes of ours. */
async function release(): Promise<Kalends> {
  const files = [
    ...['index', 'storage/sql', 'storage/key-value'],
    ...['sql/better-sqlite3', 'sql/pg', 'key-value/redis'].map((name) => `adapters/${name}`),
  ]
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(`${dist}/${file}.js`)))))
}

type Storage = Parameters<typeof createEventsApi>[0]
type Open = (kalends: Kalends) => Promise<Storage>

function sqliteFile(): Open {
  const path = join(temporaryFolder(), 'calendar.sqlite')
  return async (kalends) => {
    const db = new Libsql(path)
    onTestFinished(() => void db.close())
    return kalends.sqlStorage(kalends.betterSqlite3(db))
  }
}

async function postgres(): Promise<Open | string> {
  const isThere = await reachable(postgresUrl)
  if (isThere !== true) return isThere
  const schema = `beside_${Math.random().toString(36).slice(2, 10)}`
  return async (kalends) => {
    const pool = new Pool({ connectionString: postgresUrl })
    await pool.query(`create schema if not exists ${schema}`)
    onTestFinished(async () => {
      await pool.query(`drop schema if exists ${schema} cascade`)
      await pool.end()
    })
    return kalends.sqlStorage(kalends.pg(pool), { schema })
  }
}

async function redis(): Promise<Open | string> {
  const isThere = await reachable(redisUrl)
  if (isThere !== true) return isThere
  const prefix = `beside-${Math.random().toString(36).slice(2, 10)}:`
  return async (kalends) => {
    const client = createClient({ url: redisUrl })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(async () => {
      for await (const keys of client.scanIterator({ MATCH: `${prefix}*` })) await client.del(['-', ...keys])
      client.destroy()
    })
    return kalends.keyValueStorage(kalends.nodeRedis(client, { prefix, warn: () => {} }))
  }
}

const eventOf = (title: string, more: object = {}) => ({
  ...{ title, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00', categories: ['One'] },
  ...more,
})

async function opened(kalends: Kalends, open: Open) {
  const errors: unknown[] = []
  const api: EventsApi = kalends.createEventsApi(await open(kalends), {
    changes: true,
    now: () => new Date('2030-01-01T12:00:00Z'),
    authenticate: () => ({ id: 1, role: 'administrator' }),
    onError: (error) => errors.push(error),
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await api.fetch(
      new Request(`http://localhost/vendor/events/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  const all = async () =>
    JSON.stringify(
      await Promise.all(
        ['/events?starts_after=2000-01-01&per_page=50', '/venues', '/tags'].map((path) => ask('GET', path)),
      ),
    )
  return { api, ask, all, errors }
}

describe.skipIf(dist === undefined)(`0.7.0 beside this version (needs commit ${RELEASE})`, async () => {
  const stores = { SQLite: sqliteFile(), PostgreSQL: await postgres(), Redis: await redis() }
  for (const [name, open] of Object.entries(stores)) {
    if (typeof open === 'string') test.skip(`in ${name}: ${open}`)
    else
      test(`in ${name}: from the migration on, it reads and writes nothing`, async () => {
        const old = await opened(await release(), open)
        await old.api.migrate()
        const { status, body } = await old.ask(
          'POST',
          '/events',
          eventOf('Fair', { venue: { venue: 'Hall' } }),
        )
        await old.ask('POST', '/events', eventOf('Course', { recurrence: { rrule: 'FREQ=WEEKLY' } }))
        expect([status, old.errors]).toEqual([201, []])

        const now = await opened(KALENDS, open)
        await now.api.migrate()
        const before = await now.all()
        expect(before).toContain('"Fair"')
        for (const [method, path, fields] of [
          ['POST', '/events', eventOf('Of 0.7')],
          [
            'POST',
            '/events',
            eventOf('Later, of 0.7', { start_date: '2099-01-01', end_date: '2099-01-02', categories: [] }),
          ],
          ['POST', '/tags', { name: 'Of 0.7' }],
          ['POST', '/venues', { venue: 'Of 0.7' }],
          ['POST', `/events/${body.id}`, { title: 'Changed by 0.7' }],
          ['DELETE', `/events/${body.id}`],
          ['GET', '/events'],
        ] as const)
          expect([method, path, (await old.ask(method, path, fields)).status]).toEqual([method, path, 500])
        expect(old.errors).toHaveLength(7)
        await expect(old.api.migrate()).rejects.toThrow()

        expect(await now.all()).toBe(before)
        expect((await now.ask('POST', '/events', eventOf('Of this version'))).status).toBe(201)
        expect(now.errors).toEqual([])
      })
  }
})
