import { describe, test } from 'vitest'
import { calendarsIn, libsqlMemory, nodeSqliteFiles } from '../setup/databases.ts'
import { playConversations } from './conversations.ts'

describe('over libsql', () => playConversations(calendarsIn(libsqlMemory())))

const files = await nodeSqliteFiles()
if (typeof files === 'string') test.skip(`over node:sqlite: ${files}`)
else describe('over node:sqlite', () => playConversations(files))
