import { Redis } from 'ioredis'
import { ioredis } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import { createClient, RESP_TYPES } from 'redis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort, noRedisServer, ownServer } from '../setup/redis-server.ts'
import { administrator, expectUnavailable, failureOf, lossyWay, SUBJECTS, write } from './redis/subjects.ts'

const whole = { start: 'calendar/', end: 'calendar/~', limit: 100 }

const missing = noRedisServer()
if (missing !== undefined) test.skip(`Redis: ${missing}`)
else describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))('%s', suite)

function suite(name: string, { open }: (typeof SUBJECTS)[number]): void {
  describe('keys', async () => {
    const server = await ownServer()

    test('are one for each calendar, with the name in braces', async () => {
      const admin = await administrator(server.url)
      await admin.flushAll()
      const kv = await open(server.url)
      await write(kv, { 'one/a': '1', 'one/b/c': '2', one: '3' })
      await write(kv, { 'two~2f_-/a': '1' })
      expect((await admin.keys('*')).sort()).toEqual(['kalends:{one}', 'kalends:{two~2f_-}'])
      expect(await admin.type('kalends:{one}')).toBe('zset')
    })

    test('are gone with the last entry of the calendar', async () => {
      const admin = await administrator(server.url)
      const kv = await open(server.url, { prefix: 'gone:' })
      await write(kv, { 'calendar/a': '1' })
      await kv.commit({ checks: [], sets: [], deletes: ['calendar/a'] })
      expect(await admin.keys('gone:*')).toEqual([])
    })

    test.each(['', '*', '?[a-z]', '\\', 'a b\n"', ':'])('may have the prefix %j', async (prefix) => {
      const admin = await administrator(server.url)
      const kv = await open(server.url, { prefix })
      const other = await open(server.url, { prefix: `${prefix}other` })
      await write(kv, { 'calendar/a': '1' })
      await write(other, { 'calendar/a': '2' })
      expect(await kv.range(whole)).toEqual([['calendar/a', '1']])
      expect(await other.get(['calendar/a'])).toEqual(['2'])
      expect(await admin.exists([`${prefix}{calendar}`, `${prefix}other{calendar}`])).toBe(2)
    })

    test.each(['{', '}', 'a{b}:', '{}'])('may not have the prefix %j', async (prefix) => {
      await expect(open(server.url, { prefix })).rejects.toThrow(TypeError)
    })
  })

  describe('settings of the server', () => {
    test.each(['allkeys-lru', 'allkeys-random'])('by which it may drop calendars: %s', async (policy) => {
      const server = await ownServer('--maxmemory-policy', policy)
      const kv = await open(server.url)
      for (const failure of [
        await failureOf(kv.get(['calendar/a'])),
        await failureOf(kv.range(whole)),
        await failureOf(write(kv, { 'calendar/a': '1' })),
      ]) {
        expect(failure).toMatchObject({ name: 'Error', message: expect.stringContaining(policy) })
      }
      const admin = await administrator(server.url)
      expect(await admin.dbSize()).toBe(0)
      await admin.configSet('maxmemory-policy', 'volatile-lru')
      expect(await kv.get(['calendar/a'])).toEqual([undefined])
    })

    test('with which Redis loses data get one warning', async () => {
      const server = await ownServer('--appendonly', 'no')
      const warn = vi.fn()
      const kv = await open(server.url, { warn })
      expect(warn).not.toHaveBeenCalled()
      await Promise.all([kv.get(['calendar/a']), kv.get(['other/a']), write(kv, { 'calendar/a': '1' })])
      await kv.get(['third/a'])
      expect(warn.mock.calls).toEqual([[expect.stringContaining('appendonly')]])
    })

    test('are no reason to warn when it logs its writes', async () => {
      const server = await ownServer('--appendonly', 'yes')
      const warn = vi.fn()
      const kv = await open(server.url, { warn })
      await write(kv, { 'calendar/a': '1' })
      expect(warn).not.toHaveBeenCalled()
    })

    test('that the user may not look at are warned of once', async () => {
      const server = await ownServer('--maxmemory-policy', 'allkeys-lru')
      const admin = await administrator(server.url)
      await admin.sendCommand('ACL SETUSER calendar on >secret ~* +@all -info'.split(' '))
      const warn = vi.fn()
      const kv = await open(`redis://calendar:secret@127.0.0.1:${server.port}`, { warn })
      await write(kv, { 'calendar/a': '1' })
      expect(await kv.get(['calendar/a'])).toEqual(['1'])
      expect(warn.mock.calls).toEqual([[expect.stringContaining('INFO')]])
    })
  })

  describe('replicas', async () => {
    const server = await ownServer()

    test('that do not have a write in time refuse it, though it was done', async () => {
      const kv = await open(server.url, { prefix: 'alone:', replicas: { acknowledged: 1, within: 20 } })
      expect(await failureOf(write(kv, { 'calendar/a': '1' }))).toMatchObject({
        name: 'StorageUnavailable',
        message: expect.stringContaining('took effect, but only 0 of 1 replicas'),
      })
      expect(await kv.get(['calendar/a'])).toEqual(['1'])
      const refused = { checks: [['calendar/a', '2']], sets: [], deletes: ['calendar/a'] } as const
      expect(await kv.commit(refused)).toBe(false)
    })

    test('that have it acknowledge it', async () => {
      const replica = await ownServer('--replicaof', '127.0.0.1', `${server.port}`)
      const admin = await administrator(replica.url)
      await vi.waitFor(async () => expect(await admin.info('replication')).toContain('link_status:up'))
      const kv = await open(server.url, { prefix: 'copied:', replicas: { acknowledged: 1, within: 10_000 } })
      for (let round = 0; round < 20; round++) {
        expect(await write(kv, { 'calendar/a': `${round}` })).toBe(true)
        expect(await admin.sendCommand(['ZRANGE', 'copied:{calendar}', '0', '-1'])).toEqual([`/a ${round}`])
      }
    })

    test.each([
      [{ acknowledged: 0, within: 100 }],
      [{ acknowledged: 1, within: 0 }],
      [{ acknowledged: 1.5, within: 100 }],
      [{ acknowledged: 1, within: Number.POSITIVE_INFINITY }],
    ])('are not waited for like this: %j', async (replicas) => {
      await expect(open(server.url, { replicas })).rejects.toThrow(TypeError)
    })
  })

  describe('trouble', () => {
    test('a server that forgot the scripts is sent them again', async () => {
      const server = await ownServer()
      const admin = await administrator(server.url)
      for (const replicas of [undefined, { acknowledged: 1, within: 1 }]) {
        const kv = await open(server.url, replicas === undefined ? {} : { replicas })
        for (const value of ['1', '2']) {
          await admin.scriptFlush()
          if (replicas === undefined) expect(await write(kv, { 'calendar/a': value })).toBe(true)
          else
            expect(await failureOf(write(kv, { 'calendar/a': value }))).toHaveProperty(
              'message',
              expect.stringContaining('0 of 1'),
            )
          await admin.scriptFlush()
          expect(await kv.get(['calendar/a'])).toEqual([value])
        }
      }
    })

    test('no server: unavailable, and asked anew when there is one', async () => {
      const port = await freePort()
      const warn = vi.fn()
      const kv = await open(`redis://127.0.0.1:${port}`, { warn })
      await expectUnavailable(kv)
      expect(await failureOf(kv.get(['calendar/a']))).toHaveProperty('cause', expect.any(Error))
      await ownServer('--port', `${port}`)
      await vi.waitFor(async () => expect(await kv.get(['calendar/a'])).toEqual([undefined]))
      expect(warn).toHaveBeenCalledOnce()
    })

    test('a server that dies: unavailable until it is back, with what it acknowledged', async () => {
      const server = await ownServer('--appendonly', 'yes', '--appendfsync', 'always')
      const kv = await open(server.url)
      await write(kv, { 'calendar/a': '1' })
      await server.kill()
      await expectUnavailable(kv)
      await server.start()
      await vi.waitFor(async () => expect(await kv.range(whole)).toEqual([['calendar/a', '1']]))
      expect(await write(kv, { 'calendar/a': '2' })).toBe(true)
    })

    test.each([
      ['OOM', ['maxmemory', '1']],
      ['READONLY', ['replicaof', '127.0.0.1 1']],
      ['NOREPLICAS', ['min-replicas-to-write', '1']],
    ] as const)(
      'a server that takes no writes: unavailable, and nothing is half done: %s',
      async (code, [name, value]) => {
        const server = await ownServer()
        const admin = await administrator(server.url)
        const kv = await open(server.url)
        await write(kv, { 'calendar/a': '1', 'calendar/b': '2' })
        await admin.sendCommand(
          name === 'replicaof' ? [name, ...value.split(' ')] : ['CONFIG', 'SET', name, value],
        )
        const failure = await failureOf(
          kv.commit({
            checks: [['calendar/a', '1']],
            sets: [
              ['calendar/a', '3'],
              ['calendar/c', '4'],
            ],
            deletes: ['calendar/b'],
          }),
        )
        expect(failure).toMatchObject({ name: 'StorageUnavailable', cause: expect.any(Error) })
        expect(failure).toHaveProperty('cause.message', expect.stringMatching(new RegExp(`^${code} `)))
        expect(await kv.range(whole)).toEqual([
          ['calendar/a', '1'],
          ['calendar/b', '2'],
        ])
        expect(await kv.commit({ checks: [['calendar/b', '2']], sets: [], deletes: [] })).toBe(true)
      },
    )

    test('a key of another program: an error, which passes unchanged', async () => {
      const server = await ownServer()
      const admin = await administrator(server.url)
      await admin.set('kalends:{calendar}', 'not a calendar')
      const kv = await open(server.url)
      for (const failure of [
        await failureOf(kv.get(['calendar/a'])),
        await failureOf(kv.range(whole)),
        await failureOf(write(kv, { 'calendar/a': '1' })),
      ]) {
        expect(failure).not.toHaveProperty('name', 'StorageUnavailable')
        expect(failure).toHaveProperty('message', expect.stringMatching(/^WRONGTYPE /))
      }
    })

    test('a lost answer: a commit that took effect is not said to have been refused', async () => {
      const server = await ownServer()
      const way = await lossyWay(server.port, 'lost')
      const kv = await open(way.url, {}, { patient: true })
      await write(kv, { 'calendar/clock': '1' })
      const failure = await failureOf(
        kv.commit({
          checks: [['calendar/clock', '1']],
          sets: [
            ['calendar/clock', '2'],
            ['calendar/a', 'lost'],
          ],
          deletes: [],
        }),
      )
      expect(failure).toMatchObject({ name: 'StorageUnavailable' })
      // ioredis did send it again.
      if (name === 'ioredis') expect(way.sent()).toBeGreaterThan(1)
      await vi.waitFor(async () => expect(await kv.get(['calendar/clock'])).toEqual(['2']))
    })
  })
}

