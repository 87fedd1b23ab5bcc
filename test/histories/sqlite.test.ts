import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { historiesOfProcesses } from './histories.ts'

describe('one SQLite file', () =>
  historiesOfProcesses({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
