import { Cluster, Redis } from 'ioredis'
import { ioredis, type RedisKeyValueOptions } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import type { OrderedKeyValue } from 'kalends/storage/key-value'
import { createCluster } from 'redis'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { redisCluster, type TestCluster } from '../setup/redis.ts'
import { failureOf, lossyWay, write } from './redis/subjects.ts'

/*
 * A cluster of three masters and three replicas, some of which die by kill -9.
 */

const CALENDARS = Array.from({ length: 12 }, (_, index) => `calendar${index}`)
const MASTERS = [1, 2, 3]

const cluster = await redisCluster()
if (typeof cluster === 'string') test.skip(`a Redis cluster: ${cluster}`)
else describe('a Redis cluster', () => suite(cluster))

interface Settings {
  readonly readsFromReplicas?: boolean
  /** By which port to go in place of another one. */
  readonly ways?: ReadonlyMap<number, number>
}

interface Subject {
  readonly name: string
  open(options?: RedisKeyValueOptions, settings?: Settings): Promise<OrderedKeyValue>
}

const addresses = (ways: ReadonlyMap<number, number> = new Map()) =>
  Object.fromEntries(
    [...ways].map(([port, other]) => [`127.0.0.1:${port}`, { host: '127.0.0.1', port: other }]),
  )

