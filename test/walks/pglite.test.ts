import { describe } from 'vitest'
import { calendarsIn, pgliteDatabase } from '../setup/databases.ts'
import { walksOn } from './walks.ts'

const database = await pgliteDatabase()
describe('walks of PGlite', () => walksOn(calendarsIn(database)))
