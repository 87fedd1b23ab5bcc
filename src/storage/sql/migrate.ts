import type { Database } from './database.ts'
import { integer } from './rows.ts'
import { MIGRATIONS, plain, reached, VERSIONS } from './schema.ts'

/**
 * Brings the tables to the newest version. Where the database has transactions for that, each version is one, and
 * whoever comes at the same time waits; MySQL has none, but creates what is not there yet, one table at a time. So
 * several processes may do this at once, and any of them may be killed on the way.
 */
export async function migrate(database: Database): Promise<void> {
  const { client, dialect, names } = database
  const at = await versionOf(database)
  if (at > VERSIONS.length) {
    throw new Error(`the tables are of version ${at}, which this version of events-api does not know yet`)
  }
  for (const [index, version] of VERSIONS.entries()) {
    if (index < at) continue
    const statements = [
      ...dialect.create(MIGRATIONS, names),
      ...version(dialect, names),
      reached(dialect, names, index + 1),
    ]
    await client.batch([...dialect.alone, ...statements].map(plain))
  }
  if (!(await hasSearchIndex(database))) await createSearchIndex(database)
}

/** 0 where there is nothing yet. */
async function versionOf({ client, dialect, names }: Database): Promise<number> {
  const [there] = await client.query(dialect.exists(names, MIGRATIONS.name))
  if (there === undefined) return 0
  const [row] = await client.query(
    plain(`select max(version) as version from ${names.table(MIGRATIONS.name)}`),
  )
  return integer(row?.version ?? 0)
}

export async function hasSearchIndex({ client, dialect, names }: Database): Promise<boolean> {
  if (dialect.searchIndex(names).length === 0) return false
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
