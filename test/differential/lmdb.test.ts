import { test } from 'vitest'
import { calendarsWithin } from '../setup/key-values.ts'
import { lmdbStore } from '../setup/stores.ts'
import { sameAnswers } from './same-answers.ts'
import { migrated } from './storages.ts'

const opened = await lmdbStore()
if (typeof opened === 'string') test.skip(`LMDB: ${opened}`)
else sameAnswers('LMDB', migrated(calendarsWithin(opened)))
