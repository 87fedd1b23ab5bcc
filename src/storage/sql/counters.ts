import type { KeysOf } from '../contract.ts'
import { FACETS } from '../facets.ts'
import type { SqlStatement, SqlValue } from './client.ts'
import type { Database } from './database.ts'
import { CLASS } from './tables.ts'
import { IRREGULAR, spanOf } from './time.ts'

type Keys = KeysOf<'event'>

interface Counter {
  readonly key: readonly SqlValue[]
  n: number
}

/** Rows that one statement writes: with seven values each, below the hundred that Cloudflare D1 binds. */
const ROWS = 14

/** By how much a commit changes the kept counters. */
export class Counters {
  readonly #database: Database
  readonly #days = new Map<string, Counter>()
  readonly #tallies = new Map<string, Counter>()

  constructor(database: Database) {
    this.#database = database
  }

  /** An event with these keys is there from now on (`by` 1), or no longer (-1). */
  count(keys: Keys, by: 1 | -1): void {
    const { dialect } = this.#database
    if (spanOf(keys.start, keys.end) !== IRREGULAR) {
      const row = [keys.status, dialect.boolean(keys.hidden), keys.reader, keys.full_reader]
      add(this.#days, [keys.start.slice(0, 10), ...row], by)
    }
    for (const facet of FACETS) {
      for (const value of keys[facet]) add(this.#tallies, [facet, value, keys.status], by)
    }
  }

  statements(): SqlStatement[] {
    return [
      ...this.#write('event_day', ['day', ...CLASS], this.#days),
      ...this.#write('event_tally', ['facet', 'value', 'status'], this.#tallies),
    ]
  }

  #write(name: string, primary: readonly string[], counters: ReadonlyMap<string, Counter>): SqlStatement[] {
    const { dialect, names } = this.#database
    // In one order everywhere, so that two commits that count the same wait for each other, but not both.
    const changed = [...counters].filter(([, { n }]) => n !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
    const columns = [...primary, 'n'].map(dialect.quote).join(', ')
    const statements: SqlStatement[] = []
    for (let from = 0; from < changed.length; from += ROWS) {
      const draft = this.#database.draft()
      const rows = changed
        .slice(from, from + ROWS)
        .map(([, { key, n }]) => `(${[...key, n].map(draft.bind).join(', ')})`)
      const sum = dialect.addToCount(primary, names.table(name))
      statements.push(
        draft.statement(`insert into ${names.table(name)} (${columns}) values ${rows.join(', ')} ${sum}`),
      )
    }
    return statements
  }
}

function add(counters: Map<string, Counter>, key: readonly SqlValue[], by: number): void {
  const name = JSON.stringify(key)
  const counter = counters.get(name)
  if (counter === undefined) counters.set(name, { key, n: by })
  else counter.n += by
}
