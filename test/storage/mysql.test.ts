import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { calendarsIn, mysqlDatabase } from '../setup/databases.ts'

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`MariaDB: ${database}`)
else describe('MariaDB, by mysql2', () => testStorage({ test, open: calendarsIn(database) }))
