import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { seriesIn } from './series.ts'

describe('one LMDB file', () => seriesIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
