import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { changesIn } from './changes.ts'

describe('one SQLite file', () =>
  changesIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