function suite({ ports, script }: TestCluster): void {
  const byIoredis: Subject = {
    name: 'ioredis',
    async open(options, { ways } = {}) {
      const client = new Cluster(
        ports.map((port) => ({ host: '127.0.0.1', port })),
        { natMap: addresses(ways), redisOptions: { commandTimeout: 3000 } },
      )
      client.on('error', () => {})
      onTestFinished(() => client.disconnect())
      return ioredis(client, { warn: () => {}, ...options })
    },
  }
  const byNodeRedis: Subject = {
    name: 'node-redis',
    async open(options, { readsFromReplicas = false, ways } = {}) {
      const client = createCluster({
        rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
        useReplicas: readsFromReplicas,
        nodeAddressMap: addresses(ways),
        topologyRefreshOnReconnectionAttemptStrategy: 500,
      })
      client.on('error', () => {})
      await client.connect()
      onTestFinished(() => client.destroy())
      return nodeRedis(client, { warn: () => {}, ...options })
    },
  }

  /** A client of each node, by its number. */
  const nodes = new Map<number, Redis>()
  beforeAll(() => {
    for (const [index, port] of ports.entries()) {
      const node = new Redis(port, { retryStrategy: () => 100, maxRetriesPerRequest: 0 })
      node.on('error', () => {})
      nodes.set(index + 1, node)
    }
    return () => {
      for (const node of nodes.values()) node.disconnect()
    }
  })

  const node = (number: number): Redis => nodes.get(number) ?? expect.unreachable('there is no such node')

  /** The numbers of the nodes that have a key: of its master and of its replica. */
  async function placeOf(key: string): Promise<{ master: number; replica: number }> {
    const slots = await Promise.any([...nodes.values()].map((one) => one.cluster('SLOTS')))
    const slot = await Promise.any([...nodes.values()].map((one) => one.cluster('KEYSLOT', key)))
    const [, , ...servers] = slots.find(([first, last]) => first <= slot && slot <= last) ?? []
    const [master = 0, replica = 0] = servers.map((server) => ports.indexOf(Number(portIn(server))) + 1)
    return { master, replica }
  }

  describe.each([byIoredis, byNodeRedis].map((subject) => [subject.name, subject] as const))(
    '%s',
    (name, subject) => {
      test('keeps each calendar on one master, and different calendars on all of them', async () => {
        const prefix = `${name}-spread:`
        const kv = await subject.open({ prefix })
        for (const calendar of CALENDARS) {
          expect(await write(kv, { [`${calendar}/a`]: calendar, [`${calendar}/b`]: '2' })).toBe(true)
        }
        for (const calendar of CALENDARS) {
          expect(await kv.get([`${calendar}/b`, `${calendar}/a`])).toEqual(['2', calendar])
        }
        const kept = await Promise.all(MASTERS.map((number) => node(number).keys(`${prefix}*`)))
        expect(kept.flat().sort()).toEqual(CALENDARS.map((calendar) => `${prefix}{${calendar}}`).sort())
        for (const keys of kept) expect(keys.length).toBeGreaterThan(0)
      })

      test('asks each master whether it may drop calendars', async () => {
        const kv = await subject.open({ prefix: `${name}-policy:` })
        const { master } = await placeOf(`${name}-policy:{${CALENDARS[0]}}`)
        await node(master).config('SET', 'maxmemory-policy', 'allkeys-lru')
        onTestFinished(async () => {
          await node(master).config('SET', 'maxmemory-policy', 'noeviction')
        })
        for (const calendar of CALENDARS) {
          const isThere = (await placeOf(`${name}-policy:{${calendar}}`)).master === master
          const got = kv.get([`${calendar}/a`])
          if (isThere)
            expect(await failureOf(got)).toHaveProperty('message', expect.stringContaining('allkeys-lru'))
          else expect(await got).toEqual([undefined])
        }
      })

      test('waits for the replica of the very master', async () => {
        const prefix = `${name}-replicas:`
        const patient = await subject.open({ prefix, replicas: { acknowledged: 1, within: 10_000 } })
        const places = new Map<string, { master: number; replica: number }>()
        for (const calendar of CALENDARS) {
          places.set(calendar, await placeOf(`${prefix}{${calendar}}`))
          for (let round = 0; round < 5; round++) {
            expect(await write(patient, { [`${calendar}/a`]: `${round}` })).toBe(true)
            const { replica } = places.get(calendar) ?? { replica: 0 }
            expect(await sorted(node(replica), `${prefix}{${calendar}}`)).toEqual([`/a ${round}`])
          }
        }
        const hasty = await subject.open({ prefix, replicas: { acknowledged: 1, within: 200 } })
        const { replica: lost } = places.get('calendar0') ?? { replica: 0 }
        await script('kill', lost)
        try {
          for (const [calendar, { replica }] of places) {
            const written = write(hasty, { [`${calendar}/a`]: 'alone' })
            if (replica !== lost) expect(await written).toBe(true)
            else expect(await failureOf(written)).toMatchObject({ name: 'StorageUnavailable' })
            expect(await hasty.get([`${calendar}/a`])).toEqual(['alone'])
          }
        } finally {
          await script('restart', lost)
        }
      })

      test('follows a calendar that moves to another master', async () => {
        const prefix = `${name}-moving:`
        // A slot is decided by the calendar alone: nobody else may have keys in the one that moves.
        const calendar = `moving-${name}`
        const key = `${prefix}{${calendar}}`
        const kv = await subject.open({ prefix })
        const patient = await subject.open({ prefix, replicas: { acknowledged: 1, within: 10_000 } })
        const { master: from } = await placeOf(key)
        const to = (from % MASTERS.length) + 1
        const slot = await node(from).cluster('KEYSLOT', key)
        const [fromId, toId] = await Promise.all([from, to].map((one) => node(one).cluster('MYID')))

        let round = 0
        async function expectToWork(): Promise<void> {
          const [before, after] = [`${round++}`, `${round}`]
          const checks = [[`${calendar}/a`, before === '0' ? undefined : before]] as const
          expect(await kv.commit({ checks, sets: [[`${calendar}/a`, after]], deletes: [] })).toBe(true)
          expect(await kv.get([`${calendar}/a`])).toEqual([after])
          const range = { start: `${calendar}/`, end: `${calendar}/~`, limit: 10 }
          expect(await kv.range(range)).toEqual([[`${calendar}/a`, after]])
          expect(await kv.range({ ...range, reverse: true })).toEqual([[`${calendar}/a`, after]])
        }
        await expectToWork()
        await node(to).cluster('SETSLOT', slot, 'IMPORTING', fromId ?? '')
        await node(from).cluster('SETSLOT', slot, 'MIGRATING', toId ?? '')
        await expectToWork()
        await node(from).migrate('127.0.0.1', ports[to - 1] ?? 0, key, 0, 5000)
        await expectToWork()
        for (const one of [to, from]) await node(one).cluster('SETSLOT', slot, 'NODE', toId ?? '')
        expect(await patient.commit({ checks: [], sets: [[`${calendar}/b`, '1']], deletes: [] })).toBe(true)
        expect(await patient.commit({ checks: [], sets: [], deletes: [`${calendar}/b`] })).toBe(true)
        await expectToWork()
        expect((await sorted(node(to), key)).length).toBe(1)
      })

      test('a lost answer: a commit that took effect is not said to have been refused', async () => {
        const prefix = `${name}-lost:`
        const { master } = await placeOf(`${prefix}{lost}`)
        const port = ports[master - 1] ?? 0
        const way = await lossyWay(port, 'a lost value')
        const kv = await subject.open({ prefix }, { ways: new Map([[port, Number(new URL(way.url).port)]]) })
        await write(kv, { 'lost/clock': '1' })
        const sets = [
          ['lost/clock', '2'],
          ['lost/a', 'a lost value'],
        ] as const
        const failure = await failureOf(kv.commit({ checks: [['lost/clock', '1']], sets, deletes: [] }))
        expect(failure).toMatchObject({ name: 'StorageUnavailable' })
        if (subject === byIoredis) expect(way.sent()).toBeGreaterThan(1)
        await vi.waitFor(async () => expect(await kv.get(['lost/clock'])).toEqual(['2']))
      })

      test('keeps what replicas acknowledged when a master dies, and continues', async () => {
        const prefix = `${name}-failover:`
        const copied = await subject.open({ prefix, replicas: { acknowledged: 1, within: 2000 } })
        const alone = await subject.open({ prefix })
        const { master } = await placeOf(`${prefix}{calendar}`)
        const written: string[] = []
        let clock: string | undefined
        let refused = 0

        /** One more entry, on the condition that nobody else wrote meanwhile. */
        async function writeNext(kv: OrderedKeyValue): Promise<void> {
          const next = `${Number(clock ?? 0) + 1}`
          try {
            const sets = [
              ['calendar/clock', next],
              [`calendar/${next}`, 'written'],
            ] as const
            expect(await kv.commit({ checks: [['calendar/clock', clock]], sets, deletes: [] })).toBe(true)
            clock = next
            written.push(`calendar/${next}`)
          } catch (error) {
            refused++
            // Whether it took effect is not known: so it is looked at, as soon as that is possible.
            expect(error).toMatchObject({ name: 'StorageUnavailable' })
            await vi.waitFor(async () => ([clock] = await alone.get(['calendar/clock'])))
          }
        }
        while (written.length < 50) await writeNext(copied)
        // A replica that is late may have had writes refused before.
        refused = 0
        const killed = script('kill', master)
        while (refused === 0) await writeNext(copied)
        await killed
        // Some nodes hear of the new master later than others do.
        await vi.waitFor(async () => expect((await placeOf(`${prefix}{calendar}`)).master).not.toBe(master))
        // There is no replica any more that might acknowledge it.
        for (let more = 0; more < 20; more++) await writeNext(alone)
        await script('restart', master)
        for (let more = 0; more < 20; more++) await writeNext(copied)

        expect(await copied.get(written)).toEqual(written.map(() => 'written'))
        const found = await copied.range({ start: 'calendar/0', end: 'calendar/:', limit: 1000 })
        expect(found.map(([key]) => key)).toEqual(expect.arrayContaining(written))
        expect(await copied.get(['calendar/clock'])).toEqual([clock])
      })
    },
  )

  test('ioredis: clients that read from replicas are refused', () => {
    for (const scaleReads of ['all', 'slave', () => []] as const) {
      const client = new Cluster([], { scaleReads, lazyConnect: true })
      expect(() => ioredis(client)).toThrow(TypeError)
    }
  })

  test('node-redis: clients that read from replicas see what they wrote', async () => {
    const kv = await byNodeRedis.open({ prefix: 'useReplicas:' }, { readsFromReplicas: true })
    for (let round = 0; round < 200; round++) {
      await write(kv, { 'calendar/a': `${round}` })
      expect(await kv.range({ start: 'calendar/', end: 'calendar/~', limit: 1 })).toEqual([
        ['calendar/a', `${round}`],
      ])
      expect(await kv.get(['calendar/a'])).toEqual([`${round}`])
    }
  })
}

const sorted = (node: Redis, key: string): Promise<string[]> =>
  node.readonly().then(() => node.zrange(key, '0', '-1'))

const portIn = (server: unknown): unknown => (Array.isArray(server) ? server[1] : undefined)
