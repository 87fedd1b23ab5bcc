import { type SqlClient, type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import mysql from 'mysql2/promise'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Calendar, eventOf, openCalendar } from '../routes/calendar.ts'
import { mysqlDatabase, postgresDatabase, type TestDatabase } from '../setup/databases.ts'
import { mysqlUrl, postgresUrl } from '../setup/servers.ts'

/*
 * Where several connections write, counters that each commit raises say whether anything has changed. What holds for
 * the revision of every storage is in the storage suite; here is what can go wrong with counters and connections.
 */

interface Connection {
  run(statement: SqlStatement): Promise<unknown>
  close(): Promise<void>
}

const connectPostgres = async (): Promise<Connection> => {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  return { run: ({ sql, values }) => client.query(sql, [...values]), close: () => client.end() }
}

const connectMysql = async (): Promise<Connection> => {
  const connection = await mysql.createConnection({ uri: mysqlUrl })
  return {
    run: ({ sql, values }) => connection.query(sql, [...values]),
    close: () => connection.end(),
  }
}

for (const [name, database, connect] of [
  ['PostgreSQL', await postgresDatabase(), connectPostgres],
  ['MariaDB', await mysqlDatabase(), connectMysql],
] as const) {
  if (typeof database === 'string') test.skip(`revisions in ${name}: ${database}`)
  else describe(`revisions in ${name}`, () => ofServer(database, connect))
}

function ofServer({ client, schema }: TestDatabase, connect: () => Promise<Connection>): void {
  let prefixes = 0
  async function newCalendar() {
    const tablePrefix = `r${prefixes++}_`
    const by = (one: SqlClient) => {
      const storage = sqlStorage(one, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
      return { storage, calendar: openCalendar({}, storage) }
    }
    await by(client).storage.migrate()
    return by
  }
  const watched = (
    query: (send: () => ReturnType<SqlClient['query']>) => ReturnType<SqlClient['query']>,
  ) => ({
    ...client,
    query: (statement: SqlStatement) => query(() => client.query(statement)),
  })
  const titleOf = async ({ ask }: Calendar, id: number) =>
    (await ask('GET', `/events/${id}`, undefined, 'visitor')).body.title

  test('an answer that was cached beside an open transaction ends with its commit', async () => {
    const by = await newCalendar()
    const { storage, calendar } = by(client)
    const sent: SqlStatement[] = []
    // Says that it has committed, and keeps the statements instead.
    const writer = by({
      ...client,
      batch: async (statements) => {
        sent.push(...statements)
        return statements.map(() => [])
      },
    })
    const id = await calendar.make('events', eventOf({ title: 'Before' }))
    expect((await writer.calendar.ask('PATCH', `/events/${id}`, { title: 'After' })).status).toBe(200)
    const connection = await connect()
    onTestFinished(() => connection.close())
    await connection.run({ sql: 'begin', values: [] })
    for (const statement of sent) await connection.run(statement)

    const revision = await storage.revision?.()
    expect(await titleOf(calendar, id)).toBe('Before')
    expect(await titleOf(calendar, id)).toBe('Before')
    expect(await storage.revision?.()).toBe(revision)
    await connection.run({ sql: 'commit', values: [] })
    expect(await storage.revision?.()).not.toBe(revision)
    expect(await titleOf(calendar, id)).toBe('After')
  })

  test('a cached answer costs one statement, and ends with a commit of another process', async () => {
    const by = await newCalendar()
    let statements = 0
    const counted = by(
      watched((send) => {
        statements++
        return send()
      }),
    )
    const other = by(client)
    const id = await other.calendar.make('events', eventOf({ title: 'Before' }))
    // The first request of a process looks for scheduled records as well, and is not cached.
    for (let time = 0; time < 2; time++) expect(await titleOf(counted.calendar, id)).toBe('Before')
    statements = 0
    expect(await titleOf(counted.calendar, id)).toBe('Before')
    expect(statements).toBe(1)
    await other.calendar.ask('PATCH', `/events/${id}`, { title: 'After' })
    expect(await titleOf(counted.calendar, id)).toBe('After')
  })

  test('requests that wait at the same time share a statement that is sent after they came', async () => {
    const by = await newCalendar()
    const held: (() => void)[] = []
    const { storage } = by(
      watched(async (send) => {
        const rows = await send()
        await new Promise<void>((resolve) => held.push(resolve))
        return rows
      }),
    )
    const writer = by(client).storage
    const early = Array.from({ length: 20 }, () => storage.revision?.())
    await vi.waitUntil(() => held.length === 4)
    await writer.commit([put('event', 1, exampleEvent(1))])
    const late = storage.revision?.()
    for (const release of held.splice(0)) release()
    await vi.waitUntil(() => held.length === 1)
    held[0]?.()
    const before = new Set(await Promise.all(early.slice(0, 4)))
    expect(before.size).toBe(1)
    expect(before.has(await late)).toBe(false)
    expect(new Set(await Promise.all(early.slice(4)))).toEqual(new Set([await late]))
    expect(held).toHaveLength(1)
  })

  test('a shared statement is aborted when the last request that waits for it is', async () => {
    const by = await newCalendar()
    const signals: (AbortSignal | undefined)[] = []
    const { storage } = by({
      ...client,
      query: (_statement, signal) => {
        signals.push(signal)
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
    })
    const request = (name: string) => {
      const control = new AbortController()
      const read = storage.within?.(control.signal).revision?.()
      const aborted = expect(read).rejects.toThrow(name)
      return async () => {
        control.abort(new Error(name))
        await aborted
      }
    }
    const running = ['a', 'b', 'c', 'd'].map(request)
    expect(signals).toHaveLength(4)
    // A request that ends before the statement is sent takes nobody along.
    await request('e')()
    const waiting = ['f', 'g'].map(request)
    await running[0]?.()
    await vi.waitUntil(() => signals.length === 5)
    await waiting[0]?.()
    expect(signals[4]?.aborted).toBe(false)
    await waiting[1]?.()
    expect(signals[4]?.aborted).toBe(true)
    for (const end of running.slice(1)) await end()
  })

  test('a commit that only checks, or is refused, leaves it as it was', async () => {
    const { storage } = (await newCalendar())(client)
    await storage.commit([put('event', 1, exampleEvent(1))])
    const revision = await storage.revision?.()
    expect(await storage.commit([{ do: 'check', kind: 'event', id: 1, expect: 1 }])).toEqual({
      conflict: null,
    })
    expect(await storage.commit([put('event', 1, exampleEvent(1), 7)])).toMatchObject({ conflict: 'stale' })
    expect(await storage.revision?.()).toBe(revision)
  })
}
