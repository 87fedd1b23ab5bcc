import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../src/storage/sql/client.ts'
import { fieldOf, isNetworkError, sqlStateOf } from './driver.ts'
import { untilAborted, untilBegun } from './until-aborted.ts'

interface PostgresJsQueries {
  unsafe(sql: string, values: SqlValue[], options: { prepare: boolean }): PromiseLike<readonly SqlRow[]>
}

/** What this adapter uses of the `sql` of `postgres`. */
export interface PostgresJs extends PostgresJsQueries {
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
 * PostgreSQL by `postgres` (postgres.js).
 *
 * ```ts
 * const sql = postgres('postgres://user:password@host/database', { connect_timeout: 5, fetch_types: false })
 * const storage = sqlStorage(postgresJs(sql))
 * ```
 *
 * `fetch_types`, which the calendar has no need of, is a query on each new connection; when the connection is lost
 * meanwhile, postgres.js (3.4.9) leaves a rejection that nobody handles, which ends the process. Set no `transform`:
 * the names of columns have to come as they are. Behind a pooler that cannot keep prepared statements, set
 * `prepare: false`.
 *
 * A query that is given up is cancelled at the server if it is the one that its connection is waiting for; one that
 * waits for its turn runs nevertheless when that comes. If the server keeps silent, the connection stays taken until
 * the operating system gives it up, for postgres.js has no way to end a single one.
 */
export function postgresJs(sql: PostgresJs): SqlClient {
  const run = ({ sql: text, values, planAnew }: SqlStatement, queries: PostgresJsQueries) =>
    queries.unsafe(text, [...values], { prepare: planAnew !== true })

  function codeOf(error: unknown) {
    const code = sqlStateOf(error)
    if (code !== undefined) return code
    return isNetworkError(error) || LOST.test(String(fieldOf(error, 'code'))) ? 'lost' : undefined
  }

  /** Cancellations that came too late for their query: they may hit what the connection does next. */
  let strays = 0

  /** What is cancelled by mistake had no effect, so it can be sent again. */
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

  /** Cancels a query until it has ended: a cancellation that comes between two of its messages, PostgreSQL passes over. */
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

  // postgres.js (3.4.9) keeps the error by which a server ended a connection, and throws it once more at the first that
  // has this place in the pool afterwards, before anything of it is sent. What was under way had CONNECTION_CLOSED.
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
          // All are sent before the first is answered; `all` fails with the first that failed.
          const answers = await Promise.all(statements.map((statement) => run(statement, tx)))
          results = answers.map(withoutHoles)
        } catch (error) {
          if (codeOf(error) !== 'lost') throw error
          // postgres.js (3.4.9) would now send `rollback` into the socket that is gone, and that ends the whole
          // process with a TypeError which nobody can catch. What never ends is never rolled back; the server
          // has done it, and the connection was given up when its socket closed.
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
      // One statement is a transaction of its own, with two questions less on the way.
      if (first !== undefined && more.length === 0)
        return [withoutHoles(await afresh(() => unstruck(async () => run(first, sql))))]
      return afresh(() => unstruck(() => untilBegun(signal, (begin) => batch(statements, begin))))
    },
    codeOf,
  }
}

/** After a query that was cancelled in the middle of its rows, postgres.js (3.4.9) begins the next answer with as many holes. */
const withoutHoles = (rows: readonly SqlRow[]): readonly SqlRow[] =>
  rows.length === 0 || 0 in rows ? rows : rows.filter(() => true)

/**
 * Whether the server is asked to cancel the query. Of others than the one that the connection is waiting for,
 * postgres.js (3.4.9) would take the answer for that of the next, or never use the connection again.
 */
function cancel(query: PromiseLike<unknown>): boolean {
  const canceller = fieldOf(query, 'canceller')
  if (fieldOf(query, 'active') !== true || typeof canceller !== 'function') return false
  // `cancel()` itself loses the promise: if the server is out of reach, its rejection would end the process.
  Promise.resolve(canceller(query)).catch(() => {})
  return true
}
