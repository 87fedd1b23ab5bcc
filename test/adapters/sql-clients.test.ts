import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import http from 'node:http'
import { createClient } from '@libsql/client'
import { createEventsApi } from 'kalends'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { d1 } from 'kalends/adapters/sql/d1'
import { libsql } from 'kalends/adapters/sql/libsql'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { StorageNotMigrated } from 'kalends/storage/contract'
import { sqlStorage } from 'kalends/storage/sql'
import Database from 'libsql'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { SqlClient } from '../../src/storage/sql/client.ts'
import { fakeD1 } from '../setup/fake-d1.ts'
import { mysqlUrl, postgresUrl, reachable } from '../setup/servers.ts'
import { listen } from './sockets.ts'
import {
  betterSqlite3File,
  bunSqliteFile,
  libsqlFile,
  newFile,
  nodeSqliteFile,
  type Opened,
  SUBJECTS,
  type Subject,
} from './sql-clients/subjects.ts'
import { ask, meaningOf, newTable, statement } from './sql-clients/tables.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

/** The suites of what cannot be had here are skipped, and say why. */
function describeFor(subject: Subject, title: string, suite: () => void): void {
  const name = subject.missing === undefined ? title : `${title} (skipped: ${subject.missing})`
  describe.skipIf(subject.missing !== undefined)(name, suite)
}

/** What does not concern a client is not skipped on it: it is no test of it. */
const testWhere = (concerns: boolean) => (name: string, run: () => Promise<void>) => {
  if (concerns) test(name, run)
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it did not fail'),
    (error) => error,
  )

async function openFor(subject: Subject, file?: string): Promise<Opened> {
  const opened = await subject.open(file)
  onTestFinished(async () => {
    await opened.close()
    opened.tidy?.()
  })
  return opened
}

describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))('%s', (_name, subject) => {
  describeFor(subject, 'as a client', () => {
    let opened: Opened
    let client: SqlClient

    beforeAll(async () => {
      opened = await subject.open()
      client = opened.client
    })
    afterAll(async () => {
      await opened.close()
      opened.tidy?.()
    })

    test('lets a calendar without its tables say that api.migrate() was not called', async () => {
      const errors: unknown[] = []
      const tablePrefix = `never_${randomUUID().replaceAll('-', '').slice(0, 12)}_`
      const api = createEventsApi(sqlStorage(client, { tablePrefix }), {
        authenticate: () => ({ id: 1, role: 'editor' }),
        onError: (error) => errors.push(error),
      })
      const url = 'https://calendar.example/vendor/events/v1'
      const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
      for (const [path, init] of [
        ['/events', {}],
        ['/events/1', {}],
        ['/events?search=music', {}],
        ['/tags', {}],
        ['/tags', form({ name: 'music' })],
        ['/events', form({ title: 'a', start_date: '2027-05-10', end_date: '2027-05-10' })],
      ] as const) {
        const answer = await api.fetch(new Request(`${url}${path}`, init))
        expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'rest_internal_error' }])
        const error = errors.pop()
        expect(error, path).toBeInstanceOf(StorageNotMigrated)
        expect(String(error), path).toContain('api.migrate()')
      }
    })

    test('gives integers back exactly', async () => {
      const t = await newTable(client, 'id int, n bigint')
      const integers = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, LARGEST, -LARGEST]
      for (const [id, n] of integers.entries()) await ask(client, `insert into ${t} values (?, ?)`, id, n)
      const rows = await ask(client, `select n from ${t} order by id`)
      expect(rows.map(({ n }) => BigInt(String(n)))).toEqual(integers.map(BigInt))
      expect(await ask(client, `select id from ${t} where n = ?`, LARGEST)).toHaveLength(1)
      expect(await ask(client, `select id from ${t} where n = ?`, -LARGEST)).toHaveLength(1)
      expect(await ask(client, `select id from ${t} where n > ?`, LARGEST - 1)).toHaveLength(1)
    })

    testWhere(subject.dialect === 'postgres')('gives booleans back', async () => {
      const t = await newTable(client, 'id int, v boolean')
      for (const [id, v] of [true, false, null].entries()) {
        await ask(client, `insert into ${t} values (?, ?)`, id, v)
      }
      expect(await ask(client, `select v from ${t} order by id`)).toEqual([
        { v: true },
        { v: false },
        { v: null },
      ])
      expect(await ask(client, `select id from ${t} where v = ?`, true)).toHaveLength(1)
    })

    testWhere(subject.dialect === 'sqlite' && !subject.name.startsWith('d1'))(
      'sends integers as integers and fractions as floats',
      async () => {
        const [row] = await ask(client, 'select typeof(?) a, typeof(?) b, typeof(?) c', 7, LARGEST, 0.5)
        expect(row).toEqual({ a: 'integer', b: 'integer', c: 'real' })
      },
    )

    test('runs more different statements than it keeps prepared', async () => {
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 210; n++) {
          const [row] = await ask(client, `select ${n} as n`)
          expect(Number(row?.n)).toBe(n)
        }
      }
    })

    testWhere(subject.dialect === 'sqlite')('runs prepared statements on a changed table', async () => {
      const t = await newTable(client, 'a int')
      const select = () => ask(client, `select * from ${t}`)
      const insert = () => ask(client, `insert into ${t} (a) values (?)`, 1)
      await insert()
      expect(await select()).toEqual([{ a: 1 }])
      await ask(client, `alter table ${t} add column b int`)
      await insert()
      expect(await select()).toEqual([
        { a: 1, b: null },
        { a: 1, b: null },
      ])
      await ask(client, `drop table ${t}`)
      expect(client.codeOf(await failureOf(select()))).toBeOneOf([1, 'SQLITE_ERROR'])
      await ask(client, `create table ${t} (a text)`)
      expect(await select()).toEqual([])
    })

    test('a batch that fails undoes all, and throws the error of the first that failed', async () => {
      const t = await newTable(client, 'n int unique')
      await ask(client, `insert into ${t} values (?)`, 1)
      const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
      const error = await failureOf(
        client.batch([
          insert(2),
          insert(1),
          statement(client.dialect, `select no_column from ${t}`),
          insert(3),
        ]),
      )
      expect(error).toBeInstanceOf(Error)
      expect(meaningOf(client, error)).toBe('constraint')
      expect(await ask(client, `select n from ${t}`)).toEqual([{ n: 1 }])
      await client.batch([insert(2), insert(3)])
      expect(await ask(client, `select n from ${t}`)).toHaveLength(3)
    })

    test('names violations of unique keys and of checks', async () => {
      const t = await newTable(client, 'n int unique, p int check (p > 0)')
      await ask(client, `insert into ${t} values (?, ?)`, 1, 1)
      const unique = await failureOf(ask(client, `insert into ${t} values (?, ?)`, 1, 1))
      expect(meaningOf(client, unique)).toBe('constraint')
      const check = await failureOf(ask(client, `insert into ${t} values (?, ?)`, 2, 0))
      expect(meaningOf(client, check)).toBe('constraint')
      expect(client.codeOf(check)).not.toBe(client.codeOf(unique))
      expect(await ask(client, `select n from ${t}`)).toHaveLength(1)
    })

    test('two batches at once take effect one after the other', async () => {
      const t = await newTable(client, 'n int')
      const log = await newTable(client, 'n int')
      await ask(client, `insert into ${t} values (?)`, 0)
      const twice = () =>
        client.batch([
          statement(client.dialect, `update ${t} set n = n + 1`),
          statement(client.dialect, `insert into ${log} select n from ${t}`),
          statement(client.dialect, `update ${t} set n = n + 1`),
        ])
      await Promise.all([twice(), twice(), twice()])
      expect(await ask(client, `select n from ${log} order by n`)).toEqual([{ n: 1 }, { n: 3 }, { n: 5 }])
      expect(await ask(client, `select n from ${t}`)).toEqual([{ n: 6 }])
    })

    test('a query beside a batch that fails is not undone with it', async () => {
      const t = await newTable(client, 'n int unique')
      const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
      const [error] = await Promise.all([
        failureOf(client.batch([insert(1), insert(2), insert(1)])),
        client.query(insert(7)),
        client.query(insert(8)),
      ])
      expect(meaningOf(client, error)).toBe('constraint')
      expect(await ask(client, `select n from ${t} order by n`)).toEqual([{ n: 7 }, { n: 8 }])
    })

    test('has no code for what is not an error of the database', () => {
      const unrelated = [
        new Error('x'),
        new TypeError('closed'),
        { code: 'X' },
        'ECONNREFUSED',
        null,
        undefined,
      ]
      for (const error of unrelated) expect(client.codeOf(error)).toBeUndefined()
    })

    test('is lost when the host has closed what it was made of', async () => {
      const other = await subject.open()
      onTestFinished(() => other.tidy?.())
      await ask(other.client, 'select 1 as one')
      await other.close()
      const one = statement(subject.dialect, 'select 1 as one')
      const errors = [await failureOf(other.client.query(one)), await failureOf(other.client.batch([one]))]
      // D1 is not the host's to close: the likeness can, but has no error for it that D1 would have.
      if (subject.name.startsWith('d1')) return
      expect(errors.map(other.client.codeOf)).toEqual(['lost', 'lost'])
      expect(other.client.codeOf(new Error('x'))).toBeUndefined()
    })
  })
})

