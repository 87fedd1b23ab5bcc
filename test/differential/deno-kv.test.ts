import { test } from 'vitest'
import { calendarsWithin } from '../setup/key-values.ts'
import { denoStore } from '../setup/stores.ts'
import { sameAnswers } from './same-answers.ts'
import { migrated } from './storages.ts'

const opened = await denoStore()
if (typeof opened === 'string') test.skip(`Deno KV: ${opened}`)
else sameAnswers('Deno KV, in Node', migrated(calendarsWithin(opened)))
