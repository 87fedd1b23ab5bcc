import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { erasureIn } from './erasure.ts'

describe('one LMDB file', () => erasureIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
