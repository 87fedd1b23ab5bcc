import type { Storage } from 'kalends/storage/contract'
import { keyValueStorage, type OrderedKeyValue } from 'kalends/storage/key-value'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import type { CalendarNames } from './calendar-names.ts'

/** Where a calendar is stored. Servers are not asked anything yet, but Redis, which tells only on connecting. */
export interface Connection {
  readonly storage: Storage
  /** Set if the error is the database's own answer. */
  codeOf(error: unknown): unknown
  close(): Promise<void>
}

export const sqlConnection = (
  client: SqlClient,
  { 'table-prefix': tablePrefix, schema }: CalendarNames,
  close: () => Promise<void>,
): Connection => ({
  storage: sqlStorage(client, { tablePrefix, schema }),
  codeOf: (error) => client.codeOf(error),
  close,
})

/** Stores of keys answer what is wrong with them as unavailable: then every cause is their own. */
export const keyValueConnection = (
  store: OrderedKeyValue,
  { calendar }: CalendarNames,
  close: () => Promise<void>,
): Connection => ({
  storage: keyValueStorage(store, { calendar }),
  codeOf: (error) => (error instanceof Error ? error.message : undefined),
  close,
})
