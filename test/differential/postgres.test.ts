import { test } from 'vitest'
import { postgresDatabase } from '../setup/databases.ts'
import { sameAnswers } from './same-answers.ts'
import { emptiedTables } from './storages.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`PostgreSQL: ${database}`)
else sameAnswers('PostgreSQL', emptiedTables(database))
