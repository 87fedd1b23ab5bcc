import { Redis } from 'ioredis'
import { ioredis, type RedisKeyValueOptions } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import type { OrderedKeyValue } from 'kalends/storage/key-value'
import { createSentinel } from 'redis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { noRedisServer, type OwnServer, ownSentinel, ownServer } from '../setup/redis-server.ts'
import { administrator, failureOf, lossyWay, write } from './redis/subjects.ts'

/*
 * A master and a replica that a Sentinel watches, by clients that ask it which of them is the master.
 */

interface Subject {
  readonly name: string
  /** `ways`: by which port to go in place of another one. */
  open(
    sentinel: OwnServer,
    options?: RedisKeyValueOptions,
    ways?: ReadonlyMap<number, number>,
  ): Promise<OrderedKeyValue>
}

const addresses = (ways: ReadonlyMap<number, number>) =>
  Object.fromEntries(
    [...ways].map(([port, other]) => [`127.0.0.1:${port}`, { host: '127.0.0.1', port: other }]),
  )

const byIoredis: Subject = {
  name: 'ioredis',
  async open({ port }, options, ways = new Map()) {
    const client = new Redis({
      name: 'calendar',
      sentinels: [{ host: '127.0.0.1', port }],
      natMap: addresses(ways),
    })
    client.on('error', () => {})
    onTestFinished(() => client.disconnect())
    return ioredis(client, { warn: () => {}, ...options })
  },
}

const byNodeRedis: Subject = {
  name: 'node-redis',
  async open({ port }, options, ways = new Map()) {
    const client = createSentinel({
      name: 'calendar',
      sentinelRootNodes: [{ host: '127.0.0.1', port }],
      nodeAddressMap: addresses(ways),
      scanInterval: 500,
      // Which lags behind, and must not be read from.
      replicaPoolSize: 1,
    })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(() => client.destroy())
    return nodeRedis(client, { warn: () => {}, ...options })
  },
}

const missing = noRedisServer()
if (missing !== undefined) test.skip(`Redis with Sentinel: ${missing}`)
else
  describe.each([byIoredis, byNodeRedis].map((subject) => [subject.name, subject] as const))(
    '%s',
    (_, { open }) => {
      test('keeps what the replica acknowledged when the master dies, and continues', async () => {
        const { master, sentinel } = await watched()
        const copied = await open(sentinel, { replicas: { acknowledged: 1, within: 5000 } })
        const alone = await open(sentinel)
        for (let round = 1; round <= 50; round++) {
          expect(
            await write(copied, { 'calendar/clock': `${round}`, [`calendar/${round}`]: 'written' }),
          ).toBe(true)
          expect(await copied.get(['calendar/clock'])).toEqual([`${round}`])
          const range = { start: 'calendar/clock', end: 'calendar/clock~', limit: 1 }
          expect(await copied.range(range)).toEqual([['calendar/clock', `${round}`]])
        }
        await master.kill()
        const again = {
          checks: [['calendar/clock', '50']],
          sets: [['calendar/clock', '51']],
          deletes: [],
        } as const
        const failures: unknown[] = []
        await vi.waitFor(async () => {
          const answer = await alone.commit(again).catch((error) => {
            failures.push(error)
            throw error
          })
          // It may have been done by one of those that were not answered.
          if (!answer) expect(await alone.get(['calendar/clock'])).toEqual(['51'])
        })
        for (const failure of failures) expect(failure).toMatchObject({ name: 'StorageUnavailable' })
        const keys = Array.from({ length: 50 }, (_, index) => `calendar/${index + 1}`)
        expect(await alone.get(keys)).toEqual(keys.map(() => 'written'))

        await master.start()
        await vi.waitFor(() => write(copied, { 'calendar/a': 'copied again' }))
      })

      test('a lost answer: a commit that took effect is not said to have been refused', async () => {
        const { master, sentinel } = await watched()
        const way = await lossyWay(master.port, 'lost')
        const kv = await open(sentinel, {}, new Map([[master.port, Number(new URL(way.url).port)]]))
        await write(kv, { 'calendar/clock': '1' })
        const sets = [
          ['calendar/clock', '2'],
          ['calendar/a', 'lost'],
        ] as const
        const failure = await failureOf(kv.commit({ checks: [['calendar/clock', '1']], sets, deletes: [] }))
        expect(failure).toMatchObject({ name: 'StorageUnavailable' })
        // So the library did send it again.
        expect(way.sent()).toBeGreaterThan(1)
        await vi.waitFor(async () => expect(await kv.get(['calendar/clock'])).toEqual(['2']))
      })
    },
  )

async function watched(): Promise<{ master: OwnServer; sentinel: OwnServer }> {
  const master = await ownServer('--appendonly', 'yes')
  await ownServer('--appendonly', 'yes', '--replicaof', '127.0.0.1', `${master.port}`)
  const sentinel = await ownSentinel(master)
  const admin = await administrator(sentinel.url)
  // The Sentinel may take its place only when it is known to have all data.
  await vi.waitFor(async () => {
    const replicas = JSON.stringify(await admin.sendCommand(['SENTINEL', 'REPLICAS', 'calendar']))
    expect(replicas).toMatch(/"master-link-status"[,:]"ok"/)
  })
  return { master, sentinel }
}
