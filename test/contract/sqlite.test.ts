import { describe, test } from 'vitest'
import { calendarsIn, libsqlMemory, nodeSqliteMemory } from '../setup/databases.ts'
import { playConversations } from './conversations.ts'

describe('over libsql', () => playConversations(calendarsIn(libsqlMemory())))

const database = await nodeSqliteMemory()
if (typeof database === 'string') test.skip(`over node:sqlite: ${database}`)
else describe('over node:sqlite', () => playConversations(calendarsIn(database)))