const otherwise = 'clients that are set up otherwise'
const otherwiseName = missing === undefined ? otherwise : `${otherwise} (skipped: ${missing})`
describe.skipIf(missing !== undefined)(otherwiseName, async () => {
  const server = missing === undefined ? await ownServer() : { url: '' }
  const value = 'one\0two\r\n😀 é'

  async function expectToWork(kv: ReturnType<typeof ioredis>): Promise<void> {
    expect(await write(kv, { 'calendar/a': value, 'calendar/7': '7' })).toBe(true)
    expect(await kv.commit({ checks: [['calendar/a', '2']], sets: [], deletes: ['calendar/a'] })).toBe(false)
    expect(await kv.get(['calendar/7', 'calendar/b', 'calendar/a'])).toEqual(['7', undefined, value])
    expect(await kv.range(whole)).toEqual([
      ['calendar/7', '7'],
      ['calendar/a', value],
    ])
  }

  test.each([
    { protocol: 2, stringNumbers: true },
    { protocol: 3, replyMapping: 'resp3' },
    { enableAutoPipelining: true },
    { keyPrefix: 'all:' },
    { showFriendlyErrorStack: true },
  ] as const)('ioredis with %j', async (settings) => {
    const client = new Redis(server.url, settings)
    onTestFinished(() => client.disconnect())
    await expectToWork(ioredis(client, { warn: () => {} }))
  })

  test('node-redis with bytes in place of texts', async () => {
    const client = createClient({
      url: server.url,
      commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.NUMBER]: String } },
    })
    await client.connect()
    onTestFinished(() => client.destroy())
    await expectToWork(nodeRedis(client, { warn: () => {} }))
  })

  test.each([{ RESP: 2 }, { keyPrefix: 'all:' }] as const)('node-redis with %j', async (settings) => {
    const client = createClient({ url: server.url, ...settings })
    await client.connect()
    onTestFinished(() => client.destroy())
    await expectToWork(nodeRedis(client, { warn: () => {} }))
  })
})

