import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { historiesOfProcesses } from './histories.ts'

describe('one LMDB file', () =>
  historiesOfProcesses({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
