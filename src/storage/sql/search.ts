import type { Kind } from '../contract.ts'
import type { SqlRow, SqlStatement } from './client.ts'
import type { AnyFilter } from './conditions.ts'
import type { Database } from './database.ts'
import type { Sender } from './gather.ts'
import { hasSearchIndex } from './migrate.ts'
import { integer } from './rows.ts'

/**
 * The result of the full-text index. `ids`: all events that may match, if they are few. `many`: the index still saves
 * work. `undefined`: there is no index, or it does not help.
 */
export type Hits = { readonly ids: string } | 'many' | undefined

/**
 * With fewer hits, a page is selected from the hits. With more, a scan in list order fills the page sooner. For n
 * events and pages of 10, both cost the same at about √(10 n) hits. The value suits calendars of a hundred thousand
 * events.
 */
export const FEW_HITS = 1000

/** With fewer hits, counting the hits is faster than reading every text that the other filters leave. */
export const MANY_HITS = 50_000

export function createSearch() {
  /** The index is never dropped, so a positive result is cached. */
  let isThere = false
  /** A list looks for its page and its total in the same tick. Both use one look at the index. */
  let looking:
    | { readonly of: unknown; readonly sql: string; readonly rows: Promise<readonly SqlRow[]> }
    | undefined

  function look(client: Sender['client'], statement: SqlStatement): Promise<readonly SqlRow[]> {
    const sql = JSON.stringify(statement)
    if (looking?.of === client && looking.sql === sql) return looking.rows
    const rows = client.query(statement)
    looking = { of: client, sql, rows }
    Promise.resolve().then(() => {
      looking = undefined
    })
    return rows
  }

  /** `most`: the number of hits up to which the caller uses the index. */
  return async (
    { client, dialect, names, builder: begin }: Database,
    kind: Kind,
    { text }: AnyFilter,
    most: number,
  ): Promise<Hits> => {
    if (kind !== 'event' || text === undefined || text.all.length === 0) return undefined
    const index = dialect.textIndex
    const few = begin()
    const candidates = index?.candidates(names, text.all, few.bind)
    if (index === undefined || candidates === undefined) return undefined
    isThere ||= await hasSearchIndex({ client, dialect, names })
    if (!isThere) return undefined
    const [found] = await look(
      client,
      few.statement(index.gathered(`${candidates} limit ${few.bind(FEW_HITS)}`)),
    )
    if (integer(found?.n) < FEW_HITS) return { ids: String(found?.ids) }
    if (most <= FEW_HITS) return undefined
    const many = begin()
    const some = `${index.candidates(names, text.all, many.bind)} limit ${many.bind(most)}`
    const [row] = await client.query(many.statement(`select count(*) as n from (${some}) c`))
    return integer(row?.n) < most ? 'many' : undefined
  }
}
