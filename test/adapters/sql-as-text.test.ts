import { mysql2 } from 'kalends/adapters/sql/mysql2'
import type { SqlClient, SqlValue } from 'kalends/storage/sql'
import { testStorage } from 'kalends/testing'
import { createPool, type Pool, type PoolConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, mysqlDatabase } from '../setup/databases.ts'
import { mysqlUrl } from '../setup/servers.ts'

/*
 * MySQL and MariaDB refuse to prepare more statements than `max_prepared_stmt_count`, for all their users together. Then
 * statements go as text, with the same values and the same results. The limit is the server's, which other tests use: so
 * the refusal is played.
 */

const REFUSED = Object.assign(new Error("Can't create more than max_prepared_stmt_count statements"), {
  errno: 1461,
  sqlState: '42000',
})

/** A pool that can prepare nothing. */
function fullPool(sql: string): Pool {
  const pool = createPool({ uri: mysqlUrl, connectionLimit: 4, connectTimeout: 300_000 })
  pool.pool.on('connection', (connection) => {
    if (sql !== '') connection.query(sql, () => {})
  })
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'getConnection') return Reflect.get(target, name)
      return async () => {
        const connection: PoolConnection = await target.getConnection()
        return new Proxy(connection, {
          get(own, key) {
            if (key === 'execute') return () => Promise.reject(REFUSED)
            const value: unknown = Reflect.get(own, key)
            return typeof value === 'function' ? value.bind(own) : value
          },
        })
      }
    },
  })
}

const VALUES: readonly SqlValue[] = [
  ...[0, 1, -1, 2 ** 53 - 1, -(2 ** 53) + 1, 0.1, -0.5, 1e-7, 1e21, 123456.789, null, true, false],
  ...[
    '',
    'a',
    "it's",
    '"',
    '\\',
    "\\'; drop table x; --",
    '%_',
    '?',
    '\n\r\0\x1a',
    'Zürich',
    '日本',
    '🎉',
    '7',
    ' ',
  ],
]

const MODES = {
  'as it is': '',
  'without escapes by backslash': "set sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')",
  'with ANSI quotes': "set sql_mode = concat(@@sql_mode, ',ANSI_QUOTES')",
} as const

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`statements as text: ${database}`)
else {
  const { client, schema } = database
  describe.each(Object.entries(MODES))('a session %s', (mode, sql) => {
    const pool = fullPool(sql)
    afterAll(() => pool.end())
    const asText = mysql2(pool)
    const table = `${schema}.values_${Object.keys(MODES).indexOf(mode)}`
    beforeAll(async () => {
      await client.batch([
        {
          sql: `create table ${table} (id bigint primary key, i bigint, d double, t longtext) character set utf8mb4`,
          values: [],
        },
      ])
    })

    const both = async (statement: { sql: string; values: readonly SqlValue[] }) =>
      Promise.all([client, asText].map((one: SqlClient) => one.query(statement)))

    test('stores and finds the same', async () => {
      const texts = VALUES.filter((value) => typeof value === 'string')
      const numbers = VALUES.filter((value) => typeof value === 'number')
      for (const [at, value] of [...texts, ...numbers, null, true].entries()) {
        const isText = typeof value === 'string'
        const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
        const row = [isWhole ? value : null, isText ? null : value, isText ? value : null]
        const insert = `insert into ${table} values (?, ?, ?, ?)`
        await client.batch([{ sql: insert, values: [2 * at, ...row] }])
        await asText.batch([{ sql: insert, values: [2 * at + 1, ...row] }])
        const stored = `select i, d, t, hex(t) as h from ${table} where id = ?`
        const [prepared] = await client.query({ sql: stored, values: [2 * at] })
        const [text] = await client.query({ sql: stored, values: [2 * at + 1] })
        expect(text).toEqual(prepared)
        if (isText) expect(text?.t).toBe(value)
        const found = {
          sql: `select id, i, d, t from ${table} where ${isText ? 't' : 'd'} = ? order by id`,
          values: [value],
        }
        const [one, other] = await both(found)
        expect(other).toEqual(one)
      }
    })

    test('answers with the same types', async () => {
      const sql = `select i, d, t, count(*) as n, sum(i) as s, max(t) as m, i + ? as j, concat(t, ?) as c from ${table}
        where id >= ? and t <> '?' group by i, d, t order by t limit ?`
      const [one, other] = await both({ sql, values: [1, "'\\", 0, 50] })
      expect(one?.length).toBeGreaterThan(5)
      expect(other).toEqual(one)
    })
  })

  const pool = fullPool(MODES['without escapes by backslash'])
  afterAll(() => pool.end())
  describe('a calendar', () =>
    testStorage({ test: testAnotherClient, open: calendarsIn({ client: mysql2(pool), schema }) }))
}
