import type { Row } from '../../formats/rows.ts'
import { MoveError } from '../move-error.ts'
import { isOldId, shownId } from './old-id.ts'

/*
 * All records of a list of the old site. Its pages are not to be trusted: where many records have the same date, one page
 * may repeat what another one shows, and leave others out. Totals and numbers of pages may be anything.
 */

export interface OldPage {
  readonly status: number
  readonly rows: readonly Row[]
  /** Records that the site counts; `undefined` if it does not say. */
  readonly total: number | undefined
  /** Pages that it counts; `Infinity` if it does not say. */
  readonly pages: number
}

export interface ListPage {
  /** Each record once. */
  readonly rows: readonly Row[]
  /** IDs that cannot be those of a record, as texts, each once. */
  readonly odd: readonly string[]
  /** As the site counts, or as many as were seen. */
  readonly total: number
  /** Whether all were seen that the site counts. What the last page says is valid. */
  readonly complete: boolean
  /** Records that the site counts and that were not seen; 0 if it does not say. */
  readonly missing: number
  /** IDs that were seen before the total changed, and not again. They may be gone. */
  readonly unsure: readonly number[]
  /** Whether it is of the first reading of the list. Later ones find what that left out. */
  readonly isFirst: boolean
}

/** Records per page. What one size leaves out between two pages, another one shows. */
const SIZES = [50, 43, 31, 19]
/** Records of one list, so that a site without an end ends. */
const MOST_RECORDS = 1_000_000

/** A count in an answer. */
export const countOf = (value: unknown): number | undefined => {
  const text = typeof value === 'string' ? value.trim() : value
  const count = text === '' || text === null ? Number.NaN : Number(text)
  return Number.isFinite(count) && count >= 0 ? count : undefined
}

export async function* listPages(
  name: string,
  pageOf: (size: number, page: number, mayBeMissing: boolean) => Promise<OldPage>,
): AsyncGenerator<ListPage> {
  const seen = new Set<number | string>()
  /** Seen since the total changed: what was seen before may be gone, and what moved up was seen by nobody. */
  let since = new Set<number | string>()
  let total: number | undefined
  for (const size of SIZES) {
    const round = new Set<number | string>()
    let next = pageOf(size, 1, false)
    for (let page = 1; ; page++) {
      const current = await next
      if (page === 1 && current.status !== 200) return
      if (total !== undefined && current.total !== undefined && current.total !== total) since = new Set()
      total = current.total ?? total
      const before = round.size
      const fresh = newOf(current.rows, round, seen)
      for (const row of current.rows) since.add(keyOf(row))
      if (seen.size > MOST_RECORDS) throw new MoveError(`${name}: the site shows more than ${MOST_RECORDS}`)
      const isAll = since.size === total
      const hasNew = round.size > before
      const hasMore = hasNew && page < current.pages && !(isAll && size !== SIZES[0])
      if (hasMore) {
        // The next page is on its way while the caller works on this one.
        next = pageOf(size, page + 1, isAll)
        // If the caller gives up, nobody waits for it.
        next.catch(() => {})
      }
      const missing = Math.max(0, (total ?? 0) - since.size)
      const unsure =
        hasMore || isAll ? [] : [...seen].filter((key) => typeof key === 'number' && !since.has(key))
      const isFirst = size === SIZES[0]
      const counts = {
        total: total ?? seen.size,
        complete: isAll,
        missing,
        unsure: unsure.map(Number),
        isFirst,
      }
      yield* slices(fresh, counts)
      if (!hasMore && (isAll || total === undefined || total < since.size)) return
      if (!hasMore) break
    }
  }
}

const keyOf = ({ id }: Row): number | string => (isOldId(id) ? id : shownId(id))

interface Fresh {
  readonly rows: readonly Row[]
  readonly odd: readonly string[]
}

/** What was not seen before. An odd ID stands for a record as well, so that counts agree. */
function newOf(rows: readonly Row[], round: Set<number | string>, seen: Set<number | string>): Fresh {
  const fresh: Row[] = []
  const odd: string[] = []
  for (const row of rows) {
    const key = keyOf(row)
    round.add(key)
    if (seen.has(key)) continue
    seen.add(key)
    if (typeof key === 'number') fresh.push(row)
    else odd.push(key)
  }
  return { rows: fresh, odd }
}

/** A site may send more than it was asked for. */
function* slices({ rows, odd }: Fresh, counts: Omit<ListPage, 'rows' | 'odd'>): Generator<ListPage> {
  const most = SIZES[0] ?? 1
  yield { rows: rows.slice(0, most), odd, ...counts }
  for (let from = most; from < rows.length; from += most) {
    yield { rows: rows.slice(from, from + most), odd: [], ...counts }
  }
}

/** The IDs of a list that says how many pages it has in its header fields. `undefined` if the first page is refused. */
export async function idsOfPages(
  name: string,
  pageOf: (page: number) => Promise<OldPage>,
): Promise<readonly unknown[] | undefined> {
  const ids = new Map<number | string, unknown>()
  for (let page = 1; ; page++) {
    const { status, rows, pages } = await pageOf(page)
    if (status !== 200) return page === 1 ? undefined : [...ids.values()]
    const before = ids.size
    for (const { id } of rows) ids.set(isOldId(id) ? id : shownId(id), id)
    if (ids.size > MOST_RECORDS) throw new MoveError(`${name}: the site shows more than ${MOST_RECORDS}`)
    if (ids.size === before || page >= pages) return [...ids.values()]
  }
}
