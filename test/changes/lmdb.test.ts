import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { changesIn } from './changes.ts'

describe('one LMDB file', () => changesIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