describe.each(
  [betterSqlite3File, libsqlFile, nodeSqliteFile, bunSqliteFile].map((one) => [one.name, one] as const),
)('a file that others write to as well: %s', (_name, subject) => {
  describeFor(subject, 'locks', () => {
    async function twoOnOneFile() {
      const { file, remove } = newFile()
      const other = subject.rival(file)
      other.exec('create table t (n integer)')
      onTestFinished(() => {
        other.close()
        remove()
      })
      const { client } = await openFor(subject, file)
      const insert = (n: number) => statement('sqlite', 'insert into t values (?)', n)
      const all = async () => (await ask(client, 'select n from t order by n')).map(({ n }) => n)
      return { client, other, insert, all }
    }

    test('busy, while another writes', async () => {
      const { client, other, insert, all } = await twoOnOneFile()
      other.exec('begin immediate')
      expect(meaningOf(client, await failureOf(client.batch([insert(1)])))).toBe('busy')
      expect(meaningOf(client, await failureOf(client.query(insert(1))))).toBe('busy')
      expect(await all()).toEqual([])
      other.exec('rollback')
      if (subject === libsqlFile) return // It can no longer commit: see its adapter.
      await client.batch([insert(1)])
      expect(await all()).toEqual([1])
    })

    test('a batch that cannot be committed for another that reads is undone', async () => {
      const { client, other, insert, all } = await twoOnOneFile()
      other.exec('begin')
      other.prepare('select n from t').all()
      expect(meaningOf(client, await failureOf(client.batch([insert(1), insert(2)])))).toBe('busy')
      other.exec('commit')
      expect(await all()).toEqual([])
      await client.batch([insert(3)])
      expect(await all()).toEqual([3])
    })

    test('a batch waits for no other connection after it has begun', async () => {
      const { client, other, insert, all } = await twoOnOneFile()
      other.exec('pragma journal_mode = wal')
      other.exec('begin')
      other.prepare('select n from t').all()
      await client.batch([statement('sqlite', 'select n from t'), insert(1)])
      expect(await all()).toEqual([1])
      expect(other.prepare('select n from t').all()).toEqual([])
      other.exec('commit')
    })
  })
})

