import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { Client, Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPooler } from '../setup/pgbouncer.ts'
import { postgresUrl, reachable } from '../setup/servers.ts'

/* PostgreSQL as hosts run it: behind a pooler, with another encoding, as a copy, with its extensions elsewhere. */

const random = () => Math.random().toString(36).slice(2, 10)

const isThere = await reachable(postgresUrl)
const pooler = await openPooler()
if (typeof pooler === 'string') test.skip(`behind a pooler: ${pooler}`)
else {
  afterAll(pooler.close)
  const name = `kalends_pooled_${random()}`
  afterAll(() => asked(postgresUrl, `drop schema if exists ${name} cascade`))

  describe('behind a pooler that has no prepared statements', () => {
    const works = async (client: SqlClient, schema: string) => {
      const storage = sqlStorage(client, { schema, tablePrefix: `t${random()}_` })
      await storage.migrate()
      const ids = await storage.allocate('post', 20)
      await Promise.all(ids.map((id) => storage.commit([put('event', id, exampleEvent(id))])))
      // Each another statement, and more at once than there are connections.
      const reads = Array.from({ length: 60 }, async (_, at) => {
        const found = await storage.get('event', ids.slice(0, (at % 20) + 1))
        return found.length
      })
      expect(await Promise.all(reads)).toEqual(Array.from({ length: 60 }, (_, at) => (at % 20) + 1))
      // With and without values, which some libraries send in different ways, behind each other on one connection.
      const one = { sql: 'select 1 as one', values: [] }
      const other = { sql: 'select $1::int as one', values: [1] }
      for (let round = 0; round < 20; round++) {
        const all = Array.from({ length: 60 }, (_, at) => client.query(at % 2 === 0 ? one : other))
        expect(await Promise.all(all)).toEqual(all.map(() => [{ one: 1 }]))
      }
      await storage.close()
    }

    test('pg', async () => {
      await asked(postgresUrl, `create schema if not exists ${name}`)
      const pool = new Pool({ connectionString: pooler.url, max: 20 })
      onTestFinished(() => pool.end())
      await works(pg(pool), name)
    })

    test('postgres.js, with `prepare: false`', async () => {
      await asked(postgresUrl, `create schema if not exists ${name}`)
      const sql = postgres(pooler.url, { prepare: false, fetch_types: false, max: 20 })
      onTestFinished(() => sql.end())
      await works(postgresJs(sql), name)
    })
  })
}

if (isThere !== true) test.skip(`encodings and copies: ${isThere}`)
else {
  test('a database that cannot store every text is refused by its encoding, before there are tables', async () => {
    const name = await database("encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0")
    const pool = poolOf(name)
    const storage = sqlStorage(pg(pool))
    await expect(storage.migrate()).rejects.toThrow(/has the encoding LATIN1, .* the encoding UTF8/)
    const { rows } = await pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ n: 0 }])
  })

  test('searches have their index where the extension is outside the search path', async () => {
    const name = await database()
    const pool = poolOf(name)
    await pool.query('create schema "my extensions"; create extension pg_trgm schema "my extensions"')
    await sqlStorage(pg(pool)).migrate()
    const { rows } = await pool.query(
      "select count(*)::int as n from pg_indexes where indexdef like '%gin_trgm_ops%'",
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a copy that only reads and is up to date is migrated, without the index for searches too', async () => {
    const name = await database()
    await sqlStorage(pg(poolOf(name))).migrate()
    await poolOf(name).query('drop extension pg_trgm cascade')
    const copy = new Pool({ connectionString: urlOf(name), options: '-c default_transaction_read_only=on' })
    onTestFinished(() => copy.end())
    await sqlStorage(pg(copy)).migrate()
    await sqlStorage(postgresJs(jsCopy(name))).migrate()
  })
}

function jsCopy(name: string) {
  const sql = postgres(urlOf(name), {
    fetch_types: false,
    connection: { default_transaction_read_only: true },
  })
  onTestFinished(() => sql.end())
  return sql
}

function urlOf(name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A database of its own, gone after the test. */
async function database(options = ''): Promise<string> {
  const name = `kalends_host_${random()}`
  await asked(postgresUrl, `create database ${name} ${options}`)
  onTestFinished(() => asked(postgresUrl, `drop database if exists ${name} with (force)`))
  return name
}

function poolOf(name: string): Pool {
  const pool = new Pool({ connectionString: urlOf(name) })
  // The database goes with the test.
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return pool
}

async function asked(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}
