import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { seriesIn } from './series.ts'

describe('one SQLite file', () =>
  seriesIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
