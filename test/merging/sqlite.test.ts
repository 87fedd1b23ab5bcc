import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { mergesIn } from './merging.ts'

describe('one SQLite file', () =>
  mergesIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
