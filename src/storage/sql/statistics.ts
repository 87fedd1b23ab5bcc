import type { Change } from '../contract.ts'
import type { Database } from './database.ts'
import { plain } from './schema.ts'
import { KINDS, TABLES } from './tables.ts'

/** After so many documents of a kind that this process has written. From then on the database's own pace will do. */
const MOMENTS = [50, 500, 5000, 50_000]

/**
 * PostgreSQL plans by statistics, which it renews about once a minute, and keeps the plans of prepared statements
 * until then: what was planned on an empty table reads the whole of it when it no longer is. So while a table is
 * young, they are renewed by us.
 */
export class Statistics {
  readonly #database: Database
  readonly #written = new Map<string, number>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Of a commit that has taken effect. Nothing that happens here can undo that, so nothing is thrown. */
  async follow(changes: readonly Change[]): Promise<void> {
    const { client, dialect, names } = this.#database
    if (!dialect.needsStatistics) return
    for (const kind of KINDS) {
      const before = this.#written.get(kind) ?? 0
      const now = before + changes.filter((change) => change.do === 'put' && change.kind === kind).length
      this.#written.set(kind, now)
      if (!MOMENTS.some((moment) => before < moment && moment <= now)) continue
      const tables = TABLES.filter(({ name }) => name === kind || name.startsWith(`${kind}_`))
      for (const { name } of tables) {
        // Only the tables' owner may. For anyone else it is a warning, and plans wait for the database.
        await client.batch([plain(`analyze ${names.table(name)}`)]).catch(() => undefined)
      }
    }
  }
}
