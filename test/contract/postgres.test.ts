import { describe, test } from 'vitest'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { playConversations } from './conversations.ts'

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`over PostgreSQL: ${database}`)
else describe('over PostgreSQL', () => playConversations(calendarsIn(database)))
