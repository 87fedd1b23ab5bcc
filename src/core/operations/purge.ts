import type { Purged, PurgeOptions } from '../../types/index.ts'
import type { PostKind } from '../domain/records/records.ts'
import { atInstant, UTC, unixSeconds } from '../domain/time/zones.ts'
import type { Site } from '../mount/site.ts'
import { completeSeries } from './events/series/complete-series.ts'
import { isSeries, readOccurrences } from './events/series/series.ts'
import { purgeMedia } from './media/purge-media.ts'
import { readRecord } from './reading/read-record.ts'
import { commit } from './writing/commit.ts'
import { planErasure, planSeriesErasure } from './writing/erase.ts'

const SECONDS_PER_DAY = 86_400

/** Series first, because they take their occurrences along. */
const TRASH = ['series', 'event', 'venue', 'organizer'] as const

/** Deletes records for good that did not change since they were in the trash, the oldest first. */
export async function purgeTrash(
  site: Site,
  now: Date,
  { olderThan, limit = 100, signal }: PurgeOptions,
): Promise<Purged> {
  const last = atInstant(unixSeconds(now) - Math.ceil(olderThan * SECONDS_PER_DAY), UTC).wall
  await site.extensions.purge?.(site, now, signal)
  let left = limit
  let removed = 0
  for (const what of TRASH) {
    const kind = what === 'series' ? 'event' : what
    const trashed = [
      { key: 'status', in: ['trash'] },
      { key: 'modified', lte: last },
    ] as const
    const page = { order: 'modified', limit: left + 1, keysOnly: true } as const
    const found =
      kind === 'event'
        ? await site.storage.find(kind, {
            where: [...trashed, { key: 'series', in: [what === 'series'] }],
            ...page,
          })
        : await site.storage.find(kind, { where: trashed, ...page })
    for (const { id } of found) {
      if (left === 0 || signal?.aborted === true) return { removed, more: true }
      removed += await purgeOne(site, now, { kind, id, last })
      left--
    }
  }
  if (site.options.images === undefined) return { removed, more: false }
  const media = await purgeMedia(site, now, last, left, signal)
  return { removed: removed + media.removed, more: media.more }
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
