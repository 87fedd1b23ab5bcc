import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { suggestionsIn } from './suggestions.ts'

describe('one SQLite file', () =>
  suggestionsIn({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') }))
