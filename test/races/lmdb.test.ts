import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { racesIn } from './races.ts'

describe('one LMDB file', () => racesIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
