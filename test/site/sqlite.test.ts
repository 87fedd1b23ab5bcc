import { describe } from 'vitest'
import { libsqlFiles } from '../setup/databases.ts'
import { siteOn } from './suite.ts'

describe('SQLite', () => siteOn(libsqlFiles()))
