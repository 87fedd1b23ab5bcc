import { join } from 'node:path'
import { temporaryFolder } from '../setup/databases.ts'
import { lmdbStore } from '../setup/stores.ts'
import { crashTests } from './crash-tests.ts'

const opened = await lmdbStore()
if (typeof opened === 'string') crashTests('LMDB', opened)
else {
  await opened.close()
  crashTests('LMDB', { by: 'lmdb', where: join(temporaryFolder(), 'calendar') })
}
