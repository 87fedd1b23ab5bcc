import type { Database } from './database.ts'
import { integer } from './rows.ts'
import { creation, plain, VERSION } from './schema.ts'

/**
 * Creates the tables, or upgrades those of an earlier version. If the database supports DDL in transactions, this is
 * one transaction, and other migrations wait for it. MySQL does not; there each statement skips what exists. So several
 * processes may migrate at once, and a process may be killed at any point.
 */
export async function migrate(database: Database): Promise<void> {
  const { client, dialect, names } = database
  // At once, because it runs whenever a calendar is opened. What another process adds meanwhile, it skips.
  const [version, isSearchable] = await Promise.all([versionOf(database), hasSearchIndex(database)])
  if (version > VERSION) {
    throw new Error(`the tables are of version ${version}, which this version of kalends does not know yet`)
  }
  if (version < VERSION)
    await client.batch([...dialect.alone, ...creation(dialect, names, version)].map(plain))
  if (!isSearchable) await createSearchIndex(database)
}

/**
 * Improves the error of a query that fails because the tables are missing or of an earlier version: the new error names
 * that cause.
 */
export async function onTables<T>(database: Database, result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    const { client, names } = database
    if (!client.isAnswer(error) || client.troubleOf(error) !== undefined) throw error
    const version = await versionOf(database).catch(() => VERSION)
    if (version >= VERSION) throw error
    const there = version === 0 ? 'are not there' : `are of version ${version}, and not of ${VERSION}`
    throw new Error(
      `the tables of the calendar, such as ${names.plain('event')}, ${there}: call api.migrate() on every start`,
      { cause: error },
    )
  }
}

/** 0 if the tables are missing. */
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

/** If the database rejects the index, searches work without it. */
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
