import { type PostgresJs, postgresJs } from 'kalends/adapters/sql/postgres'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../adapters/sql-clients/tables.ts'
import { postgresUrl, reachable } from '../setup/servers.ts'
import { openWay } from './proxy.ts'
import { reason, watchedSignal } from './watched-signal.ts'

/*
 * postgres.js sends several queries ahead on one connection, and cancels by another one.
 */

const there = await reachable(postgresUrl)
const name = 'a query is given up while the server takes no more connections: nothing is left unhandled'
test.skipIf(there !== true)(there === true ? name : `${name} (skipped: ${there})`, async () => {
  const way = await openWay(Number(new URL(postgresUrl).port || 5432))
  const url = new URL(postgresUrl)
  url.port = `${way.port}`
  const sql = postgres(url.href, { max: 1, fetch_types: false, onnotice() {} })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const client = postgresJs(sql)
  await ask(client, 'select 1 as one')
  way.refuse()
  const unhandled: unknown[] = []
  const hear = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const { signal, abort } = watchedSignal()
  way.plan()
  const asked = client.query({ sql: 'select pg_sleep(1)', values: [] }, signal)
  await vi.waitFor(() => expect(way.chunks()).toBeGreaterThan(0))
  abort()
  await expect(asked).rejects.toBe(reason)
  // Behind the one that goes on, since it could not be cancelled.
  expect(await ask(client, 'select 2 as two')).toEqual([{ two: 2 }])
  expect(unhandled).toEqual([])
})

test('whom a cancellation hits that came too late for another is asked again', async () => {
  const answers: (() => Promise<readonly { n: number }[]>)[] = []
  const struck = () =>
    Promise.reject(Object.assign(new Error('cancelled'), { code: '57014', severity: 'ERROR' }))
  let cancelled = 0
  const sql: PostgresJs = {
    unsafe() {
      const answer = answers.shift()?.() ?? Promise.resolve([{ n: 0 }])
      return Object.assign(answer, { active: true, canceller: async () => void cancelled++ })
    },
    begin: async (work) => work(sql),
  }
  const client = postgresJs(sql)
  const one = { sql: 'select 1', values: [] }
  answers.push(struck)
  // Nobody was given up: then it is somebody else's doing, such as a time limit of the server.
  await expect(client.query(one)).rejects.toMatchObject({ code: '57014' })

  let answer = (_rows: readonly { n: number }[]) => {}
  answers.push(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const { signal, abort } = watchedSignal()
  const given = client.query(one, signal)
  await null
  abort()
  await expect(given).rejects.toBe(reason)
  answer([])
  await new Promise(setImmediate)
  answers.push(struck, async () => [{ n: 7 }])
  expect(await client.query(one)).toEqual([{ n: 7 }])
  expect(cancelled).toBe(1)
  answers.push(struck)
  await expect(client.batch([one])).rejects.toMatchObject({ code: '57014' })
})

test('a cancellation that the server passes over is sent again, until the query has ended', async () => {
  let cancelled = 0
  const sql: PostgresJs = {
    unsafe() {
      let fail = (_error: unknown) => {}
      const answer = new Promise<never>((_, reject) => {
        fail = reject
      })
      const canceller = async () => {
        cancelled++
        if (cancelled === 3) fail(Object.assign(new Error('cancelled'), { code: '57014', severity: 'ERROR' }))
      }
      return Object.assign(answer, { active: true, canceller })
    },
    begin: async (work) => work(sql),
  }
  const { signal, abort } = watchedSignal()
  const given = postgresJs(sql).query({ sql: 'select 1', values: [] }, signal)
  await null
  abort()
  await expect(given).rejects.toBe(reason)
  await vi.waitFor(() => expect(cancelled).toBe(3))
})

test('an answer has no holes where the rows of a cancelled one were', async () => {
  // As postgres.js (3.4.9) gives it: two rows of the cancelled query had come.
  const answer = Object.assign(new Array(2), { 2: { n: 7 } })
  const queries = { unsafe: async () => answer }
  const sql = { ...queries, begin: async (work: (tx: typeof queries) => Promise<void>) => work(queries) }
  const client = postgresJs(sql)
  const statement = { sql: 'select 7 as n', values: [] }
  expect(await client.query(statement)).toEqual([{ n: 7 }])
  expect(await client.query(statement, new AbortController().signal)).toEqual([{ n: 7 }])
  expect(await client.batch([statement])).toEqual([[{ n: 7 }]])
  expect(await client.batch([statement, statement])).toEqual([[{ n: 7 }], [{ n: 7 }]])
})
