import { describe, test } from 'vitest'
import { postgresDatabase } from '../setup/databases.ts'
import { batchesOn, tablesIn } from './batches.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`PostgreSQL: ${database}`)
else describe('PostgreSQL', () => batchesOn(tablesIn(database)))