describe('a connection that the host uses as well', () => {
  test("a batch fails within the host's own transaction, and leaves it as it is", async () => {
    const db = new Database(':memory:')
    onTestFinished(() => void db.close())
    db.exec('create table t (n integer)')
    const client = betterSqlite3(db)
    db.exec('begin')
    db.exec('insert into t values (1)')
    const error = await failureOf(client.batch([statement('sqlite', 'insert into t values (?)', 2)]))
    expect(client.codeOf(error)).toBe('SQLITE_ERROR')
    db.exec('commit')
    expect(await ask(client, 'select n from t')).toEqual([{ n: 1 }])
  })
})

describe("D1's limits and messages", () => {
  const open = () => {
    const db = new Database(':memory:')
    onTestFinished(() => void db.close())
    return d1(fakeD1(db))
  }

  test('more than 100 values are refused', async () => {
    const client = open()
    const list = (count: number) =>
      statement('sqlite', `select ${Array(count).fill('?').join(' + ')} as n`, ...Array(count).fill(1))
    expect(await client.query(list(100))).toEqual([{ n: 100 }])
    expect(client.codeOf(await failureOf(client.query(list(101))))).toBe('SQLITE_ERROR')
    expect(client.codeOf(await failureOf(client.batch([list(101)])))).toBe('SQLITE_ERROR')
  })

  test.each([
    ['UNIQUE constraint failed: t.a: SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT'],
    [
      'UNIQUE constraint failed: t.a: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
      'SQLITE_CONSTRAINT_UNIQUE',
    ],
    ['database is locked: SQLITE_BUSY', 'SQLITE_BUSY'],
    ['Network connection lost.', 'lost'],
    ['Internal error in D1 DB storage caused object to be reset.', 'lost'],
    ['D1 DB storage operation exceeded timeout which caused object to be reset.', 'lost'],
    ['D1 DB reset because its code was updated.', 'lost'],
    ['D1 DB is overloaded. Requests queued for too long.', 'lost'],
    ['Cannot resolve D1 DB due to transient issue on remote node.', 'lost'],
    ['Wrong number of parameter bindings for SQL query.', undefined],
    ["D1 DB's isolate exceeded its memory limit and was reset.", undefined],
  ])('%s', (message, code) => {
    expect(open().codeOf(new Error(`D1_ERROR: ${message}`, { cause: new Error(message) }))).toBe(code)
  })

  test('a value of a type that D1 does not know is a mistake', async () => {
    const db = new Database(':memory:')
    onTestFinished(() => void db.close())
    expect(() => fakeD1(db).prepare('select ? as v').bind(1n)).toThrow('D1_TYPE_ERROR')
    expect(
      open().codeOf(new Error("D1_TYPE_ERROR: Type 'bigint' not supported for value '1'")),
    ).toBeUndefined()
  })
})

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = http.createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The same user and database, where there is no server. */
async function nowhere(url: string): Promise<string> {
  const there = new URL(url)
  there.hostname = '127.0.0.1'
  there.port = String(await closedPort())
  return there.href
}

async function bothFail(client: SqlClient): Promise<(string | number | undefined)[]> {
  const one = statement(client.dialect, 'select 1 as one')
  const errors = [await failureOf(client.query(one)), await failureOf(client.batch([one]))]
  return errors.map(client.codeOf)
}

