import { postgresJs } from 'events-api/adapters/sql/postgres'
import { testStorage } from 'events-api/testing'
import postgres from 'postgres'
import { afterAll, describe, test } from 'vitest'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { postgresUrl } from '../setup/servers.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`PostgreSQL: ${database}`)
else {
  describe('by pg', () => testStorage({ test, open: calendarsIn(database) }))

  const sql = postgres(postgresUrl, { max: 6 })
  afterAll(() => sql.end())
  describe('by postgres', () =>
    testStorage({ test, open: calendarsIn({ ...database, client: postgresJs(sql) }) }))
}
