import { testStorage } from 'kalends/testing'
import { describe } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, pgliteDatabase } from '../setup/databases.ts'

const database = await pgliteDatabase()
describe('PGlite', () => testStorage({ test: testAnotherClient, open: calendarsIn(database) }))
