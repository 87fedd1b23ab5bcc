import { describe, test } from 'vitest'
import { calendarsWithin } from '../setup/key-values.ts'
import { lmdbStore } from '../setup/stores.ts'
import { playConversations } from './conversations.ts'

const opened = await lmdbStore()
if (typeof opened === 'string') test.skip(`over LMDB: ${opened}`)
else describe('over LMDB', () => playConversations(calendarsWithin(opened)))
