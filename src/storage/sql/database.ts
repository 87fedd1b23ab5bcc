import type { Wait } from '../backoff.ts'
import type { SqlClient } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import { mysql } from './dialects/mysql.ts'
import { postgres } from './dialects/postgres.ts'
import { sqlite } from './dialects/sqlite.ts'
import { Draft } from './draft.ts'
import { Gather } from './gather.ts'
import { createNames, type Names } from './names.ts'
import { Patience } from './patience.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import { readList } from './rows.ts'

export const DIALECTS = { sqlite, postgres, mysql } as const

/** One calendar in a database: how it is spoken to, and what its tables are called. */
export interface Database {
  readonly dialect: Dialect
  readonly names: Names
  /** Queries and batches that are tried again while others are in the way. */
  readonly client: Patience
  readonly draft: () => Draft
  readonly gather: Gather
  readonly phrases: Phrases
  /** The columns that a document is read from, for a SELECT; also from the table that is called `e`. */
  readonly read: { readonly plain: string; readonly ofE: string }
}

export function openDatabase(
  client: SqlClient,
  options: { tablePrefix?: string; schema?: string; retries?: number },
  wait?: Wait,
): Database {
  const dialect: Dialect = DIALECTS[client.dialect]
  const names = createNames(dialect, options)
  const core = {
    dialect,
    names,
    client: new Patience(client, dialect, options.retries, wait),
    draft: () => new Draft(dialect),
  }
  return {
    ...core,
    gather: new Gather(core),
    phrases: phrasesOf(dialect, names),
    read: { plain: readList(dialect), ofE: readList(dialect, 'e.') },
  }
}

/** The same for one request. It gathers for itself: who goes away shall not take the answers of others along. */
export function databaseWithin(database: Database, signal: AbortSignal): Database {
  const client = database.client.within(signal)
  const { dialect, draft } = database
  return { ...database, client, gather: new Gather({ client, dialect, draft }) }
}
