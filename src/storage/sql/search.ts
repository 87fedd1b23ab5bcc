import type { Kind } from '../contract.ts'
import type { AnyFilter } from './conditions.ts'
import type { Database } from './database.ts'
import { hasSearchIndex } from './migrate.ts'
import { integer } from './rows.ts'

/**
 * What an index of texts, which must be asked for, says of the words of a filter: the IDs of all events that may have
 * them, where these are few; `many`, where it is still worth while to go through them. `undefined`: there is none, it
 * knows nothing, or too much.
 */
export type Hits = readonly number[] | 'many' | undefined

/**
 * Up to so many events with the words, a page is best found among them; where there are more, the next ones by
 * start that have the words are not far.
 */
export const FEW = 4000

/** Up to so many it is faster to count among them than to read every text that the other filters leave. */
export const MANY = 50_000

export function createSearch({ client, dialect, names, draft: begin }: Database) {
  /** Found out once there is one: it does not go away. */
  let isThere = false

  /** `most`: the number of events up to which the caller wants to go by the index. */
  return async (kind: Kind, { text }: AnyFilter, most: number): Promise<Hits> => {
    if (kind !== 'event' || text === undefined || text.all.length === 0) return undefined
    const few = begin()
    const candidates = dialect.candidates?.(names, text.all, few.bind)
    if (candidates === undefined) return undefined
    isThere ||= await hasSearchIndex({ client, dialect, names })
    if (!isThere) return undefined
    const found = await client.query(few.statement(`${candidates} limit ${few.bind(FEW)}`))
    if (found.length < FEW) return found.map(({ rowid }) => integer(rowid))
    if (most <= FEW) return undefined
    const many = begin()
    const some = `${dialect.candidates?.(names, text.all, many.bind)} limit ${many.bind(most)}`
    const [row] = await client.query(many.statement(`select count(*) as n from (${some}) c`))
    return integer(row?.n) < most ? 'many' : undefined
  }
}
