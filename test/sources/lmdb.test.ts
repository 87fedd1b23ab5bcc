import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { sourcesIn } from './sources.ts'

describe('one LMDB file', () => sourcesIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