describe('libsql over the network', () => {
  function remote(url: string): SqlClient {
    const client = createClient({ url })
    onTestFinished(() => client.close())
    return libsql(client)
  }
  const answering = (status: number) =>
    listen(
      http.createServer((request, response) => {
        request.resume()
        response.writeHead(status).end('{}')
      }),
    )

  test.each(['http', 'ws'])('is lost where nobody listens (%s)', async (scheme) => {
    expect(await bothFail(remote(`${scheme}://127.0.0.1:${await closedPort()}`))).toEqual(['lost', 'lost'])
  })

  test.each([500, 502, 503, 429])('is lost when the server says %i', async (status) => {
    expect(await bothFail(remote(`http://127.0.0.1:${await answering(status)}`))).toEqual(['lost', 'lost'])
  })

  test.each([401, 404])('is not lost but set up wrong when the server says %i', async (status) => {
    const codes = await bothFail(remote(`http://127.0.0.1:${await answering(status)}`))
    expect(codes).toEqual([undefined, undefined])
  })

  test('is lost when the server hangs up', async () => {
    const port = await listen(http.createServer((request) => request.socket.destroy()))
    expect(await bothFail(remote(`http://127.0.0.1:${port}`))).toEqual(['lost', 'lost'])
    expect(await bothFail(remote(`ws://127.0.0.1:${port}`))).toEqual(['lost', 'lost'])
  })

  test.each(['http', 'ws'])('is lost when the host has closed it (%s)', async (scheme) => {
    const client = createClient({ url: `${scheme}://127.0.0.1:1` })
    client.close()
    expect(await bothFail(libsql(client))).toEqual(['lost', 'lost'])
  })
})

test('pg: a connection that breaks the moment it is lent does not end the process', async () => {
  const listeners: number[] = []
  const lent: boolean[] = []
  const connection = Object.assign(new EventEmitter(), {
    query: async () =>
      Promise.reject(new Error('Client has encountered a connection error and is not queryable')),
    release: (broken: boolean) => {
      lent.push(broken)
    },
  })
  const client = pg({
    connect(callback) {
      callback(undefined, connection)
      listeners.push(connection.listenerCount('error'))
    },
  })
  expect(await bothFail(client)).toEqual(['lost', 'lost'])
  expect(listeners).toEqual([1, 1])
  expect(lent).toEqual([true, true])
  expect(connection.listenerCount('error')).toBe(0)
})

const noPostgres = await reachable(postgresUrl)
const noMysql = await reachable(mysqlUrl)

interface Server {
  readonly name: string
  readonly missing: true | string
  /** With room for this many connections. `impatient`: it does not wait for a free one. */
  open(options: { max: number; impatient?: boolean }): { client: SqlClient; close(): Promise<unknown> }
  openNowhere(): Promise<{ client: SqlClient; close(): Promise<unknown> }>
  readonly sleep: string
  /** Whom the server runs statements with this text for, other than the one who asks. */
  readonly whoRuns: string
  kill(id: unknown): string
}

const postgresServer = {
  missing: noPostgres,
  sleep: 'select pg_sleep(60)',
  whoRuns: `select pid as id from pg_stat_activity
    where query like ? and state = 'active' and wait_event = 'PgSleep'`,
  kill: (id: unknown) => `select pg_terminate_backend(${Number(id)})`,
}

function openPg(max: number, connectionString = postgresUrl, connectionTimeoutMillis = 0) {
  const pool = new Pool({ connectionString, max, connectionTimeoutMillis })
  return { client: pg(pool), close: () => pool.end() }
}

function openPostgres(max: number, url = postgresUrl) {
  const sql = postgres(url, { max, onnotice() {} })
  return { client: postgresJs(sql), close: () => sql.end({ timeout: 1 }) }
}

function openMysql(connectionLimit: number, uri = mysqlUrl, waitForConnections = true) {
  const pool = createPool({ uri, connectionLimit, waitForConnections })
  return { client: mysql2(pool), close: () => pool.end() }
}

