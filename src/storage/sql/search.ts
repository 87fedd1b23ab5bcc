import type { Kind } from '../contract.ts'
import type { AnyFilter } from './conditions.ts'
import type { Database } from './database.ts'
import { hasSearchIndex } from './migrate.ts'
import { integer } from './rows.ts'

/**
 * What an index of texts, which must be asked for, says of the words of a filter: the `ids` of all events that may have
 * them, where these are few; `many`, where it is still worth while to go through them. `undefined`: there is none, it
 * knows nothing, or too much.
 */
export type Hits = { readonly ids: string } | 'many' | undefined

/**
 * Up to so many events with the words, a page is best found among them; where there are more, the next ones by start
 * that have the words are not far. With n events and pages of 10 the two cost the same at about the root of 10 n: this
 * is for calendars of a hundred thousand, and not bad for those of ten thousand or a million.
 */
export const FEW = 1000

/** Up to so many it is faster to count among them than to read every text that the other filters leave. */
export const MANY = 50_000

export function createSearch() {
  /** Found out once there is one: it does not go away. */
  let isThere = false

  /** `most`: the number of events up to which the caller wants to go by the index. */
  return async (
    { client, dialect, names, draft: begin }: Database,
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
    const [found] = await client.query(few.statement(index.gathered(`${candidates} limit ${few.bind(FEW)}`)))
    if (integer(found?.n) < FEW) return { ids: String(found?.ids) }
    if (most <= FEW) return undefined
    const many = begin()
    const some = `${index.candidates(names, text.all, many.bind)} limit ${many.bind(most)}`
    const [row] = await client.query(many.statement(`select count(*) as n from (${some}) c`))
    return integer(row?.n) < most ? 'many' : undefined
  }
}
