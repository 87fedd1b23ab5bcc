import type { Purged, PurgeOptions } from '../../types/index.ts'
import type { Site } from '../mount/site.ts'

/** Throws `TypeError` without a number of days, and `RangeError` for an invalid number. */
export async function purge(
  site: Site,
  { now = () => new Date() }: { readonly now?: (() => Date) | undefined },
  work: PurgeOptions,
): Promise<Purged> {
  const { olderThan, limit } = work
  if (typeof olderThan !== 'number') throw new TypeError('olderThan: api.purge takes a number of days')
  if (!(olderThan >= 0 && olderThan <= 100_000))
    throw new RangeError('olderThan: must be a number of days from 0 to 100,000')
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0))
    throw new RangeError('limit: must be a positive integer')
  const { purgeTrash } = await import('../operations/writes.ts')
  return purgeTrash(site, now(), work)
}
