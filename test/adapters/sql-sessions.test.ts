import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put, testStorage } from 'kalends/testing'
import Database from 'libsql'
import { createPool, type Pool as MysqlPool, type PoolOptions } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from '../../src/storage/contract.ts'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, mysqlDatabase, postgresDatabase } from '../setup/databases.ts'
import { mysqlUrl, postgresUrl } from '../setup/servers.ts'

/*
 * Sessions are the host's: what it has set in them, or its server's configuration, must not take a guarantee away.
 */

// —— MySQL ————————————————————————————————————————————————————————————————————————————————————————————————————

/** What a session can be set to, each by itself enough to break a promise. */
const ODD_SESSIONS = {
  'autocommit off': 'set autocommit = 0',
  'chained transactions': "set completion_type = 'CHAIN'",
  'texts cut to the width of their column': "set sql_mode = ''",
  'blank texts that are null': "set sql_mode = concat(@@sql_mode, ',EMPTY_STRING_IS_NULL')",
  'ANSI quotes': "set sql_mode = 'ANSI,STRICT_ALL_TABLES'",
  'no checks': 'set check_constraint_checks = 0',
  'no unique indexes': 'set unique_checks = 0',
  'selects of two rows at most': 'set sql_select_limit = 2',
  'reads of what is not committed': 'set session transaction isolation level read uncommitted',
  'another collation': 'set collation_connection = utf8mb4_general_ci',
} as const

/** A pool whose connections are set so before anybody gets them. */
function oddPool(sql: readonly string[], options: PoolOptions = {}): MysqlPool {
  const pool = createPool({ uri: mysqlUrl, connectionLimit: 4, ...options })
  pool.pool.on('connection', (connection) => {
    for (const statement of sql) connection.query(statement, () => {})
  })
  return pool
}

const mysql = await mysqlDatabase()
if (typeof mysql === 'string') test.skip(`odd sessions of MySQL: ${mysql}`)
else {
  const { schema } = mysql
  describe('MySQL', () => {
    const table = `${schema}.written`
    beforeAll(async () => {
      await mysql.client.batch([
        { sql: `create table ${table} (id bigint primary key, v varchar(5)) engine = InnoDB`, values: [] },
      ])
    })

    const open = (sql: string, options?: PoolOptions) => {
      const pool = oddPool([sql], options)
      onTestFinished(() => pool.end())
      return { pool, client: mysql2(pool) }
    }

    test('a commit of one statement lasts where the session has autocommit off', async () => {
      const { pool, client } = open(ODD_SESSIONS['autocommit off'], { connectionLimit: 1 })
      await client.batch([{ sql: `insert into ${table} values (1, 'a')`, values: [] }])
      expect(
        await mysql.client.query({ sql: `select id from ${table} where id = 1`, values: [] }),
      ).toHaveLength(1)
      const connection = await pool.getConnection()
      connection.destroy()
      expect(
        await mysql.client.query({ sql: `select id from ${table} where id = 1`, values: [] }),
      ).toHaveLength(1)
    })

    test.each(['autocommit off', 'chained transactions'] as const)(
      'reads see what others committed: %s',
      async (name) => {
        const { client } = open(ODD_SESSIONS[name], { connectionLimit: 1 })
        const count = async () =>
          Number((await client.query({ sql: `select count(*) as n from ${table}`, values: [] }))[0]?.n)
        // Two statements: a transaction, after which one may have begun anew.
        await client.batch([
          { sql: 'select 1', values: [] },
          { sql: 'select 2', values: [] },
        ])
        const before = await count()
        await mysql.client.batch([{ sql: `insert into ${table} (id) values (${10 + before})`, values: [] }])
        expect(await count()).toBe(before + 1)
      },
    )

    test('a text that is too long for its column is refused, not cut', async () => {
      const { client } = open(ODD_SESSIONS['texts cut to the width of their column'])
      const long = client.batch([{ sql: `insert into ${table} values (99, '123456')`, values: [] }])
      await expect(long).rejects.toThrow(/too long/)
    })

    test('a binary log of statements, which takes no writes below repeatable reads', async () => {
      const isolation = async (log: string, level: string) => {
        const pool = oddPool([
          `set session binlog_format = '${log}'`,
          `set session transaction isolation level ${level}`,
        ])
        onTestFinished(() => pool.end())
        const [row] = await mysql2(pool).query({ sql: 'select @@tx_isolation as level', values: [] })
        return row?.level
      }
      expect(await isolation('STATEMENT', 'read committed')).toBe('REPEATABLE-READ')
      expect(await isolation('STATEMENT', 'serializable')).toBe('SERIALIZABLE')
      expect(await isolation('MIXED', 'read committed')).toBe('READ-COMMITTED')
    })

    test('each connection is looked at once', async () => {
      const { pool, client } = open(ODD_SESSIONS['autocommit off'], { connectionLimit: 1 })
      const asked = async () => {
        const connection = await pool.getConnection()
        const [rows] = await connection.query("show session status like 'Questions'")
        connection.release()
        return Number(Object.values(Array.isArray(rows) ? (rows[0] ?? {}) : {})[1])
      }
      await client.query({ sql: 'select 1', values: [] })
      const before = await asked()
      await asked()
      const pause = (await asked()) - before - 1
      await client.query({ sql: 'select 1', values: [] })
      await client.query({ sql: 'select 1', values: [] })
      // Each asking counts as one, and so does each query.
      expect((await asked()) - before - pause - 1).toBe(3)
    })

    test('a session that only reads is unavailable', async () => {
      const { client } = open('set session transaction read only')
      const storage = sqlStorage(client, { schema, tablePrefix: 'reading_' })
      await sqlStorage(mysql.client, { schema, tablePrefix: 'reading_' }).migrate()
      const refusal = await storage.commit([put('event', 1, exampleEvent(1))]).catch((error) => error)
      expect(isUnavailable(refusal)).toBe(true)
    })

    test('a pool of another character set is refused by name', async () => {
      const { client } = open('select 1', { charset: 'latin1_swedish_ci' })
      const refusal = client.query({ sql: 'select 1', values: [] })
      await expect(refusal).rejects.toThrow(
        new TypeError(
          "mysql2: the connection's character set is latin1; the pool needs `charset: 'utf8mb4'`",
        ),
      )
    })

    test('lists of more texts than a statement has places are found under another collation', async () => {
      const { client } = open(ODD_SESSIONS['another collation'])
      const storage = sqlStorage(client, { schema, tablePrefix: 'listed_' })
      await storage.migrate()
      await storage.commit([
        put('event', 1, exampleEvent(1, { slug: 'Ä' })),
        put('event', 2, exampleEvent(2, { slug: 'ä' })),
      ])
      const slugs = ['ä', ...Array.from({ length: 100 }, (_, index) => `none-${index}`)]
      const found = await storage.find('event', {
        where: [{ key: 'slug', in: slugs }],
        order: 'id',
        limit: 9,
      })
      expect(found.map(({ id }) => id)).toEqual([2])
    })
  })

  const pool = oddPool(Object.values(ODD_SESSIONS))
  afterAll(() => pool.end())
  describe('MariaDB, with all of them together', () =>
    testStorage({ test: testAnotherClient, open: calendarsIn({ client: mysql2(pool), schema }) }))
}

