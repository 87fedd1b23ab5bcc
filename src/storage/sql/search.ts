import type { Kind } from '../contract.ts'
import type { AnyFilter } from './conditions.ts'
import type { Database } from './database.ts'
import { hasSearchIndex } from './migrate.ts'
import { integer } from './rows.ts'

/**
 * Up to so many events with the words, a page is best found among them; where there are more, the next ones by
 * start that have the words are not far.
 */
export const FEW_TO_LIST = 4000

/** All of them are looked at to count them, and each by itself: from some number on a stretch of the list is faster. */
export const FEW_TO_COUNT = 50_000

/** Whether events are best found by the index of texts: where there is one, and it knows few events with the words. */
export function createSearchChoice(
  database: Database,
): (kind: Kind, filter: AnyFilter, few: number) => Promise<boolean> {
  const { client, dialect, names } = database
  /** Found out once there is one: it does not go away. */
  let isThere = false

  return async (kind, { text }, few) => {
    if (kind !== 'event' || text === undefined || text.all.length === 0) return false
    const draft = database.draft()
    const candidates = dialect.candidates?.(names, text.all, draft.bind)
    if (candidates === undefined) return false
    isThere ||= await hasSearchIndex(database)
    if (!isThere) return false
    const some = `${candidates} limit ${draft.bind(few)}`
    const rows = await client.query(draft.statement(`select count(*) as n from (${some}) c`))
    return integer(rows[0]?.n) < few
  }
}
