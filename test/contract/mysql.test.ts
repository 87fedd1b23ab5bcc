import { describe, test } from 'vitest'
import { calendarsIn, mysqlDatabase } from '../setup/databases.ts'
import { playConversations } from './conversations.ts'

const database = await mysqlDatabase()
if (typeof database === 'string') test.skip(`over MariaDB: ${database}`)
else describe('over MariaDB', () => playConversations(calendarsIn(database)))
