import { FACETS } from '../shared/keys.ts'
import type { SqlStatement, SqlValue } from './client.ts'
import type { Database } from './database.ts'
import type { Placed } from './links.ts'
import type { Insertion } from './phrases.ts'

interface Counter {
  readonly key: readonly SqlValue[]
  n: number
}

/** Rows per statement. A row has seven values, and Cloudflare D1 binds at most 100. */
const ROWS = 14

/** The changes that a commit makes to the stored counters. */
export class Counters {
  readonly #database: Database
  readonly #days = new Map<string, Counter>()
  readonly #tallies = new Map<string, Counter>()

  constructor(database: Database) {
    this.#database = database
  }

  /** `by` is 1 for an added event, -1 for a removed one. */
  count({ keys, duration }: Placed, by: 1 | -1): void {
    const { dialect } = this.#database
    const series = dialect.boolean(keys.series)
    if (duration !== 'irregular') {
      const row = [keys.status, dialect.boolean(keys.hidden), keys.reader, keys.full_reader, series]
      add(this.#days, [keys.start.slice(0, 10), ...row], by)
    }
    for (const facet of FACETS) {
      for (const value of keys[facet]) add(this.#tallies, [facet, value, keys.status, series], by)
    }
  }

  statements(): SqlStatement[] {
    const { day, tally } = this.#database.phrases.count
    return [...changesOf(this.#days, day), ...changesOf(this.#tallies, tally)]
  }
}

function changesOf(counters: ReadonlyMap<string, Counter>, insertion: Insertion): SqlStatement[] {
  // A fixed order prevents deadlocks: two commits with the same counters lock the rows in the same order.
  const changed = [...counters].filter(([, { n }]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = changed.map(([, { key, n }]) => [...key, n])
  const statements: SqlStatement[] = []
  for (let from = 0; from < rows.length; from += ROWS)
    statements.push(insertion.of(rows.slice(from, from + ROWS)))
  return statements
}

function add(counters: Map<string, Counter>, key: readonly SqlValue[], by: number): void {
  const name = JSON.stringify(key)
  const counter = counters.get(name)
  if (counter === undefined) counters.set(name, { key, n: by })
  else counter.n += by
}
