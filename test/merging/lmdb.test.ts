import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { mergesIn } from './merging.ts'

describe('one LMDB file', () => mergesIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
