import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { calendarsIn, pgliteDatabase } from '../setup/databases.ts'

const database = await pgliteDatabase()
describe('PGlite', () => testStorage({ test, open: calendarsIn(database) }))
