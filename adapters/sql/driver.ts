import type { SqlRow, SqlValue } from '../../src/storage/sql/client.ts'

/*
 * What all client libraries leave open: the shape of their rows and of their errors.
 */

/** Their types call rows `unknown`, and some give a summary in place of rows that a statement does not have. */
export function rowsOf(result: unknown): readonly SqlRow[] {
  return Array.isArray(result) ? result : []
}

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}

/** An error and what it was caused by, outermost first. */
export function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && !chain.includes(one); one = fieldOf(one, 'cause'))
    chain.push(one)
  return chain
}

// Those that TLS, time limits and AggregateError (one for each address tried) give without the `syscall`.
const NETWORK = /^(?:E(?:AI_AGAIN|CONN\w+|HOST\w+|NET\w+|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_\w+)$/

/** Whether Node's sockets, its DNS or its fetch failed. */
export function isNetworkError(error: unknown): boolean {
  return causesOf(error).some((one) => {
    const code = fieldOf(one, 'code')
    return typeof fieldOf(one, 'syscall') === 'string' || (typeof code === 'string' && NETWORK.test(code))
  })
}

/** PostgreSQL's own error, whichever library read it from the wire; client-side errors have no severity. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' && typeof fieldOf(error, 'severity') === 'string' ? code : undefined
}

/**
 * SQLite's libraries bind numbers as floats: 7 would be kept as `7.0` by a column for text, and be one half more
 * than expected after `/ 2`. As bigints they are integers. D1 alone has no way to say it.
 */
export function sqliteValues(values: readonly SqlValue[]): (string | number | bigint | null)[] {
  return values.map((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
    return typeof value === 'boolean' ? BigInt(value) : value
  })
}