// —— PostgreSQL ———————————————————————————————————————————————————————————————————————————————————————————————

const ODD_POSTGRES = {
  default_transaction_isolation: 'serializable' as const,
  standard_conforming_strings: 'off',
  backslash_quote: 'on',
  transform_null_equals: 'on',
  extra_float_digits: '-15',
  DateStyle: 'German',
  bytea_output: 'escape',
  enable_seqscan: 'off',
  synchronous_commit: 'off',
}

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`odd sessions of PostgreSQL: ${database}`)
else {
  const { client, schema } = database
  const options = Object.entries(ODD_POSTGRES)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const pool = new Pool({ connectionString: postgresUrl, max: 4, options })
  const sql = postgres(postgresUrl, { max: 4, onnotice() {}, connection: ODD_POSTGRES })
  afterAll(() => Promise.all([pool.end(), sql.end()]))

  describe('PostgreSQL by pg, in an odd session', () =>
    testStorage({ test: testAnotherClient, open: calendarsIn({ client: pg(pool), schema }) }))
  describe('PostgreSQL by postgres.js, in an odd session', () =>
    testStorage({ test: testAnotherClient, open: calendarsIn({ client: postgresJs(sql), schema }) }))

  const tables = { schema, tablePrefix: 'odd_' }
  async function commitWith(options: string): Promise<unknown> {
    await sqlStorage(client, tables).migrate()
    const odd = new Pool({ connectionString: postgresUrl, max: 1, options })
    onTestFinished(() => odd.end())
    return sqlStorage(pg(odd), tables)
      .commit([put('event', 1, exampleEvent(1))])
      .catch((error) => error)
  }

  test('a session of PostgreSQL that only reads is unavailable', async () => {
    expect(isUnavailable(await commitWith('-c default_transaction_read_only=on'))).toBe(true)
  })

  test('a session of PostgreSQL whose statement took too long is unavailable', async () => {
    await sqlStorage(client, tables).migrate()
    const rival = new Pool({ connectionString: postgresUrl, max: 1 })
    const holder = await rival.connect()
    await holder.query(`begin; lock table ${schema}.odd_events in share mode`)
    const result = await commitWith('-c statement_timeout=50').finally(() => holder.release(true))
    await rival.end()
    expect(isUnavailable(result)).toBe(true)
  })
}

// —— SQLite ———————————————————————————————————————————————————————————————————————————————————————————————————

const ODD_SQLITE = [
  'ignore_check_constraints = on',
  'reverse_unordered_selects = on',
  'recursive_triggers = on',
  'case_sensitive_like = on',
  'trusted_schema = off',
  'foreign_keys = on',
  'defer_foreign_keys = on',
]

describe('SQLite, in an odd session', () => {
  const db = new Database(':memory:')
  for (const pragma of ODD_SQLITE) db.pragma(pragma)
  testStorage({ test: testAnotherClient, open: calendarsIn({ client: betterSqlite3(db) }) })

  test('one that only reads is unavailable', async () => {
    const own = new Database(':memory:')
    const storage = sqlStorage(betterSqlite3(own))
    await storage.migrate()
    own.pragma('query_only = on')
    const refusal = await storage.commit([put('event', 1, exampleEvent(1))]).catch((error) => error)
    expect(isUnavailable(refusal)).toBe(true)
  })
})
