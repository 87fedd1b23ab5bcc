import type { TermKind } from '../domain/records.ts'
import type { Site } from '../site.ts'
import type { Storage } from '../storage/contract.ts'

/** Published events per term. Without `ids`: of all terms that have any. */
export function publishedCounts(
  storage: Storage,
  kind: TermKind,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return storage.tally(kind, { where: [{ key: 'status', in: ['publish'] }] }, ids)
}

/** The same, from the cache where the storage is still at the same revision. */
export async function cachedCounts(
  { memo, storage }: Site,
  kind: TermKind,
  ids: readonly number[],
  revision: string | number | undefined,
): Promise<ReadonlyMap<number, number>> {
  if (revision === undefined) return publishedCounts(storage, kind, ids)
  const known = memo.countsAt(kind, revision)
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const counts = await publishedCounts(storage, kind, unknown)
    for (const id of unknown) known.set(id, counts.get(id) ?? 0)
  }
  return known
}
