import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { sourcesIn } from './sources.ts'

describe('one SQLite file', () =>
  sourcesIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
