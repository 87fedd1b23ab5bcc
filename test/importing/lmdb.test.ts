import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { open } from '../setup/shared-calendar.ts'
import { importsOn } from './importing.ts'

describe('one LMDB file', () =>
  importsOn(() => open({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') })))
