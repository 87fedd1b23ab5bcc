import { calendarsWithin } from '../setup/key-values.ts'
import { memoryStore } from '../setup/stores.ts'
import { sameAnswers } from './same-answers.ts'
import { migrated } from './storages.ts'

sameAnswers('key-value in memory', migrated(calendarsWithin(await memoryStore())))
