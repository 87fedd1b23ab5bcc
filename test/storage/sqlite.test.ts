import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { libsqlFiles, nodeSqliteFiles } from '../setup/databases.ts'

describe('files, by libsql', () => testStorage({ test, open: libsqlFiles() }))

const files = await nodeSqliteFiles()
if (typeof files === 'string') test.skip(`files, by node:sqlite: ${files}`)
else describe('files, by node:sqlite', () => testStorage({ test, open: files }))
