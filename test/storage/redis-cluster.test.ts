import { createEventsApi } from 'events-api'
import { ioredis } from 'events-api/adapters/key-value/ioredis'
import { keyValueStorage } from 'events-api/storage/key-value'
import { testStorage } from 'events-api/testing'
import { Cluster, Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { playConversations } from '../contract/conversations.ts'
import { calendarsOn } from '../setup/key-values.ts'
import { redisCluster, type TestCluster } from '../setup/redis.ts'

/*
 * Calendars on a Redis Cluster of three masters and three replicas, one of which dies by kill -9 in the middle of
 * writing. `scripts/redis-cluster.sh` starts it.
 */

const FAILING_OVER_MAY_TAKE = 120_000

/** Acknowledged writes before the kill, and after it. */
const BEFORE = 60
const AFTER = 120
const WRITERS = 4

const opened = await redisCluster()
if (typeof opened === 'string') test.skip(`a Redis Cluster: ${opened}`)
else {
  describe('a Redis Cluster, by ioredis', () => testStorage({ test, open: calendarsOn(opened.ioredis.open) }))
  describe('a Redis Cluster, by node-redis', () =>
    testStorage({ test, open: calendarsOn(opened.nodeRedis.open) }))
  describe('over a Redis Cluster', () => playConversations(calendarsOn(opened.ioredis.open)))
  // The last, as it leaves another master behind.
  describe('a Redis Cluster', () => failover(opened))
}

interface Written {
  readonly id: number
  readonly slug: string
}

function failover({ ports, script }: TestCluster): void {
  test('serves again after a master was killed, and has what was acknowledged with WAIT', {
    timeout: FAILING_OVER_MAY_TAKE,
  }, async () => {
    const client = new Cluster(
      ports.map((port) => ({ host: '127.0.0.1', port })),
      { redisOptions: { maxRetriesPerRequest: 0 } },
    )
    onTestFinished(() => client.disconnect())
    const prefix = 'failover:'
    const replicas = { acknowledged: 1, within: 2000 }
    const storage = keyValueStorage(ioredis(client, { prefix, replicas, warn: () => {} }), {
      calendar: 'town',
    })
    const api = createEventsApi(storage, { authenticate: () => ({ id: 1, role: 'administrator' }) })
    await api.migrate()

    const written: Written[] = []
    const unknown: string[] = []
    let isKilled = false
    let afterKill = 0
    const read = () =>
      api.fetch(new Request('http://localhost/vendor/events/v1/events?start_date=2031-01-01'))
    const create = async (title: string) => {
      const dates = { start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
      const response = await api.fetch(
        new Request('http://localhost/vendor/events/v1/events', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ title, ...dates }),
        }),
      )
      const { id, slug }: Written = await response.json()
      if (response.status === 201) {
        written.push({ id, slug })
        if (isKilled) afterKill++
        return
      }
      expect(response.status).toBe(503)
      unknown.push(title)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const killed = (async () => {
      while (written.length < BEFORE) await new Promise((resolve) => setTimeout(resolve))
      const master = ports.indexOf(await masterOf(`${prefix}{town}`, ports)) + 1
      await script('kill', master)
      isKilled = true
      // Its replica takes over and serves; nothing is acknowledged with WAIT until there is a replica again.
      while ((await read()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50))
      await script('restart', master)
    })()
    await Promise.all([
      ...Array.from({ length: WRITERS }, async (_, writer) => {
        for (let round = 0; afterKill < AFTER; round++) await create(`Concert ${writer} ${round}`)
      }),
      killed,
    ])

    expect(unknown.length).toBeGreaterThan(0)
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length)
    expect(new Set(written.map(({ slug }) => slug)).size).toBe(written.length)
    const there = await storage.get(
      'event',
      written.map(({ id }) => id),
    )
    expect(there.map(({ id, keys }) => ({ id, slug: keys.slug }))).toEqual(written)
    // What was not acknowledged may have been written; nothing else, and nothing twice.
    const count = await storage.count('event', {})
    expect(count).toBeGreaterThanOrEqual(written.length)
    expect(count).toBeLessThanOrEqual(written.length + unknown.length)
    const all = await storage.find('event', { order: 'id', limit: 9999 })
    expect(all).toHaveLength(count)
  })
}

/** The port of the master that has the key. */
async function masterOf(key: string, ports: readonly number[]): Promise<number> {
  const node = new Redis(ports[0] ?? 0, '127.0.0.1')
  onTestFinished(() => node.disconnect())
  const slot = Number(await node.cluster('KEYSLOT', key))
  for (const [first, last, master] of await slotsOf(node)) {
    if (Number(first) <= slot && slot <= Number(last) && Array.isArray(master)) return Number(master[1])
  }
  throw new Error(`no master has slot ${slot}`)
}

async function slotsOf(node: Redis): Promise<unknown[][]> {
  const slots = await node.cluster('SLOTS')
  return slots.filter((one) => Array.isArray(one))
}
