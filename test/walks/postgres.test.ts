import { describe, test } from 'vitest'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { walksOn } from './walks.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`walks of PostgreSQL: ${database}`)
else describe('walks of PostgreSQL', () => walksOn(calendarsIn(database)))
