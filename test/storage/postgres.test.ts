import { postgresJs } from 'kalends/adapters/sql/postgres'
import { testStorage } from 'kalends/testing'
import postgres from 'postgres'
import { afterAll, describe, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { postgresUrl } from '../setup/servers.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`PostgreSQL: ${database}`)
else {
  describe('by pg', () => testStorage({ test, open: calendarsIn(database) }))

  const sql = postgres(postgresUrl, { max: 6 })
  afterAll(() => sql.end())
  describe('by postgres', () =>
    testStorage({ test: testAnotherClient, open: calendarsIn({ ...database, client: postgresJs(sql) }) }))
}
