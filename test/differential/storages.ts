import { sqlStorage } from 'kalends/storage/sql'
import type { Storage } from '../../src/storage/contract.ts'
import { DIALECTS } from '../../src/storage/sql/database.ts'
import { createNames } from '../../src/storage/sql/names.ts'
import { TABLES } from '../../src/storage/sql/tables.ts'
import type { Open, TestDatabase } from '../setup/databases.ts'

/** A storage that holds nothing and gives its IDs out from 1 on, as memory does. */
export type OpenEmpty = () => Promise<{ readonly storage: Storage; readonly close: () => Promise<void> }>

/** Tables of a database, emptied after each use, which is sooner done than making them. */
export function emptiedTables({ client, schema }: TestDatabase): OpenEmpty {
  const tablePrefix = 'd_'
  const dialect = DIALECTS[client.dialect]
  const { table } = createNames(dialect, { tablePrefix, schema })
  const emptied = TABLES.map(({ name }) => ({
    sql:
      name === 'sequence'
        ? `update ${table(name)} set ${dialect.quote('last')} = 0`
        : `delete from ${table(name)}`,
    values: [],
  }))
  return async () => {
    const storage = sqlStorage(client, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
    await storage.migrate()
    return {
      storage,
      close: async () => {
        await storage.close()
        await client.batch(emptied)
      },
    }
  }
}

/** For openers whose calendars are new each time. */
export const migrated =
  (open: Open): OpenEmpty =>
  async () => {
    const { storage, close } = await open()
    await storage.migrate()
    return { storage, close }
  }
