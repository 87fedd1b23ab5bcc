import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { DurableObjectStorage } from '@cloudflare/workers-types'
import { type Kv, openKv } from '@deno/kv'
import { denoKv } from 'kalends/adapters/key-value/deno'
import { durableObject } from 'kalends/adapters/key-value/durable-object'
import { type LmdbDatabase, lmdb } from 'kalends/adapters/key-value/lmdb'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { type Database, open, type RootDatabase } from 'lmdb'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { Entry, Mutation, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { Dice } from '../../src/testing/dice.ts'
import { temporaryFolder } from '../setup/databases.ts'
import { FakeDurableObjectStorage } from '../setup/fake-durable-object.ts'
import { denoStore } from '../setup/stores.ts'
import type { Task } from './key-value/lmdb-process.ts'

/* What adapters do beyond the port, whose sentences `testKeyValue` holds. */

const folder = temporaryFolder()
const hasDeno = await denoStore()
if (typeof hasDeno !== 'string') await hasDeno.close()

const change = (mutation: Partial<Mutation>): Mutation => ({ checks: [], sets: [], deletes: [], ...mutation })

/** Every call rejects so. */
async function expectUnavailable(store: OrderedKeyValue): Promise<void> {
  const unavailable = { name: 'StorageUnavailable' }
  await expect(store.get(['c/a'])).rejects.toMatchObject(unavailable)
  await expect(store.range({ start: 'c/a', end: 'c/b', limit: 1 })).rejects.toMatchObject(unavailable)
  await expect(store.commit(change({ sets: [['c/a', '1']] }))).rejects.toMatchObject(unavailable)
  await expect(store.commit(change({ checks: [['c/a', '1']] }))).rejects.toMatchObject(unavailable)
}

describe('memory', () => {
  test('keeps many entries in order, while they come and go', async () => {
    const store = memoryKeyValue()
    const dice = new Dice(1)
    const model = new Map<string, string>()
    const keyOf = () => `c/${dice.upTo(20_000).toString(36)}`
    for (const deleted of [3, 2, 1, 9]) {
      for (let round = 0; round < 400; round++) {
        const sets = new Map(dice.some(40, () => [keyOf(), `${round}`] as const))
        const deletes = [...new Set(dice.some(20 * deleted, keyOf))].filter((key) => !sets.has(key))
        await store.commit(change({ sets: [...sets], deletes }))
        for (const [key, value] of sets) model.set(key, value)
        for (const key of deletes) model.delete(key)
      }
      const entries = [...model].sort(([a], [b]) => (a < b ? -1 : 1))
      const whole = { start: 'c/', end: 'c/~', limit: 30_000 }
      expect(await store.range(whole)).toEqual(entries)
      expect(await store.range({ ...whole, reverse: true })).toEqual(entries.toReversed())
      const some = dice.some(100, keyOf)
      expect(await store.get(some)).toEqual(some.map((key) => model.get(key)))
    }
  })

  test('keeps the rest while it is deleted from one of its ends, until it is empty', async () => {
    const entries = Array.from({ length: 5000 }, (_, index): Entry => [`c/${10_000 + index}`, `${index}`])
    const whole = { start: 'c/', end: 'c/~', limit: 9000 }
    for (const isFromEnd of [false, true]) {
      const store = memoryKeyValue()
      await store.commit(change({ sets: entries }))
      let rest = entries
      while (rest.length > 0) {
        const some = isFromEnd ? rest.slice(-200) : rest.slice(0, 200)
        rest = isFromEnd ? rest.slice(0, -200) : rest.slice(200)
        await store.commit(change({ deletes: some.map(([key]) => key) }))
        expect(await store.range(whole)).toEqual(rest)
      }
      await store.commit(change({ sets: [['c/a', '1']] }))
      expect(await store.range(whole)).toEqual([['c/a', '1']])
    }
  })
})

describe('lmdb', () => {
  const openAt = (path: string) => open<string, string>({ path, encoding: 'string', overlappingSync: false })

  function openNew(): { db: RootDatabase<string, string>; path: string; store: OrderedKeyValue } {
    const path = join(folder, Math.random().toString(36).slice(2))
    const db = openAt(path)
    onTestFinished(() => db.close())
    return { db, path, store: lmdb(db) }
  }

  test('what one process has committed, another sees at once', async () => {
    const { path, store } = openNew()
    const other = await OtherProcess.start(path)
    // Reads in every turn of the event loop, so that there is always one that came before.
    let isDone = false
    const reading = async () => {
      while (!isDone) {
        await store.get(['c/a'])
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    }
    const read = reading()
    for (let round = 0; round < 200; round++) {
      expect(await other.run({ do: 'set', key: 'c/a', value: `${round}` })).toBe(true)
      expect(await store.get(['c/a'])).toEqual([`${round}`])
      await store.commit(change({ sets: [['c/b', `${round}`]] }))
      expect(await other.run({ do: 'get', key: 'c/b' })).toBe(`${round}`)
    }
    isDone = true
    await read
  })

  test.each(['string', 'msgpack', 'json'] as const)('values in the encoding %s', async (encoding) => {
    const db = open({ path: join(folder, encoding), encoding })
    onTestFinished(() => db.close())
    const value = '{"a":"żółw 😀\\u0000"}\0\ufeff'
    await lmdb(db).commit(change({ sets: [['c/a', value]] }))
    expect(await lmdb(db).get(['c/a'])).toEqual([value])
    expect(await lmdb(db).range({ start: 'c/', end: 'c/~', limit: 9 })).toEqual([['c/a', value]])
    expect(await lmdb(db).commit(change({ checks: [['c/a', value]] }))).toBe(true)
  })

  test('is unavailable when the database is being closed, and afterwards', async () => {
    const { db, store } = openNew()
    await store.commit(change({ sets: [['c/a', '1']] }))
    await store.get(['c/a'])
    const closed = db.close()
    await expectUnavailable(store)
    await closed
    await expectUnavailable(store)
  })

  test('is unavailable when there is no room left, and the process goes on', async () => {
    const { path, store } = openNew()
    const other = await OtherProcess.start(path, 4000)
    expect(await other.run({ do: 'fill', key: 'c/full' })).toBe('StorageUnavailable')
    // All or nothing of the one that failed.
    const whole = await store.range({ start: 'c/full', end: 'c/~', limit: 1000 })
    const [, committed] = whole[0] ?? []
    expect(whole).toHaveLength(1 + 3 * Number(committed))
    await store.commit(change({ deletes: whole.map(([key]) => key) }))
    expect(await other.run({ do: 'set', key: 'c/a', value: '1' })).toBe(true)
  })

  test('leaves other errors than those of the database alone', async () => {
    const { db } = openNew()
    const mistake = new TypeError('a mistake')
    const broken: LmdbDatabase = Object.assign(Object.create(db), {
      get: () => {
        throw mistake
      },
    })
    await expect(lmdb(broken).get(['c/a'])).rejects.toBe(mistake)
  })

  test('takes the databases of lmdb, whatever their types', () => {
    expectTypeOf(lmdb).toBeCallableWith({} as RootDatabase)
    expectTypeOf(lmdb).toBeCallableWith({} as Database)
    expectTypeOf(lmdb).toBeCallableWith({} as RootDatabase<string, string>)
    expectTypeOf({} as Database<Buffer, string>).not.toExtend<LmdbDatabase>()
  })
})

const denoName = typeof hasDeno === 'string' ? `Deno KV (skipped: ${hasDeno})` : 'Deno KV'
describe.skipIf(typeof hasDeno === 'string')(denoName, () => {
  async function openNew(): Promise<Kv> {
    const kv = await openKv(':memory:')
    onTestFinished(() => {
      try {
        kv.close()
      } catch {
        // The test has done so.
      }
    })
    return kv
  }

  test('a value of the size that the limits give, and up to what Deno takes', async () => {
    const store = denoKv(await openNew())
    const { bytesPerValue = 0 } = store.limits ?? {}
    expect(bytesPerValue).toBeGreaterThan(60 * 1024)
    for (const bytes of [bytesPerValue, 65_536]) {
      // Half as many characters as bytes, none of them in Latin-1.
      const value = 'ł'.repeat(bytes / 2)
      expect(await store.commit(change({ sets: [['c/a', value]] }))).toBe(true)
      expect(await store.get(['c/a'])).toEqual([value])
    }
  })

  test('what is beyond the limits is a mistake, no outage, and changes nothing', async () => {
    const store = denoKv(await openNew())
    const checks = Array.from({ length: 11 }, (_, index) => [`c/${index}`, undefined] as const)
    const sets = Array.from({ length: 1001 }, (_, index) => [`c/${index}`, '1'] as const)
    const beyond = [
      change({ sets: [['c/a', 'x'.repeat(65_537)]] }),
      change({ checks, sets: [['c/a', '1']] }),
      change({ sets }),
      change({ sets: sets.slice(0, 20).map(([key]) => [key, 'x'.repeat(60_000)]) }),
    ]
    for (const mutation of beyond) {
      await expect(store.commit(mutation)).rejects.toMatchObject({ name: 'Error' })
    }
    await expect(store.get(checks.map(([key]) => key))).rejects.toMatchObject({ name: 'Error' })
    expect(await store.range({ start: 'c/', end: 'c/~', limit: 9 })).toEqual([])
  })

  test('keeps to its prefix', async () => {
    const kv = await openNew()
    const [one, other] = [denoKv(kv), denoKv(kv, { prefix: 'other' })]
    await one.commit(change({ sets: [['c/a', 'one']] }))
    await other.commit(change({ checks: [['c/a', undefined]], sets: [['c/a', 'other']] }))
    expect(await one.get(['c/a'])).toEqual(['one'])
    const range = { start: 'c/', end: 'c/~', limit: 9 }
    expect(await other.range(range)).toEqual([['c/a', 'other']])
    await other.commit(change({ deletes: ['c/a'] }))
    expect(await one.range(range)).toEqual([['c/a', 'one']])
    expect((await kv.get(['kalends', 'c/a'])).value).toEqual(Buffer.from('one'))
  })

  test('waits for others that write to the same file', async () => {
    const path = join(folder, 'shared.sqlite')
    const connections = [await openKv(path), await openKv(path), await openKv(path)]
    onTestFinished(() => {
      for (const kv of connections) kv.close()
    })
    await Promise.all(
      connections.map(async (kv, index) => {
        const store = denoKv(kv)
        for (let round = 0; round < 50; round++) {
          await store.get(['c/a'])
          await store.commit(change({ sets: [[`c/${index}-${round}`, '1']] }))
        }
      }),
    )
    for (const kv of connections) {
      expect(await denoKv(kv).range({ start: 'c/', end: 'c/~', limit: 500 })).toHaveLength(150)
    }
  })

  test('asks again while a file is locked', async () => {
    const kv = await openNew()
    let locked = 3
    const store = denoKv({
      async getMany(keys, options) {
        if (locked-- > 0) throw new TypeError('database is locked')
        return kv.getMany(keys, options)
      },
      list: kv.list.bind(kv),
      atomic: () => kv.atomic(),
    })
    expect(await store.commit(change({ checks: [['c/a', undefined]], sets: [['c/a', '1']] }))).toBe(true)
    expect(await store.get(['c/a'])).toEqual(['1'])
  })

  test('takes errors of files for outages, though Deno calls them TypeErrors', async () => {
    const kv = await openNew()
    const full = new TypeError('database or disk is full')
    const failing = (error: Error) =>
      denoKv({ getMany: () => Promise.reject(error), list: kv.list.bind(kv), atomic: () => kv.atomic() })
    await expect(failing(full).get(['c/a'])).rejects.toMatchObject({
      name: 'StorageUnavailable',
      cause: full,
    })
    const tooMany = new TypeError('Too many ranges (max 10)')
    await expect(failing(tooMany).get(['c/a'])).rejects.toBe(tooMany)
  })

  test('is unavailable after the host has closed it', async () => {
    const kv = await openNew()
    kv.close()
    await expectUnavailable(denoKv(kv))
  })

  test.each([
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed', { cause: new Error('refused') }))],
    ['has trouble of its own', async () => new Response('trouble', { status: 500 })],
  ])('is unavailable when the service %s', async (_name, answer: () => Promise<Response>) => {
    const endpoint = 'https://example.com/kv'
    const metadata = {
      version: 1,
      databaseId: 'c0ffee00-0000-4000-8000-000000000000',
      endpoints: [{ url: endpoint, consistency: 'strong' }],
      token: 'token',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const headers = { 'content-type': 'application/json' }
    const described = (url: string) =>
      Object.defineProperty(new Response(JSON.stringify(metadata), { headers }), 'url', { value: url })
    const fetcher = async (url: string) => (url.startsWith(endpoint) ? answer() : described(url))
    const kv = await openKv('https://example.com', { accessToken: 'secret', fetcher, maxRetries: 0 })
    await expectUnavailable(denoKv(kv))
  })

  test('takes what @deno/kv opens', () => {
    expectTypeOf(denoKv).toBeCallableWith({} as Kv)
  })
})

describe('Durable Objects', () => {
  test('refuses as unavailable what Cloudflare says of outages, and nothing else', async () => {
    const failing = (message: string) => {
      const fail = () => Promise.reject(new Error(message))
      return durableObject({ get: fail, list: fail, transaction: fail })
    }
    for (const message of [
      'Network connection lost.',
      'Durable Object reset because its code was updated.',
      'Durable Object storage operation exceeded timeout which caused object to be reset.',
      'Internal error in Durable Object storage write caused object to be reset.',
      'database or disk is full: SQLITE_FULL',
    ]) {
      await expectUnavailable(failing(message))
    }
    const mistake = failing('Maximum number of keys is 128.')
    await expect(mistake.get(['c/a'])).rejects.toMatchObject({ name: 'Error' })
  })

  test('a transaction that fails changes nothing', async () => {
    const store = durableObject(new FakeDurableObjectStorage())
    const sets = Array.from({ length: 300 }, (_, index) => [`c/${index}`, '1'] as const)
    const tooLong = ['c/long', 'x'.repeat(140_000)] as const
    await expect(store.commit(change({ sets: [...sets, tooLong] }))).rejects.toThrow(RangeError)
    expect(await store.range({ start: 'c/', end: 'c/~', limit: 9 })).toEqual([])
  })

  test("takes Cloudflare's storage", () => {
    expectTypeOf(durableObject).toBeCallableWith({} as DurableObjectStorage)
  })
})

class OtherProcess {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  private constructor(path: string, blocks?: number) {
    const program = new URL('key-value/lmdb-process.ts', import.meta.url).pathname
    // The shell can forbid longer files, which is as if the disk were full.
    const script = blocks === undefined ? 'exec "$@"' : `ulimit -f ${blocks} && exec "$@"`
    const command = [process.execPath, '--import', 'tsx', program, path]
    this.#process = spawn('sh', ['-c', script, 'sh', ...command], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
    onTestFinished(() => this.kill())
  }

  /** With as many blocks of 512 bytes in a file at most. */
  static async start(path: string, blocks?: number): Promise<OtherProcess> {
    const other = new OtherProcess(path, blocks)
    expect(await other.next()).toBe('ready')
    return other
  }

  run(task: Task): Promise<unknown> {
    this.begin(task)
    return this.next()
  }

  begin(task: Task): void {
    this.#process.stdin.write(`${JSON.stringify(task)}\n`)
  }

  async next(): Promise<unknown> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('the other process ended')
    return JSON.parse(value)
  }

  async kill(): Promise<void> {
    const { exitCode, signalCode } = this.#process
    if (exitCode !== null || signalCode !== null) return
    const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()))
    this.#process.kill('SIGKILL')
    await ended
  }
}
