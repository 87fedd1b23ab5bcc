import { type RetryOptions, retryPolicy, type Wait } from '../shared/retry.ts'
import type { SqlClient } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import { mysql } from './dialects/mysql.ts'
import { postgres } from './dialects/postgres.ts'
import { sqlite } from './dialects/sqlite.ts'
import { Gather, type Sender } from './gather.ts'
import { Joined } from './joined.ts'
import { type CalendarNames, createNames, type NameOptions } from './names.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import { RetryingClient } from './retrying-client.ts'
import { readKeysList, readList } from './rows.ts'
import { StatementBuilder } from './statement-builder.ts'

export const DIALECTS = { sqlite, postgres, mysql } as const

/** One calendar in a database: its client, dialect and table names. */
export interface Database extends Sender {
  readonly names: CalendarNames
  readonly gather: Gather
  readonly phrases: Phrases
  /** Only for databases that take several changes as one statement. */
  readonly joined: Joined | undefined
  /** The columns of a document for a SELECT; `ofE` selects from the table alias `e`. */
  readonly read: ReadLists
  /** The same without text and data, for queries that only need the keys. */
  readonly readKeys: ReadLists
}

interface ReadLists {
  readonly plain: string
  readonly ofE: string
}

export function openDatabase(client: SqlClient, options: NameOptions & RetryOptions, wait?: Wait): Database {
  const dialect: Dialect = DIALECTS[client.dialect]
  const names = createNames(dialect, options)
  const core = {
    dialect,
    names,
    client: new RetryingClient(client, dialect, retryPolicy(options, wait)),
    builder: () => new StatementBuilder(dialect),
  }
  return {
    ...core,
    gather: new Gather(core),
    phrases: phrasesOf(dialect, names),
    joined: dialect.joinsChanges ? new Joined() : undefined,
    read: { plain: readList(dialect), ofE: readList(dialect, 'e.') },
    readKeys: { plain: readKeysList(dialect), ofE: readKeysList(dialect, 'e.') },
  }
}

/**
 * The same database for one request. It batches only its own queries, so that its abort does not affect other requests.
 */
export function databaseWithin(database: Database, signal: AbortSignal): Database {
  const client = database.client.within(signal)
  const { dialect, builder } = database
  return { ...database, client, gather: new Gather({ client, dialect, builder }) }
}