describe('errors', () => {
  /** A server that answers every script with this. */
  function failing(error: unknown) {
    const client = new Redis({ lazyConnect: true })
    return ioredis(
      Object.assign(client, {
        evalsha: () => Promise.reject(error),
        zrange: () => Promise.reject(error),
        pipeline: () => ({ exec: async () => [] }),
      }),
    )
  }

  const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' })

  test.each([
    reply('LOADING Redis is loading the dataset in memory'),
    reply('CLUSTERDOWN Hash slot not served'),
    reply("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'."),
    reply("READONLY You can't write against a read only replica."),
    reply('TRYAGAIN Multiple keys request during rehashing of slot'),
    reply("OOM command not allowed when used memory > 'maxmemory'."),
    reply("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk."),
    reply('BUSY Redis is busy running a script.'),
    reply('UNBLOCKED force unblock from blocking operation, instance state changed'),
    reply('ERR max number of clients reached'),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    }),
    Object.assign(new AggregateError([new Error('one'), new Error('other')]), { code: 'ECONNREFUSED' }),
    new Error('Connection is closed.'),
    new Error('Command timed out'),
    Object.assign(new Error('Reached the max retries per request limit'), {
      name: 'MaxRetriesPerRequestError',
    }),
    Object.assign(new Error('Failed to refresh slots cache.'), { name: 'ClusterAllFailedError' }),
    new Error('Socket closed unexpectedly'),
    new Error('The client is closed'),
  ])('unavailable: %s', async (error) => {
    const kv = failing(error)
    expect(await failureOf(kv.get(['calendar/a']))).toMatchObject({
      name: 'StorageUnavailable',
      cause: error,
    })
    expect(await failureOf(kv.range(whole))).toMatchObject({ name: 'StorageUnavailable', cause: error })
    expect(await failureOf(write(kv, { 'calendar/a': '1' }))).toMatchObject({ cause: error })
  })

  test.each([
    reply('WRONGTYPE Operation against a key holding the wrong kind of value'),
    reply('NOPERM this user has no permissions'),
    reply('WRONGPASS invalid username-password pair or user is disabled.'),
    reply('ERR unknown command'),
    new TypeError('this is no function'),
    'a text',
  ])('a fault: %s', async (error) => {
    const kv = failing(error)
    expect(await failureOf(kv.get(['calendar/a']))).toBe(error)
    expect(await failureOf(kv.range(whole))).toBe(error)
    expect(await failureOf(write(kv, { 'calendar/a': '1' }))).toBe(error)
  })
})
