import { pauseAfter, retriesOf, sleep, type Wait } from '../backoff.ts'
import { StorageUnavailable } from '../contract.ts'
import { untilAborted } from '../until-aborted.ts'
import type { SqlClient, SqlRow, SqlStatement } from './client.ts'
import type { Dialect, Trouble } from './dialects/dialect.ts'

/**
 * A client whose transactions are tried again where another one was in the way: serialization failures, deadlocks,
 * SQLite's lock. A bounded number of times; then, and when the database is out of reach, it throws
 * `StorageUnavailable`. What was lost on the way is not sent again, since it may have taken effect. With a signal it is
 * so for one request, and ends with that.
 */
export class Patience {
  readonly #client: SqlClient
  readonly #dialect: Dialect
  readonly #retries: number
  readonly #wait: Wait
  readonly #signal: AbortSignal | undefined

  constructor(
    client: SqlClient,
    dialect: Dialect,
    retries?: number,
    wait: Wait = sleep,
    signal?: AbortSignal,
  ) {
    this.#client = client
    this.#dialect = dialect
    this.#retries = retriesOf(retries)
    this.#wait = wait
    this.#signal = signal
  }

  within(signal: AbortSignal): Patience {
    return new Patience(this.#client, this.#dialect, this.#retries, this.#wait, signal)
  }

  query(statement: SqlStatement): Promise<readonly SqlRow[]> {
    return this.#patiently(() => this.#client.query(statement, this.#signal))
  }

  batch(statements: readonly SqlStatement[]): Promise<readonly (readonly SqlRow[])[]> {
    return this.#patiently(() => this.#client.batch(statements, this.#signal))
  }

  /** `undefined` where the client cannot tell. */
  async revision(): Promise<string | number | undefined> {
    return this.#patiently(async () => this.#client.revision?.())
  }

  troubleOf(error: unknown): Trouble | undefined {
    const code = this.#client.codeOf(error)
    return code === 'lost' ? 'lost' : this.#dialect.troubleOf(code)
  }

  /** Whether the error is the database's answer, rather than a bug on the way there. */
  isAnswer(error: unknown): boolean {
    return this.#client.codeOf(error) !== undefined
  }

  async #patiently<T>(run: () => Promise<T>): Promise<T> {
    const signal = this.#signal
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted()
      try {
        return await run()
      } catch (error) {
        if (signal?.aborted && error === signal.reason) throw error
        const trouble = this.troubleOf(error)
        if (trouble === 'lost') throw new StorageUnavailable('the database is out of reach', { cause: error })
        if (trouble !== 'busy') throw error
        if (attempt === this.#retries) {
          throw new StorageUnavailable('the database is too busy', { cause: error })
        }
        await untilAborted(signal, () => this.#wait(pauseAfter(attempt)))
      }
    }
  }
}
