import type { SqlRow, SqlValue } from '../../src/storage/sql/client.ts'

/* Differences between all client libraries: rows and errors. */

/** The libraries' types declare rows as `unknown`. Some libraries return a summary for a statement without rows. */
export function rowsOf(result: unknown): readonly SqlRow[] {
  return Array.isArray(result) ? result : []
}

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && !chain.includes(one); one = fieldOf(one, 'cause'))
    chain.push(one)
  return chain
}

// Errors of TLS, timeouts and AggregateError (one error per address) have no `syscall`.
const NETWORK = /^(?:E(?:AI_AGAIN|CONN\w+|HOST\w+|NET\w+|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_\w+)$/

/** Whether Node's sockets, DNS or fetch failed. */
export function isNetworkError(error: unknown): boolean {
  return causesOf(error).some((one) => {
    const code = fieldOf(one, 'code')
    return typeof fieldOf(one, 'syscall') === 'string' || (typeof code === 'string' && NETWORK.test(code))
  })
}

/** The SQLSTATE of a PostgreSQL server error, for any client library. Client-side errors have no severity. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' && typeof fieldOf(error, 'severity') === 'string' ? code : undefined
}

/** The result code of `better-sqlite3`, `libsql` and what is built on them. */
export function sqliteCodeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}

/**
 * Errors of pools and of lost connections are often a bare `Error`: the pool is closed, exhausted or too slow, or the
 * connection ended. Only the place where they are thrown distinguishes them from other errors.
 */
export function bareErrors() {
  const seen = new WeakSet<Error>()
  return {
    remember(error: unknown): never {
      if (error instanceof Error && error.name === 'Error' && fieldOf(error, 'code') === undefined)
        seen.add(error)
      throw error
    },
    has: (error: unknown) => error instanceof Error && seen.has(error),
  }
}

/**
 * SQLite libraries bind numbers as floats: a text column would store 7 as `7.0`, and 7 / 2 would be 3.5 instead of 3.
 * Bigints are bound as integers. D1 has no way to do this.
 */
export function sqliteValues(values: readonly SqlValue[]): (string | number | bigint | null)[] {
  return values.map((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
    return typeof value === 'boolean' ? BigInt(value) : value
  })
}
