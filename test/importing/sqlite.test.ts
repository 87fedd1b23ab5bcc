import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { open } from '../setup/shared-calendar.ts'
import { importsOn } from './importing.ts'

describe('one SQLite file', () =>
  importsOn(() => open({ by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') })))
