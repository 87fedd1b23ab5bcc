import { createEventsApi } from 'kalends'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import { StorageUnavailable } from '../../src/storage/contract.ts'
import { VERSION } from '../../src/storage/sql/migrations/index.ts'
import { openSql } from '../../src/storage/sql/open.ts'
import { calendarsIn, libsqlMemory, mysqlDatabase, postgresDatabase } from '../setup/databases.ts'

/** Codes of each dialect, as its clients report them. */
const CODES: Readonly<Record<SqlClient['dialect'], Record<'busy' | 'lost', readonly (string | number)[]>>> = {
  sqlite: {
    busy: [5, 261, 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 6, 17],
    lost: ['lost', 14, 'SQLITE_IOERR_READ'],
  },
  postgres: { busy: ['40001', '40P01', '55P03'], lost: ['lost', '57P01', '08006', '53300', '25006'] },
  mysql: { busy: [1213, 1205, 1020, 1615], lost: ['lost', 1047, 1040, 1461, 2013, 1927] },
}

class Trouble extends Error {
  readonly code: string | number
  constructor(code: string | number) {
    super(`trouble ${code}`)
    this.code = code
  }
}

/** A client of which each call fails with the next of these codes, as long as there are any. */
function troubled(client: SqlClient, codes: (string | number)[]): SqlClient {
  const fail = () => {
    const code = codes.shift()
    if (code !== undefined) throw new Trouble(code)
  }
  return {
    ...client,
    async query(statement) {
      fail()
      return client.query(statement)
    },
    async batch(statements) {
      fail()
      return client.batch(statements)
    },
    codeOf: (error) => (error instanceof Trouble ? error.code : client.codeOf(error)),
  }
}

/** As the dialect says it, though no statement gets to a database. */
const silent = (dialect: SqlClient['dialect'], codes: (string | number)[]): SqlClient =>
  troubled(
    {
      dialect,
      query: async () => [{ n: 3, version: VERSION }],
      batch: async () => [],
      codeOf: () => undefined,
    },
    codes,
  )

describe.each(['sqlite', 'postgres', 'mysql'] as const)('%s', (dialect) => {
  test.each(CODES[dialect].busy)('%s: tried again, after growing pauses', async (code) => {
    const pauses: number[] = []
    const wait = async (milliseconds: number) => void pauses.push(milliseconds)
    const storage = openSql(
      silent(
        dialect,
        Array.from({ length: 12 }, () => code),
      ),
      {},
      wait,
    )
    expect(await storage.count('venue', {})).toBe(3)
    expect(pauses).toHaveLength(12)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(250)
    expect(pauses.slice(0, 3).every((pause, index) => pause <= 2 ** index)).toBe(true)
  })

  test.each(CODES[dialect].busy)('%s: not for ever', async (code) => {
    const codes = Array.from({ length: 99 }, () => code)
    const storage = openSql(silent(dialect, codes), { retries: 4 }, async () => {})
    await expect(storage.count('venue', {})).rejects.toThrow(StorageUnavailable)
    expect(99 - codes.length).toBe(5)
  })

  test.each(CODES[dialect].lost)('%s: out of reach at once, and back with the next call', async (code) => {
    const storage = openSql(silent(dialect, [code]), {}, () => expect.unreachable('it waited'))
    await expect(storage.count('venue', {})).rejects.toThrow(StorageUnavailable)
    expect(await storage.count('venue', {})).toBe(3)
  })

  test('an invalid error of these is a bug, and thrown as it is', async () => {
    const storage = sqlStorage(silent(dialect, ['42601']))
    await expect(storage.count('venue', {})).rejects.toThrow(Trouble)
  })
})

test('a commit that was in the way of others takes effect once', async () => {
  const { client } = libsqlMemory()
  const codes: (string | number)[] = []
  const storage = openSql(troubled(client, codes), {}, async () => {})
  await storage.migrate()
  codes.push(5, 5, 5)
  expect(await storage.commit([put('event', 1, exampleEvent(1, { tag: [2] }))])).toEqual({ conflict: null })
  codes.push(5, 5)
  expect(await storage.commit([put('event', 1, exampleEvent(1, { tag: [2] }), 1)])).toEqual({
    conflict: null,
  })
  expect(await storage.tally('tag', {})).toEqual(new Map([[2, 1]]))
})

test('over the interface: 503 with Retry-After, then as if nothing had been', async () => {
  const { client } = libsqlMemory()
  const codes: (string | number)[] = []
  const errors: unknown[] = []
  const api = createEventsApi(
    openSql(troubled(client, codes), { retries: 2 }, async () => {}),
    {
      // Cached responses need no database.
      limits: { cache: 0 },
      onError: (error) => void errors.push(error),
    },
  )
  await api.migrate()
  const list = () => api.fetch(new Request('http://localhost/vendor/events/v1/events'))
  for (const failing of [['lost'], Array.from({ length: 40 }, () => 5)]) {
    codes.splice(0, codes.length, ...failing)
    const response = await list()
    codes.length = 0
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.text()).not.toMatch(/database|busy|trouble/)
    expect((await list()).status).toBe(200)
  }
  expect(errors.length).toBeGreaterThan(0)
})

/** Ends every connection of the pool, as a server does that is started anew. */
const KILLS = {
  PostgreSQL: {
    database: await postgresDatabase(),
    ask: `select pid as id from pg_stat_activity where pid <> pg_backend_pid() and query like '%killed_calendar_%'`,
    kill: (id: unknown) => `select pg_terminate_backend(${id})`,
  },
  MariaDB: {
    database: await mysqlDatabase(),
    ask: 'select connection_id() as id',
    kill: (id: unknown) => `kill ${id}`,
  },
}

for (const [name, { database, ask, kill }] of Object.entries(KILLS)) {
  if (typeof database === 'string') test.skip(`connections that ${name} ends: ${database}`)
  else
    test(`connections that ${name} ends: at worst some answers are 503, then all is well`, async () => {
      const { client, schema = '' } = database
      const storage = sqlStorage(client, { tablePrefix: 'killed_calendar_', schema })
      await storage.migrate()
      const six = () => Promise.allSettled(Array.from({ length: 6 }, () => storage.count('venue', {})))
      await six()
      const rows = await Promise.all(Array.from({ length: 6 }, () => client.query({ sql: ask, values: [] })))
      const ids = new Set(rows.flat().map(({ id }) => Number(id)))
      expect(ids.size).toBeGreaterThan(0)
      for (const id of ids) await client.query({ sql: kill(id), values: [] }).catch(() => {})

      for (const result of await six()) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageUnavailable)
      }
      await six()
      expect((await six()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'))
    })
}

test.each([-1, 1.5, Number.NaN])('retries: %s is refused', (retries) => {
  expect(() => sqlStorage(libsqlMemory().client, { retries })).toThrow(TypeError)
})

test('without migrate() the first call says so', async () => {
  const storage = sqlStorage(libsqlMemory().client)
  await expect(storage.get('event', [1])).rejects.toThrow(/calendar_event/)
})

test('what has been closed is not the client', async () => {
  const open = calendarsIn(libsqlMemory())
  const { storage, reopen } = await open()
  await storage.migrate()
  await storage.close()
  expect(await (await reopen()).count('event', {})).toBe(0)
})
