import { StorageNotMigrated } from '../contract.ts'
import type { Database } from './database.ts'
import { creation, VERSION } from './migrations/index.ts'
import { integer } from './rows.ts'
import { plain } from './schema.ts'

const MOST_ATTEMPTS = 3

/**
 * Creates the tables, or upgrades those of an earlier version. If the database supports DDL in transactions, this is
 * one transaction, and other migrations wait for it. MySQL does not; there each statement skips what exists. So several
 * processes may migrate at once, and a process may be killed at any point.
 */
export async function migrate(database: Database): Promise<void> {
  const { client, dialect, names } = database
  for (let attempt = 1; ; attempt++) {
    // At once, because it runs whenever a calendar is opened. What another process adds meanwhile, it skips.
    const [version, isSearchable] = await Promise.all([versionOf(database), hasSearchIndex(database)])
    if (version > VERSION) throw tooNew(version)
    if (version === 0) await refuseUnfit(database)
    try {
      if (version < VERSION)
        await client.batch([...dialect.alone, ...creation(dialect, names, version)].map(plain))
    } catch (error) {
      // Without transactions, another migration can drop a table between two statements of this one.
      if (attempt === MOST_ATTEMPTS || !client.isAnswer(error)) throw error
      continue
    }
    if (!isSearchable) await createSearchIndex(database)
    return
  }
}

/** A new calendar needs a database that can store every text. One that is there already goes on as it is. */
async function refuseUnfit({ client, dialect }: Database): Promise<void> {
  if (dialect.unfit === undefined) return
  const [row] = await client.query(plain(dialect.unfit))
  if (row !== undefined)
    throw new TypeError(
      `the database has the encoding ${row.encoding}, which cannot store every text: a calendar needs a database with the encoding UTF8`,
    )
}

/** Throws `StorageNotMigrated` unless the tables are of this version. */
export async function checkTables(database: Database): Promise<void> {
  const version = await versionOf(database)
  if (version === VERSION) return
  if (version > VERSION) throw tooNew(version)
  const tables = `the tables of the calendar, such as ${database.names.plain('event')},`
  throw version === 0
    ? new StorageNotMigrated(`${tables} are not there: call api.migrate() on every start`, 'nothing')
    : new StorageNotMigrated(
        `${tables} are of version ${version}, and not of ${VERSION}: call api.migrate() on every start`,
        'earlier',
      )
}

const tooNew = (version: number) =>
  new StorageNotMigrated(
    `the tables are of version ${version}, which this version of kalends does not know yet`,
    'later',
  )

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
