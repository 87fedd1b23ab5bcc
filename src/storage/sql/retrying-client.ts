import { StorageUnavailable } from '../contract.ts'
import { type RetryPolicy, retry } from '../shared/retry.ts'
import type { SqlClient, SqlRow, SqlStatement } from './client.ts'
import type { Dialect, Trouble } from './dialects/dialect.ts'

/**
 * A client that retries transactions after a conflict: a serialization failure, a deadlock, SQLite's lock. After the
 * last retry, and when the database is unreachable, it throws `StorageUnavailable`. It does not retry a transaction
 * whose connection was lost, because the transaction may have committed. An abort stops queries and retries.
 */
export class RetryingClient {
  readonly #client: SqlClient
  readonly #dialect: Dialect
  readonly #policy: RetryPolicy
  readonly #signal: AbortSignal | undefined

  constructor(client: SqlClient, dialect: Dialect, policy: RetryPolicy, signal?: AbortSignal) {
    this.#client = client
    this.#dialect = dialect
    this.#policy = policy
    this.#signal = signal
  }

  within(signal: AbortSignal): RetryingClient {
    return new RetryingClient(this.#client, this.#dialect, this.#policy, signal)
  }

  query(statement: SqlStatement): Promise<readonly SqlRow[]> {
    return this.#retrying(() => this.#client.query(statement, this.#signal))
  }

  batch(statements: readonly SqlStatement[]): Promise<readonly (readonly SqlRow[])[]> {
    return this.#retrying(() => this.#client.batch(statements, this.#signal))
  }

  /** `undefined` if the client has no revision. */
  async revision(): Promise<string | number | undefined> {
    return this.#retrying(async () => this.#client.revision?.())
  }

  troubleOf(error: unknown): Trouble | undefined {
    const code = this.#client.codeOf(error)
    return code === 'lost' ? 'lost' : this.#dialect.troubleOf(code)
  }

  /** Whether the error comes from the database. Otherwise it is a bug. */
  isAnswer(error: unknown): boolean {
    return this.#client.codeOf(error) !== undefined
  }

  async #retrying<T>(run: () => Promise<T>): Promise<T> {
    const signal = this.#signal
    let cause: unknown
    const attempt = async () => {
      signal?.throwIfAborted()
      try {
        return { result: await run() }
      } catch (error) {
        if (signal?.aborted && error === signal.reason) throw error
        const trouble = this.troubleOf(error)
        if (trouble === 'lost') throw new StorageUnavailable('the database is out of reach', { cause: error })
        if (trouble !== 'busy') throw error
        cause = error
        return undefined
      }
    }
    const { result } = await retry(attempt, this.#policy, 'the database is too busy', {
      signal,
      cause: () => cause,
    })
    return result
  }
}
