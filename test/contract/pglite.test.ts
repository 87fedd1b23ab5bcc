import { describe } from 'vitest'
import { calendarsIn, pgliteDatabase } from '../setup/databases.ts'
import { playConversations } from './conversations.ts'

const database = await pgliteDatabase()
describe('over PGlite', () => playConversations(calendarsIn(database)))
