import { describe } from 'vitest'
import { libsqlMemory } from '../setup/databases.ts'
import { batchesOn, tablesIn } from './batches.ts'

describe('SQLite', () => batchesOn(tablesIn(libsqlMemory())))
