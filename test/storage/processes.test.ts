import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { lmdb } from 'events-api/adapters/key-value/lmdb'
import { keyValueStorage } from 'events-api/storage/key-value'
import { sqlStorage } from 'events-api/storage/sql'
import { open as openLmdb } from 'lmdb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { libsqlFile, mysqlDatabase, postgresDatabase, temporaryFolder } from '../setup/databases.ts'
import { redisStore } from '../setup/redis.ts'
import { mysqlUrl, postgresUrl, redisUrl } from '../setup/servers.ts'
import type { Calendar } from '../setup/shared-calendar.ts'
import type { Result, Task } from './processes/writer.ts'

const WRITERS = 8
const EVENTS = 1000
/** Where all writers of a calendar are in each other's way, fewer show it. */
const EVENTS_IN_THE_WAY = 150
const UPDATES = 50
const RECEIPTS = 50
const ROUNDS_MAY_TAKE = 300_000

const file = join(temporaryFolder(), 'calendar.sqlite')
const { client, close } = libsqlFile(file)
afterAll(() => close())
const postgres = await postgresDatabase()
const mysql = await mysqlDatabase()
const redis = await redisStore()

describe('one SQLite file', () => writersOf({ by: 'sqlite', where: file }, sqlStorage(client)))

if (typeof postgres === 'string') test.skip(`one PostgreSQL: ${postgres}`)
else {
  const { schema } = postgres
  const storage = sqlStorage(postgres.client, { schema })
  describe('one PostgreSQL', () => writersOf({ by: 'postgres', where: postgresUrl, within: schema }, storage))
}

if (typeof mysql === 'string') test.skip(`one MariaDB: ${mysql}`)
else {
  const { schema } = mysql
  const storage = sqlStorage(mysql.client, { schema })
  describe('one MariaDB', () => writersOf({ by: 'mysql', where: mysqlUrl, within: schema }, storage))
}

const folder = join(temporaryFolder(), 'calendar')
const db = openLmdb<string, string>({ path: folder, encoding: 'string', overlappingSync: false })
afterAll(() => db.close())
describe('one LMDB file', () =>
  writersOf({ by: 'lmdb', where: folder }, keyValueStorage(lmdb(db)), EVENTS_IN_THE_WAY))

if (typeof redis === 'string') test.skip(`one Redis: ${redis}`)
else {
  const { prefix, kv } = redis
  describe('one Redis', () =>
    writersOf({ by: 'redis', where: redisUrl, within: prefix }, keyValueStorage(kv), EVENTS_IN_THE_WAY))
}

function writersOf(calendar: Calendar, storage: Storage, events = EVENTS): void {
  test(`${WRITERS} processes start at once, and create ${events} events each of the same title`, {
    timeout: ROUNDS_MAY_TAKE,
  }, async () => {
    const writers = await startWriters(calendar)
    const results = await all(writers, { do: 'create', title: 'The same', count: events })
    const created = results.flatMap((result) => result.created)
    expect(created).toHaveLength(WRITERS * events)
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length)
    expect(new Set(created.map(({ slug }) => slug)).size).toBe(created.length)

    expect(await storage.count('event', {})).toBe(created.length)
    const documents = await storage.get(
      'event',
      created.map(({ id }) => id),
    )
    const slugs = new Map(documents.map(({ id, keys }) => [id, keys.slug]))
    expect(created.filter(({ id, slug }) => slugs.get(id) !== slug)).toEqual([])
  })

  test('of updates that expect the same version exactly one wins', { timeout: ROUNDS_MAY_TAKE }, async () => {
    const writers = await startWriters(calendar)
    const [event] = (await all(writers.slice(0, 1), { do: 'create', title: 'Contended', count: 1 })).flatMap(
      ({ created }) => created,
    )
    const id = event?.id ?? expect.unreachable('nothing was created')
    const results = await all(writers, { do: 'update', id, count: UPDATES })
    const won = results.flatMap((result) => result.won)
    const lost = results.reduce((sum, result) => sum + result.lost, 0)
    expect(won.length + lost).toBe(WRITERS * UPDATES)
    expect(lost).toBeGreaterThan(0)
    expect(new Set(won).size).toBe(won.length)
    const [document] = await storage.get('event', [id])
    expect(document?.version).toBe(1 + won.length)
  })

  test('of commits that put the same receipt exactly one takes effect', {
    timeout: ROUNDS_MAY_TAKE,
  }, async () => {
    const writers = await startWriters(calendar)
    const before = await storage.count('event', {})
    const results = await all(writers, { do: 'once', count: RECEIPTS })
    const ids = Array.from({ length: RECEIPTS }, (_, index) => Number.MAX_SAFE_INTEGER - index)
    const won = results.flatMap((result) => result.won.map(Number))
    expect(won.sort((a, b) => b - a)).toEqual(ids)
    expect(results.reduce((sum, result) => sum + result.lost, 0)).toBe((WRITERS - 1) * RECEIPTS)

    const receipts = await storage.get('receipt', ids)
    expect(receipts.map(({ id, version }) => [id, version])).toEqual(ids.map((id) => [id, 1]))
    expect(await storage.count('event', {})).toBe(before + RECEIPTS)
    const events = receipts.map(({ data }) => Number(data))
    expect(await storage.get('event', events)).toHaveLength(RECEIPTS)
    const status = [{ key: 'status', in: ['draft'] }] as const
    expect(await storage.tally('tag', { where: status })).toEqual(new Map([[7, RECEIPTS]]))
  })
}

class Writer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor(calendar: Calendar) {
    const program = new URL('processes/writer.ts', import.meta.url).pathname
    this.#process = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(calendar)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
    onTestFinished(() => void this.#process.kill())
  }

  async isReady(): Promise<void> {
    expect(await this.#next()).toBe('"ready"')
  }

  async run(task: Task): Promise<Result> {
    this.#process.stdin.write(`${JSON.stringify(task)}\n`)
    return JSON.parse(await this.#next())
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('a writer ended')
    return value
  }
}

async function startWriters(calendar: Calendar): Promise<Writer[]> {
  const writers = Array.from({ length: WRITERS }, () => new Writer(calendar))
  await Promise.all(writers.map((writer) => writer.isReady()))
  return writers
}

const all = (writers: readonly Writer[], task: Task): Promise<Result[]> =>
  Promise.all(writers.map((writer) => writer.run(task)))
