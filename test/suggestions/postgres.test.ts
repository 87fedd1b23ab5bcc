import { describe, test } from 'vitest'
import { postgresDatabase } from '../setup/databases.ts'
import { postgresUrl } from '../setup/servers.ts'
import { suggestionsIn } from './suggestions.ts'

const postgres = await postgresDatabase()

if (typeof postgres === 'string') test.skip(`one PostgreSQL: ${postgres}`)
else {
  const { schema } = postgres
  describe('one PostgreSQL', () => suggestionsIn({ by: 'postgres', where: postgresUrl, within: schema }))
}
