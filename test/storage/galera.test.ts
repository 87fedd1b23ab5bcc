import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEventsApi, type EventsApi } from 'kalends'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { sqlStorage } from 'kalends/storage/sql'
import mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { temporaryFolder } from '../setup/databases.ts'

/*
 * A calendar on three MariaDB nodes, one of which dies by kill -9 in the middle of writing. Needs Debian's packages;
 * `scripts/galera.sh` says which.
 */

const SCRIPT = new URL('../../scripts/galera.sh', import.meta.url).pathname
const MISSING_PACKAGE = 3

/** Acknowledged writes before the kill, and after it. */
const BEFORE = 60
const AFTER = 120

interface Node {
  readonly storage: Storage
  readonly api: EventsApi
  readonly close: () => Promise<void>
}

interface Written {
  readonly id: number
  readonly slug: string
}

const folder = join(temporaryFolder(), 'cluster')
const galera = async (...parameters: string[]) => (await promisify(execFile)(SCRIPT, parameters)).stdout

const check = spawnSync(SCRIPT, ['check'], { encoding: 'utf8' })
if (check.status === MISSING_PACKAGE) {
  const reason = check.stderr.trim()
  console.warn(`Skipped: ${reason}`)
  test.skip(`three MariaDB nodes: ${reason}`)
} else describe('three MariaDB nodes', cluster)

function cluster(): void {
  const nodes: Node[] = []

  beforeAll(async () => {
    const started = await galera('start', folder)
    const urls = [...started.matchAll(/^node \d+ (mysql:\S+)/gm)].map(([, url = '']) => url)
    expect(urls).toHaveLength(3)
    nodes.push(...urls.map(open))
    await nodes[0]?.storage.migrate()
  })

  afterAll(async () => {
    await Promise.all(nodes.map(({ close }) => close()))
    await galera('stop', folder, '--remove')
  })

  test('lose no acknowledged write when one is killed, and continue', async () => {
    const written: Written[] = []
    let isKilled = false
    let afterKill = 0
    let refused = 0
    const enough = () => afterKill >= AFTER

    const killed = (async () => {
      while (written.length < BEFORE) await nextTurn()
      await galera('kill', folder, '2')
      isKilled = true
    })()
    await Promise.all([
      ...nodes.map(async ({ api }, index) => {
        while (!enough()) {
          const { status, body } = await create(api, `Concert ${index}`)
          if (status === 201) {
            written.push(body)
            if (isKilled) afterKill++
          } else {
            expect(status).toBe(503)
            refused++
            await nextTurn()
          }
        }
      }),
      killed,
    ])
    expect(refused).toBeGreaterThan(0)

    await galera('restart', folder, '2')
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length)
    expect(new Set(written.map(({ slug }) => slug)).size).toBe(written.length)
    for (const { storage } of nodes) {
      const there = await storage.get(
        'event',
        written.map(({ id }) => id),
      )
      expect(there.map(({ id, keys }) => ({ id, slug: keys.slug }))).toEqual(written)
    }
    for (const { api } of nodes) expect((await create(api, 'Afterwards')).status).toBe(201)
  })

  test('take one of two writes that expect the same version', async () => {
    const [first] = nodes
    if (first === undefined) return expect.unreachable('there are no nodes')
    const { body } = await create(first.api, 'Contended')
    for (let round = 0; round < 20; round++) {
      const etag = (await first.api.fetch(request('GET', `/events/${body.id}`))).headers.get('etag') ?? ''
      const answers = await Promise.all(
        nodes.map(({ api }, index) =>
          api.fetch(
            request('PUT', `/events/${body.id}`, { title: `${index} of ${round}` }, { 'if-match': etag }),
          ),
        ),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, 412, 412])
    }
  })
}

function open(uri: string): Node {
  const pool = mysql.createPool({ uri, connectionLimit: 4, connectTimeout: 60_000 })
  const storage = sqlStorage(mysql2(pool))
  const api = createEventsApi(storage, { authenticate: () => ({ id: 1, role: 'administrator' }) })
  return { storage, api, close: () => pool.end() }
}

const request = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Request =>
  new Request(`http://localhost/vendor/events/v1${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function create(api: EventsApi, title: string): Promise<{ status: number; body: Written }> {
  const dates = { start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
  const response = await api.fetch(request('POST', '/events', { title, ...dates }))
  const { id, slug }: Written = await response.json()
  return { status: response.status, body: { id, slug } }
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
