import { describe } from 'vitest'
import { calendarsIn, libsqlMemory } from '../setup/databases.ts'
import { walksOn } from './walks.ts'

describe('walks of SQLite', () => walksOn(calendarsIn(libsqlMemory())))
