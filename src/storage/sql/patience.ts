import { StorageUnavailable } from '../contract.ts'
import type { SqlClient, SqlRow, SqlStatement } from './client.ts'
import type { Dialect, Trouble } from './dialects/dialect.ts'

export type Wait = (milliseconds: number) => Promise<void>

/** With the waits below, some four seconds until the caller is told to come back. */
const RETRIES = 20
const LONGEST_WAIT = 250

const sleep: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * A client whose transactions are tried again where another one was in the way: serialization failures, deadlocks,
 * SQLite's lock. A bounded number of times; then, and when the database is out of reach, it throws
 * `StorageUnavailable`. What was lost on the way is not sent again, since it may have taken effect.
 */
export class Patience {
  readonly #client: SqlClient
  readonly #dialect: Dialect
  readonly #retries: number
  readonly #wait: Wait

  constructor(client: SqlClient, dialect: Dialect, retries = RETRIES, wait = sleep) {
    if (!Number.isSafeInteger(retries) || retries < 0) {
      throw new TypeError('retries: must be an integer from 0 up')
    }
    this.#client = client
    this.#dialect = dialect
    this.#retries = retries
    this.#wait = wait
  }

  query(statement: SqlStatement): Promise<readonly SqlRow[]> {
    return this.#patiently(() => this.#client.query(statement))
  }

  batch(statements: readonly SqlStatement[]): Promise<readonly (readonly SqlRow[])[]> {
    return this.#patiently(() => this.#client.batch(statements))
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
    for (let attempt = 0; ; attempt++) {
      try {
        return await run()
      } catch (error) {
        const trouble = this.troubleOf(error)
        if (trouble === 'lost') throw new StorageUnavailable('the database is out of reach', { cause: error })
        if (trouble !== 'busy') throw error
        if (attempt === this.#retries) {
          throw new StorageUnavailable('the database is too busy', { cause: error })
        }
        // Of random length: those who were in each other's way shall not be so again.
        await this.#wait(Math.min(2 ** attempt, LONGEST_WAIT) * (0.5 + Math.random() / 2))
      }
    }
  }
}
