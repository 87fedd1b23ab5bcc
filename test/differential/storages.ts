import { sqlStorage } from 'kalends/storage/sql'
import type { Storage } from '../../src/storage/contract.ts'
import { TABLES } from '../../src/storage/sql/tables.ts'
import type { Open, TestDatabase } from '../setup/databases.ts'

/** A storage that holds nothing and gives its IDs out from 1 on, as memory does. */
export type OpenEmpty = () => Promise<{ readonly storage: Storage; readonly close: () => Promise<void> }>

/** Tables of a database, emptied after each use, which is sooner done than making them. */
export function emptiedTables({ client, schema }: TestDatabase): OpenEmpty {
  const tablePrefix = 'd_'
  const quote = client.dialect === 'mysql' ? '`' : '"'
  const table = (name: string) =>
    `${schema === undefined ? '' : `${schema}.`}${quote}${tablePrefix}${name}${quote}`
  const emptied = TABLES.map(({ name }) => ({
    sql:
      name === 'sequence'
        ? `update ${table(name)} set ${quote}last${quote} = 0`
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
