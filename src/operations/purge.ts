import { type PostKind, seriesStatus } from '../domain/records.ts'
import { atInstant, UTC, unixSeconds } from '../domain/zones.ts'
import type { Site } from '../site.ts'
import type { Condition } from '../storage/contract.ts'
import type { Purged, PurgeOptions } from '../types.ts'
import { planErasure, planSeriesErasure } from './erase.ts'
import { commit } from './plan.ts'
import { readRecord } from './read-record.ts'
import { completeSeries, isSeries, readOccurrences } from './series.ts'

const SECONDS_PER_DAY = 86_400

/** Series first, because they take their occurrences along. */
const TRASH = [
  ['event', seriesStatus('trash')],
  ['event', 'trash'],
  ['venue', 'trash'],
  ['organizer', 'trash'],
] as const satisfies (readonly [PostKind, string])[]

/** Deletes records for good that did not change since they were in the trash, the oldest first. */
export async function purgeTrash(
  site: Site,
  now: Date,
  { olderThan, limit = 100, signal }: PurgeOptions,
): Promise<Purged> {
  const last = atInstant(unixSeconds(now) - Math.ceil(olderThan * SECONDS_PER_DAY), UTC).wall
  let left = limit
  let removed = 0
  for (const [kind, status] of TRASH) {
    const where: Condition<PostKind>[] = [
      { key: 'status', in: [status] },
      { key: 'modified', lte: last },
    ]
    const query = { where, order: 'modified', limit: left + 1, keysOnly: true } as const
    const found = await site.storage.find<PostKind>(kind, query)
    for (const { id } of found) {
      if (left === 0 || signal?.aborted === true) return { removed, more: true }
      removed += await purgeOne(site, now, { kind, id, last })
      left--
    }
  }
  return { removed, more: false }
}

/** Returns how many records are removed: 0 if somebody has restored it meanwhile. */
async function purgeOne(
  site: Site,
  now: Date,
  { kind, id, last }: { readonly kind: PostKind; readonly id: number; readonly last: string },
): Promise<number> {
  const { written, isUnfinished } = await commit({ site, caller: null, now }, async (plan) => {
    const post = await readRecord(site.storage, kind, id)
    if (post?.status !== 'trash' || post.modified_utc > last) return { written: 0, isUnfinished: false }
    if (post.kind !== 'event' || !isSeries(post)) {
      await planErasure(plan, [post])
      return { written: 1, isUnfinished: false }
    }
    const rest = await planSeriesErasure(plan, post, await readOccurrences(site.storage, post))
    return { written: rest.written + 1, isUnfinished: rest.series !== undefined }
  })
  return written + (isUnfinished ? await completeSeries(site, id, now) : 0)
}
