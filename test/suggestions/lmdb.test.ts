import { join } from 'node:path'
import { describe } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { suggestionsIn } from './suggestions.ts'

describe('one LMDB file', () => suggestionsIn({ by: 'lmdb', where: join(temporaryFolder(), 'calendar') }))
