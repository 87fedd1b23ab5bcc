import { describe, test } from 'vitest'
import { postgresDatabase } from '../setup/databases.ts'
import { postgresUrl } from '../setup/servers.ts'
import { sourcesIn } from './sources.ts'

const postgres = await postgresDatabase()

if (typeof postgres === 'string') test.skip(`one PostgreSQL: ${postgres}`)
else {
  const { schema } = postgres
  describe('one PostgreSQL', () => sourcesIn({ by: 'postgres', where: postgresUrl, within: schema }))
}
