import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { racesIn } from './races.ts'

describe('one SQLite file', () =>
  racesIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
