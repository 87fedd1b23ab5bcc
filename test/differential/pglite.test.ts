import { pgliteDatabase } from '../setup/databases.ts'
import { sameAnswers } from './same-answers.ts'
import { emptiedTables } from './storages.ts'

sameAnswers('PGlite', emptiedTables(await pgliteDatabase()))
