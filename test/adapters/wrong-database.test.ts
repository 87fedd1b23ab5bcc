import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres'
import { drizzle } from 'kalends/adapters/sql/drizzle'
import { knex } from 'kalends/adapters/sql/knex'
import { kysely } from 'kalends/adapters/sql/kysely'
import Knex from 'knex'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { Client } from 'pg'
import { expect, test } from 'vitest'

/* Databases of query builders that their adapters cannot use are refused at once, not at the first request. */

test('kysely refuses MySQL, and says what to use', () => {
  const pool = createPool({ host: '127.0.0.1' })
  const db = new Kysely({ dialect: new MysqlDialect({ pool }) })
  expect(() => kysely(db)).toThrow(
    new TypeError('kysely: the dialect is not SQLite or PostgreSQL. For MySQL, pass the pool to mysql2()'),
  )
  pool.end()
})

test('knex refuses a driver that it does not know', () => {
  const db = Knex({ client: Knex.Client })
  expect(() => knex(db)).toThrow(new TypeError('knex: the client is not pg, mysql2 or better-sqlite3'))
})

test('drizzle refuses a single connection, because the calendar needs a pool', () => {
  const db = drizzleOnPg(new Client())
  expect(() => Reflect.apply(drizzle, undefined, [db])).toThrow(TypeError)
})
