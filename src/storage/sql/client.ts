/**
 * The port to a database: what a client library must be able to do, so that `sqlStorage` can keep a calendar with
 * it. One is written in ten minutes; those in `events-api/adapters/sql/…` are examples.
 */

/**
 * The SQL that the server speaks: `sqlite` from 3.38, `postgres` from 13 (and what speaks its SQL and its
 * protocol), `mysql` for MySQL from 8.0.17 and MariaDB from 10.6.
 */
export type SqlDialect = 'sqlite' | 'postgres' | 'mysql'

/** Integers are safe ones. Booleans are sent to `postgres` alone; the others are sent 0 and 1. */
export type SqlValue = string | number | boolean | null

export interface SqlStatement {
  /** One statement, with a placeholder for each value: `?` each, or `$1`, `$2`, … for `postgres`. */
  readonly sql: string
  readonly values: readonly SqlValue[]
  /**
   * How it is best answered depends on the values, as in a search: a server that keeps the plan of a prepared
   * statement for whatever values shall not do so here. PostgreSQL does; others may pass over this.
   */
  readonly planAnew?: true
}

/**
 * A row by column names. Integers may come as numbers, as bigints or in decimal digits, booleans as booleans or
 * as 0 and 1: as the client library gives them.
 */
export type SqlRow = Readonly<Record<string, unknown>>

export interface SqlClient {
  readonly dialect: SqlDialect

  /**
   * Runs one statement that only reads. Gives its rows, in order.
   *
   * Once the signal is aborted, it rejects with the signal's reason, also while it waits for a connection. The statement
   * ends at the server where the library has a way to end it. A connection whose state is not known does not go back
   * to the pool; one that comes when nobody waits any more does. Who passes over the signal is waited for.
   */
  query(statement: SqlStatement, signal?: AbortSignal): Promise<readonly SqlRow[]>

  /**
   * Runs the statements in their order, as one transaction on one connection: all of them take effect, or the
   * first that fails undoes the others and its error is thrown. Gives the rows of each, an empty list where a
   * statement has none. What is committed here, later queries see. No other statement of this client may get between them.
   *
   * SQLite takes the lock for writing at once (`BEGIN IMMEDIATE`), since one that reads first cannot get it later.
   *
   * The signal counts until the first statement is sent, as for `query`. What was sent is not cut off.
   */
  batch(statements: readonly SqlStatement[], signal?: AbortSignal): Promise<readonly (readonly SqlRow[])[]>

  /**
   * A name for all that the connection sees now: while it is the same, no transaction has changed anything. Left out
   * where that is not to be had for much less than a query, or where there is more than one connection.
   */
  revision?(): Promise<string | number>

  /**
   * What the database calls an error that `query` or `batch` threw: SQLite's result code (its name or number),
   * SQLSTATE, or MySQL's error number. `lost` where the connection is gone, was refused, or no free one came in
   * time. `undefined` for anything else, which is then taken for a bug.
   */
  codeOf(error: unknown): string | number | undefined
}
