import { describe } from 'vitest'
import { pgliteDatabase } from '../setup/databases.ts'
import { batchesOn, tablesIn } from './batches.ts'

const database = await pgliteDatabase()
describe('PGlite', () => batchesOn(tablesIn(database)))