const SERVERS: readonly Server[] = [
  {
    ...postgresServer,
    name: 'pg',
    open: ({ max, impatient }) => openPg(max, postgresUrl, impatient ? 150 : 0),
    openNowhere: async () => openPg(2, await nowhere(postgresUrl)),
  },
  {
    ...postgresServer,
    name: 'postgresJs',
    open: ({ max }) => openPostgres(max),
    openNowhere: async () => openPostgres(2, await nowhere(postgresUrl)),
  },
  {
    name: 'mysql2',
    missing: noMysql,
    open: ({ max, impatient }) => openMysql(max, mysqlUrl, !impatient),
    openNowhere: async () => openMysql(2, await nowhere(mysqlUrl)),
    sleep: 'select sleep(60)',
    whoRuns: `select id from information_schema.processlist
      where info like ? and state = 'User sleep' and id <> connection_id()`,
    kill: (id) => `kill ${Number(id)}`,
  },
]

describe.each(SERVERS.map((server) => [server.name, server] as const))(
  '%s and its server',
  (_name, server) => {
    const missing = typeof server.missing === 'string' ? server.missing : undefined
    const name = missing === undefined ? 'connections' : `connections (skipped: ${missing})`

    describe.skipIf(missing !== undefined)(name, () => {
      function open(options: { max: number; impatient?: boolean }): SqlClient {
        const { client, close } = server.open(options)
        onTestFinished(async () => {
          await close()
        })
        return client
      }

      /** Ends the connection on which the statement with this mark is running, as soon as it is. */
      async function killWhoRuns(mark: string, admin: SqlClient): Promise<void> {
        for (;;) {
          const [found] = await ask(admin, server.whoRuns, `%${mark}%`)
          if (found === undefined) continue
          await ask(admin, server.kill(found.id))
          return
        }
      }

      const sleepMarked = (mark: string) => statement('sqlite', `${server.sleep} /* ${mark} */`)

      test('a query whose connection ends is lost; the next one works', async () => {
        const admin = open({ max: 1 })
        const client = open({ max: 1 })
        for (const mark of ['query-one', 'query-two']) {
          const [error] = await Promise.all([
            failureOf(client.query(sleepMarked(`${server.name}-${mark}`))),
            killWhoRuns(`${server.name}-${mark}`, admin),
          ])
          expect(client.codeOf(error)).toBeOneOf(['lost', '57P01'])
          expect(await ask(client, 'select 1 as one')).toEqual([{ one: 1 }])
        }
      })

      test('a batch whose connection ends is lost and undone; the next one works', async () => {
        const admin = open({ max: 1 })
        const client = open({ max: 1 })
        const t = await newTable(admin, 'n int')
        const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
        for (const mark of ['batch-one', 'batch-two']) {
          const [error] = await Promise.all([
            failureOf(client.batch([insert(1), sleepMarked(`${server.name}-${mark}`), insert(2)])),
            killWhoRuns(`${server.name}-${mark}`, admin),
          ])
          expect(client.codeOf(error)).toBeOneOf(['lost', '57P01'])
          expect(await ask(client, `select n from ${t}`)).toEqual([])
        }
        await client.batch([insert(3), insert(4)])
        expect(await ask(client, `select n from ${t} order by n`)).toEqual([{ n: 3 }, { n: 4 }])
      })

      test('is lost if no server listens', async () => {
        const { client, close } = await server.openNowhere()
        expect(await bothFail(client)).toEqual(['lost', 'lost'])
        await close()
      })

      testWhere(server.name !== 'postgresJs')('is lost when no connection gets free', async () => {
        const admin = open({ max: 1 })
        const client = open({ max: 1, impatient: true })
        const mark = `${server.name}-busy`
        const sleeping = failureOf(client.query(sleepMarked(mark)))
        const codes = await bothFail(client)
        await killWhoRuns(mark, admin)
        await sleeping
        expect(codes).toEqual(['lost', 'lost'])
      })

      test('more batches at once than there are connections all take effect', async () => {
        const client = open({ max: 2 })
        const t = await newTable(client, 'n int')
        const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
        await Promise.all(Array.from({ length: 12 }, (_, n) => client.batch([insert(n), insert(n)])))
        expect(await ask(client, `select n from ${t}`)).toHaveLength(24)
      })
    })
  },
)
