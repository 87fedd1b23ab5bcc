import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SqlClient } from '../../src/storage/sql/client.ts'
import { ask, newTable, statement } from '../adapters/sql-clients/tables.ts'
import { mysqlUrl, postgresUrl, reachable } from '../setup/servers.ts'
import { reason, watchedSignal } from './watched-signal.ts'

/*
 * What becomes of connections, and of statements at the server, when a request is over.
 */

interface Server {
  readonly name: string
  readonly missing: true | string
  open(): { client: SqlClient; close(): Promise<unknown>; isIdle(): boolean }
  readonly sleep: (seconds: number) => string
  /** Whether the server runs a statement with this text. */
  readonly runs: string
  readonly endsAtServer: boolean
}

const postgresServer = {
  missing: await reachable(postgresUrl),
  sleep: (seconds: number) => `select pg_sleep(${seconds})`,
  runs: `select 1 from pg_stat_activity where query like ? and state = 'active' and pid <> pg_backend_pid()`,
}

const SERVERS: readonly Server[] = [
  {
    ...postgresServer,
    name: 'pg',
    open() {
      const options = '-c client_connection_check_interval=50'
      const pool = new Pool({ connectionString: postgresUrl, max: 1, options })
      const isIdle = () => pool.idleCount === pool.totalCount && pool.waitingCount === 0
      return { client: pg(pool), close: () => pool.end(), isIdle }
    },
    endsAtServer: true,
  },
  {
    ...postgresServer,
    name: 'postgres.js',
    open() {
      const sql = postgres(postgresUrl, { max: 1, fetch_types: false, onnotice() {} })
      return { client: postgresJs(sql), close: () => sql.end({ timeout: 1 }), isIdle: () => true }
    },
    endsAtServer: true,
  },
  {
    name: 'mysql2',
    missing: await reachable(mysqlUrl),
    open() {
      const pool = createPool({ uri: mysqlUrl, connectionLimit: 1 })
      const lengthOf = (name: string) => Number(Reflect.get(Reflect.get(pool.pool, name), 'length'))
      const isIdle = () =>
        lengthOf('_freeConnections') === lengthOf('_allConnections') && lengthOf('_connectionQueue') === 0
      return { client: mysql2(pool), close: () => pool.end(), isIdle }
    },
    sleep: (seconds) => `select sleep(${seconds})`,
    runs: 'select 1 from information_schema.processlist where info like ? and id <> connection_id()',
    endsAtServer: false,
  },
]

describe.each(SERVERS.map((server) => [server.name, server] as const))(
  '%s and its server',
  (_name, server) => {
    const missing = typeof server.missing === 'string' ? server.missing : undefined
    const name = missing === undefined ? 'one connection' : `one connection (skipped: ${missing})`
    describe.skipIf(missing !== undefined)(name, () => {
      function open() {
        const opened = server.open()
        onTestFinished(async () => {
          await opened.close()
        })
        return opened
      }

      /** A query that takes so long, once the server runs it; `mark` tells it from others. */
      async function underWay(client: SqlClient, admin: SqlClient, seconds: number, signal?: AbortSignal) {
        const mark = `mark_${Math.random().toString(36).slice(2)}`
        const answer = client.query({ sql: `${server.sleep(seconds)} /* ${mark} */`, values: [] }, signal)
        const settled = answer.then(
          () => undefined,
          (error: unknown) => error,
        )
        const isRunning = async () => (await ask(admin, server.runs, `%${mark}%`)).length > 0
        await vi.waitFor(async () => expect(await isRunning()).toBe(true))
        return { settled, isRunning }
      }

      test('a query that is given up frees the connection at once', async () => {
        const admin = open().client
        const { client, isIdle } = open()
        for (let round = 0; round < 5; round++) {
          const { signal, abort } = watchedSignal()
          const { settled, isRunning } = await underWay(client, admin, server.endsAtServer ? 60 : 3, signal)
          abort()
          expect(await settled).toBe(reason)
          expect(await ask(client, 'select 1 as one')).toEqual([{ one: 1 }])
          await vi.waitFor(() => expect(isIdle()).toBe(true))
          if (server.endsAtServer) await vi.waitFor(async () => expect(await isRunning()).toBe(false))
        }
      })

      test('who waits for a connection gives up, and it is there for others when it comes', async () => {
        const admin = open().client
        const { client, isIdle } = open()
        const t = await newTable(admin, 'n int')
        const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
        const { settled, isRunning } = await underWay(client, admin, 1)
        const { signal, abort } = watchedSignal()
        const waiting = [
          client.query(statement(client.dialect, `select n from ${t}`), signal),
          client.batch([insert(1), insert(2)], signal),
        ]
        const ended = Promise.allSettled(waiting)
        await new Promise(setImmediate)
        abort()
        for (const result of await ended) expect(result).toEqual({ status: 'rejected', reason })
        expect(await isRunning()).toBe(true)
        expect(await settled).toBeUndefined()
        await client.batch([insert(3), insert(4)])
        expect(await ask(client, `select n from ${t} order by n`)).toEqual([{ n: 3 }, { n: 4 }])
        await vi.waitFor(() => expect(isIdle()).toBe(true))
      })

      test('a batch is not cut off once it was sent', async () => {
        const admin = open().client
        const { client } = open()
        const t = await newTable(admin, 'n int')
        const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
        const mark = `mark_${Math.random().toString(36).slice(2)}`
        const { signal, abort } = watchedSignal()
        const slow = { sql: `${server.sleep(1)} /* ${mark} */`, values: [] }
        const batch = client.batch([insert(1), slow, insert(2)], signal)
        await vi.waitFor(async () => expect(await ask(admin, server.runs, `%${mark}%`)).not.toEqual([]))
        abort()
        expect(await batch).toHaveLength(3)
        expect(await ask(admin, `select n from ${t} order by n`)).toEqual([{ n: 1 }, { n: 2 }])
      })
    })
  },
)
