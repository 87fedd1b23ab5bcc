import type { Change } from '../contract.ts'
import { KINDS } from '../shared/keys.ts'
import type { Database } from './database.ts'
import { plain } from './schema.ts'
import { TABLES } from './tables.ts'

/** Number of documents of a kind, written by this process, after which it runs ANALYZE. Later, autovacuum is enough. */
const MOMENTS = [50, 500, 5000, 50_000]

/**
 * PostgreSQL renews its statistics about once a minute and caches the plans of prepared statements until then. A plan
 * made for an empty table scans the whole table when it has grown. So this class runs ANALYZE while a table is young.
 */
export class Statistics {
  readonly #database: Database
  readonly #written = new Map<string, number>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Called after a commit. The commit has succeeded, so errors here are ignored. */
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
        // Only the owner of a table may analyze it. For other users PostgreSQL only warns, and plans wait for
        // autovacuum.
        await client.batch([plain(`analyze ${names.table(name)}`)]).catch(() => undefined)
      }
    }
  }
}
