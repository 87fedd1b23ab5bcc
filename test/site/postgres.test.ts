import { describe, test } from 'vitest'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { siteOn } from './suite.ts'

const postgres = await postgresDatabase()

if (typeof postgres === 'string') test.skip(`PostgreSQL: ${postgres}`)
else describe('PostgreSQL', () => siteOn(calendarsIn(postgres)))
