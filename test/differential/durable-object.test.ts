import { calendarsWithin } from '../setup/key-values.ts'
import { durableObjectStore } from '../setup/stores.ts'
import { sameAnswers } from './same-answers.ts'
import { migrated } from './storages.ts'

sameAnswers('a Durable Object, by its shape', migrated(calendarsWithin(await durableObjectStore())))
