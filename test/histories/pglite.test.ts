import { sqlStorage } from 'kalends/storage/sql'
import { describe } from 'vitest'
import { pgliteDatabase } from '../setup/databases.ts'
import { historiesWithin } from './histories.ts'
import { apiOf } from './load/load.ts'

/** One statement at a time, each some milliseconds. */
const OPERATIONS = 480

const pglite = await pgliteDatabase()

describe('PGlite', () => historiesWithin('PGlite', () => apiOf(sqlStorage(pglite.client)), OPERATIONS))
