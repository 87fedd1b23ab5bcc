import { test } from 'vitest'
import { mysqlDatabase } from '../setup/databases.ts'
import { sameAnswers } from './same-answers.ts'
import { emptiedTables } from './storages.ts'

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`MariaDB: ${database}`)
else sameAnswers('MariaDB', emptiedTables(database))
