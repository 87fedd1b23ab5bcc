import type { SqlClient } from '../../src/storage/sql/client.ts'
import type { SqlStorageOptions } from '../../src/storage/sql.ts'
import type { Driver } from './by-hand/driver.ts'

/** A database with two calendars in it, which know nothing of each other. */
export interface BenchDatabase {
  /** As the server says it. */
  readonly version: string
  readonly byHand: Driver
  readonly client: SqlClient
  readonly options: SqlStorageOptions
  /** What an operator would do after such a load, to both alike. */
  settle(): Promise<void>
  /** Closes it, and leaves nothing behind. */
  drop(): Promise<void>
}

/** Rows as the client libraries give them, whose types say less than the statement does. */
export function rowsOf<Row>(rows: unknown): readonly Row[] {
  if (!isList<Row>(rows)) throw new TypeError('the statement gave no rows')
  return rows
}

const isList = <Row>(rows: unknown): rows is readonly Row[] => Array.isArray(rows)
