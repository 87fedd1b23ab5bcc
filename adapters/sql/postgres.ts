import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../src/storage/sql/client.ts'
import { fieldOf, isNetworkError, sqlStateOf } from './driver.ts'
import { untilAborted, untilBegun } from './until-aborted.ts'

interface PostgresJsQueries {
  unsafe(
    sql: string,
    values: SqlValue[],
    options: { prepare: boolean; onexecute?: () => boolean },
  ): PromiseLike<readonly SqlRow[]>
}

/** The methods of the `sql` object from `postgres` that this adapter uses. */
export interface PostgresJs extends PostgresJsQueries {
  readonly options?: { readonly prepare?: boolean | undefined } | undefined
  begin(work: (sql: PostgresJsQueries) => Promise<void>): Promise<unknown>
}

const LOST = /^CONNECT(?:ION_(?:CLOSED|ENDED|DESTROYED)|_TIMEOUT)$/
const ENDED = /^(?:57P0[1245]|25P0[34])/
const CANCELLED = '57014'
const MOST_PLACES = 20
/** In milliseconds. */
const CANCEL_AGAIN = 250
const MOST_CANCELLATIONS = 20

/**
 * PostgreSQL with `postgres` (postgres.js).
 *
 * The calendar does not need `fetch_types`, which runs a query on each new connection. If the connection is lost during
 * this query, postgres.js (3.4.9) leaves an unhandled rejection, which ends the process. Do not set `transform`,
 * because column names must stay unchanged. Behind a pooler without prepared statements, set `prepare: false`.
 *
 * An aborted query is cancelled at the server if its connection is running it. A queued query still runs when its turn
 * comes. If the server does not respond, the connection stays busy until the operating system closes it, because
 * postgres.js cannot close a single connection.
 *
 * @example
 * ```ts
 * const sql = postgres('postgres://user:password@host/database', { connect_timeout: 5, fetch_types: false })
 * const storage = sqlStorage(postgresJs(sql))
 * ```
 */
export function postgresJs(sql: PostgresJs): SqlClient {
  /**
   * Without prepared statements, postgres.js (3.4.9) sends a query in two steps, and the first one also behind a query
   * that still runs. A pooler before PgBouncer 1.21 then gives the connection away between the steps, and the answer
   * never comes. `onexecute`, which postgres.js itself uses for transactions, keeps other queries off the connection.
   */
  const alone = sql.options?.prepare === false ? { onexecute: () => false } : {}

  const run = ({ sql: text, values, planAnew }: SqlStatement, queries: PostgresJsQueries) =>
    queries.unsafe(text, [...values], { prepare: planAnew !== true, ...(queries === sql ? alone : {}) })

  function codeOf(error: unknown) {
    const code = sqlStateOf(error)
    if (code !== undefined) return code
    return isNetworkError(error) || LOST.test(String(fieldOf(error, 'code'))) ? 'lost' : undefined
  }

  /** Number of cancellations that arrived after their query ended. They may cancel a later query of the connection. */
  let strays = 0

  /** Repeats a query that was cancelled by mistake. It had no effect, so this is safe. */
  async function unstruck<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (strays === 0 || sqlStateOf(error) !== CANCELLED) throw error
        strays--
      }
    }
  }

  async function ask(statement: SqlStatement, signal: AbortSignal | undefined): Promise<readonly SqlRow[]> {
    if (signal === undefined) return withoutHoles(await run(statement, sql))
    signal.throwIfAborted()
    const query = run(statement, sql)
    const answer = Promise.resolve(query).then(withoutHoles)
    return untilAborted(
      signal,
      () => answer,
      () => insist(query, answer),
    )
  }

  /**
   * Sends cancellations until the query ends. PostgreSQL ignores a cancellation that arrives between two messages of a
   * query.
   */
  function insist(query: PromiseLike<unknown>, answer: Promise<unknown>): void {
    let sent = 0
    let hasEnded = false
    const again = () => {
      if (hasEnded || sent === MOST_CANCELLATIONS || !cancel(query)) return
      sent++
      setTimeout(again, CANCEL_AGAIN)
    }
    const end = (struck: number) => {
      hasEnded = true
      strays += sent - struck
    }
    again()
    answer.then(
      () => end(0),
      (error) => end(sqlStateOf(error) === CANCELLED && sent > 0 ? 1 : 0),
    )
  }

  // When a server closes a connection with an error, postgres.js (3.4.9) keeps this error. It throws the error again
  // for the first query that gets the same place in the pool, before anything is sent. The query that was running got
  // CONNECTION_CLOSED.
  async function afresh<T>(ask: () => Promise<T>): Promise<T> {
    for (let places = MOST_PLACES; ; places--) {
      try {
        return await ask()
      } catch (error) {
        if (places === 0 || !ENDED.test(sqlStateOf(error) ?? '')) throw error
      }
    }
  }

  const batch = (statements: readonly SqlStatement[], begin: () => void) =>
    new Promise<readonly (readonly SqlRow[])[]>((resolve, reject) => {
      let results: readonly (readonly SqlRow[])[] = []
      const work = async (tx: PostgresJsQueries) => {
        begin()
        try {
          // All statements are sent before the first response; `all` rejects with the first error.
          const answers = await Promise.all(statements.map((statement) => run(statement, tx)))
          results = answers.map(withoutHoles)
        } catch (error) {
          if (codeOf(error) !== 'lost') throw error
          // Never settle this callback: postgres.js (3.4.9) would send `rollback` to the closed socket, which ends the
          // process with a TypeError that cannot be caught. The server has already rolled back, and the pool dropped
          // the connection when its socket closed.
          reject(error)
          await new Promise(() => {})
        }
      }
      sql.begin(work).then(() => resolve(results), reject)
    })

  return {
    dialect: 'postgres',
    query: (statement, signal) => afresh(() => unstruck(() => ask(statement, signal))),
    async batch(statements, signal) {
      signal?.throwIfAborted()
      const [first, ...more] = statements
      // A single statement is a transaction of its own and saves two round trips.
      if (first !== undefined && more.length === 0)
        return [withoutHoles(await afresh(() => unstruck(async () => run(first, sql))))]
      return afresh(() => unstruck(() => untilBegun(signal, (begin) => batch(statements, begin))))
    },
    codeOf,
  }
}

/** After a query that was cancelled between its rows, postgres.js (3.4.9) starts the next result with as many holes. */
const withoutHoles = (rows: readonly SqlRow[]): readonly SqlRow[] =>
  rows.length === 0 || 0 in rows ? rows : rows.filter(() => true)

/**
 * Returns whether a cancellation was sent. It is only sent for the running query of a connection. For other queries,
 * postgres.js (3.4.9) would assign a response to the wrong query or never use the connection again.
 */
function cancel(query: PromiseLike<unknown>): boolean {
  const canceller = fieldOf(query, 'canceller')
  if (fieldOf(query, 'active') !== true || typeof canceller !== 'function') return false
  // Call the canceller directly: `cancel()` drops its promise, whose rejection ends the process if the server is
  // unreachable.
  Promise.resolve(canceller(query)).catch(() => {})
  return true
}
