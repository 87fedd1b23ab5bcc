import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import type { SqlClient } from 'kalends/storage/sql'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, describe, expect, test } from 'vitest'
import { postgresUrl, reachable } from '../setup/servers.ts'

/* Which statements PostgreSQL is told to keep: asked on the one connection that there is. */

const isThere = await reachable(postgresUrl)
if (isThere !== true) test.skip(`prepared statements: ${isThere}`)
else {
  const pool = new Pool({ connectionString: postgresUrl, max: 1 })
  const sql = postgres(postgresUrl, { max: 1, fetch_types: false })
  afterAll(async () => {
    await pool.end()
    await sql.end()
  })
  describe('pg', () => keeps(pg(pool)))
  describe('postgres.js', () => keeps(postgresJs(sql)))
}

function keeps(client: SqlClient): void {
  const kept = async (mark: string): Promise<number> => {
    const like = `%${mark}%`
    const statement = 'select count(*) as n from pg_prepared_statements where statement like $1'
    const [row] = await client.query({ sql: statement, values: [like] })
    return Number(row?.n)
  }

  test('a statement is prepared once', async () => {
    const statement = { sql: 'select $1::text as kept_for_later', values: ['a'] }
    for (let round = 0; round < 3; round++) await client.query(statement)
    expect(await kept('kept_for_later')).toBe(1)
  })

  test('one whose best plan depends on its values is not kept', async () => {
    const statement = { sql: 'select $1::text as planned_anew', values: ['a'], planAnew: true } as const
    for (let round = 0; round < 3; round++) {
      expect(await client.query(statement)).toEqual([{ planned_anew: 'a' }])
    }
    expect(await kept('planned_anew')).toBe(0)
  })
}
