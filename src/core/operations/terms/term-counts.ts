import type { Condition, Facet, KeyValue, Storage } from '../../../storage/contract.ts'
import { type Caller, fullyReadableBy } from '../../access/policy.ts'
import type { TermKind } from '../../domain/records/records.ts'
import type { Site } from '../../mount/site.ts'

/*
 * The published events per term, venue or organizer that the caller may read in full. A list of the term's events shows the same ones, so no
 * count tells of an event behind a password.
 */

type Counts = ReadonlyMap<number, number>
type Count = (where: readonly Condition<'event'>[], ids: readonly number[] | undefined) => Promise<Counts>

const PUBLISHED = { key: 'status', in: ['publish'] } as const
/** A series does not count, but its dates do. */
const NO_SERIES = { key: 'series', in: [false] } as const
const OPEN = { key: 'full_reader', in: [0] } as const

/** Without `ids`: of all terms that have any. */
export const publishedCounts = (
  storage: Storage,
  kind: Facet,
  caller: Caller,
  ids?: readonly number[],
): Promise<Counts> =>
  countsFor(storage, kind, caller, ids, (where, some) => storage.tally(kind, { where }, some))

/** The same, from the cache where the storage is still at the same revision. */
export async function cachedCounts(
  { memo, storage }: Site,
  kind: TermKind,
  caller: Caller,
  ids: readonly number[],
  revision: string | number | undefined,
): Promise<Counts> {
  if (revision === undefined) return publishedCounts(storage, kind, caller, ids)
  return countsFor(storage, kind, caller, ids, async (where) => {
    const known = memo.countsAt(kind, where.includes(OPEN), revision)
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) {
      const counts = await storage.tally(kind, { where }, unknown)
      for (const id of unknown) known.set(id, counts.get(id) ?? 0)
    }
    return known
  })
}

/** `count`: of all published events, or of those that everyone may read in full. */
async function countsFor(
  storage: Storage,
  kind: Facet,
  caller: Caller,
  ids: readonly number[] | undefined,
  count: Count,
): Promise<Counts> {
  const [readers] = fullyReadableBy(caller)
  if (readers === undefined) return count([PUBLISHED, NO_SERIES], ids)
  // At once, so that the storage reads them with what else a page needs.
  const [open, own] = await Promise.all([
    count([PUBLISHED, NO_SERIES, OPEN], ids),
    closedCounts(storage, kind, (readers.in ?? []).filter(isNegative), ids),
  ])
  if (own.size === 0) return open
  const both = new Map(open)
  for (const [id, more] of own) both.set(id, (both.get(id) ?? 0) + more)
  return both
}

/** Readers of events with a password. */
const isNegative = (reader: KeyValue): boolean => typeof reader === 'number' && reader < 0

/** Of events with a password. Their total is at hand, and nearly always 0; counting them per term is not as fast. */
async function closedCounts(
  storage: Storage,
  kind: Facet,
  readers: readonly KeyValue[],
  ids: readonly number[] | undefined,
): Promise<Counts> {
  if (readers.length === 0) return new Map()
  const where = [PUBLISHED, NO_SERIES, { key: 'full_reader', in: readers } as const]
  const total = await storage.count('event', { where })
  return total === 0 ? new Map() : storage.tally(kind, { where }, ids)
}
