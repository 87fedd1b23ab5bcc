import { test } from 'vitest'
import { nodeSqliteMemory } from '../setup/databases.ts'
import { sameAnswers } from './same-answers.ts'
import { emptiedTables } from './storages.ts'

const database = await nodeSqliteMemory()
if (typeof database === 'string') test.skip(`node:sqlite: ${database}`)
else sameAnswers('node:sqlite', emptiedTables(database))
