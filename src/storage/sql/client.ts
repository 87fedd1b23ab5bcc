/**
 * The port to a database: the methods that `sqlStorage` needs from a client library. See `kalends/adapters/sql/…` for
 * examples.
 */

/**
 * The SQL dialect of the server: `sqlite` from 3.38, `postgres` from 13 (and servers that are compatible in SQL and
 * protocol), `mysql` for MySQL from 8.0.17 and MariaDB from 10.6.
 */
export type SqlDialect = 'sqlite' | 'postgres' | 'mysql'

/** Integers are within the safe range. Only `postgres` receives booleans; the other dialects receive 0 and 1. */
export type SqlValue = string | number | boolean | null

export interface SqlStatement {
  /** One statement with a placeholder per value: `?`, or `$1`, `$2`, … for `postgres`. */
  readonly sql: string
  readonly values: readonly SqlValue[]
  /**
   * The best plan depends on the values, as in a text search. A client for a server that reuses a generic plan of a
   * prepared statement, such as PostgreSQL, must not reuse it here. Other clients may ignore this.
   */
  readonly planAnew?: true
}

/**
 * A row by column name, with the values of the client library. Integers may be numbers, bigints or decimal digits;
 * booleans may be booleans or 0 and 1.
 */
export type SqlRow = Readonly<Record<string, unknown>>

export interface SqlClient {
  readonly dialect: SqlDialect

  /**
   * Runs one read-only statement and returns its rows in order.
   *
   * After an abort, it rejects with the signal's reason, even while it waits for a connection. It cancels the statement
   * on the server if the library can. A connection in an unknown state is not returned to the pool; a connection that
   * becomes free after the abort is. A client may ignore the signal.
   */
  query(statement: SqlStatement, signal?: AbortSignal): Promise<readonly SqlRow[]>

  /**
   * Runs the statements in order, as one transaction on one connection. If a statement fails, the transaction is rolled
   * back and its error is thrown. Returns the rows of each statement, an empty list for a statement without rows. Later
   * queries see the committed data. No other statement of this client may run in between.
   *
   * SQLite must take the write lock at the start (`BEGIN IMMEDIATE`), because a transaction that reads first may fail
   * to get it later.
   *
   * The signal applies until the first statement is sent, as for `query`. After that the batch is not cancelled.
   */
  batch(statements: readonly SqlStatement[], signal?: AbortSignal): Promise<readonly (readonly SqlRow[])[]>

  /**
   * Identifies the state that the connection sees now. An equal value means that no transaction has changed anything.
   * Omitted if it costs nearly as much as a query, or if there is more than one connection.
   */
  revision?(): Promise<string | number>

  /**
   * Returns the database's code of an error from `query` or `batch`: SQLite's result code (name or number), SQLSTATE,
   * or MySQL's error number. `lost` if the connection is closed, was refused, or did not become free in time.
   * `undefined` for any other error, which is treated as a bug.
   */
  codeOf(error: unknown): string | number | undefined
}
