import { libsqlMemory } from '../setup/databases.ts'
import { sameAnswers } from './same-answers.ts'
import { emptiedTables } from './storages.ts'

sameAnswers('SQLite, by libsql', emptiedTables(libsqlMemory()))
