import type { Database } from './database.ts'
import { integer } from './rows.ts'
import { creation, plain, VERSION } from './schema.ts'

/**
 * Makes the tables, or those that an earlier version of them lacks. Where the database has transactions for that, it is one, and whoever comes at the same time waits;
 * MySQL has none, but creates what is not there yet, one table at a time. So several processes may do this at once,
 * and any of them may be killed on the way.
 */
export async function migrate(database: Database): Promise<void> {
  const { client, dialect, names } = database
  const version = await versionOf(database)
  if (version > VERSION) {
    throw new Error(
      `the tables are of version ${version}, which this version of events-api does not know yet`,
    )
  }
  if (version < VERSION)
    await client.batch([...dialect.alone, ...creation(dialect, names, version)].map(plain))
  if (!(await hasSearchIndex(database))) await createSearchIndex(database)
}

/** 0 where not everything is there. */
async function versionOf({ client, dialect, names }: Database): Promise<number> {
  const [there] = await client.query(dialect.exists(names, 'migration'))
  if (there === undefined) return 0
  const [row] = await client.query(plain(`select max(version) as version from ${names.table('migration')}`))
  return integer(row?.version ?? 0)
}

export async function hasSearchIndex({
  client,
  dialect,
  names,
}: Pick<Database, 'client' | 'dialect' | 'names'>): Promise<boolean> {
  return (await client.query(dialect.exists(names, 'event_search'))).length > 0
}

/** Where the database cannot have it, searches go without. */
async function createSearchIndex({ client, dialect, names }: Database): Promise<void> {
  const statements = dialect.searchIndex(names)
  if (statements.length === 0) return
  try {
    await client.batch([...dialect.alone, ...statements].map(plain))
  } catch (error) {
    const isRefusal = client.isAnswer(error) && client.troubleOf(error) !== 'refused'
    if (!isRefusal) throw error
  }
}
