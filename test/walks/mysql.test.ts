import { describe, test } from 'vitest'
import { calendarsIn, mysqlDatabase } from '../setup/databases.ts'
import { walksOn } from './walks.ts'

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`walks of MariaDB: ${database}`)
else describe('walks of MariaDB', () => walksOn(calendarsIn(database)))
