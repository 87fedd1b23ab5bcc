import { describe, test } from 'vitest'
import { mysqlDatabase } from '../setup/databases.ts'
import { batchesOn, tablesIn } from './batches.ts'

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`MariaDB: ${database}`)
else describe('MariaDB', () => batchesOn(tablesIn(database)))
