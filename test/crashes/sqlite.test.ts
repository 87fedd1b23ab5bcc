import { join } from 'node:path'
import { temporaryFolder } from '../setup/databases.ts'
import { crashTests } from './crash-tests.ts'

crashTests('SQLite', { by: 'sqlite', where: join(temporaryFolder(), 'calendar.sqlite') })
