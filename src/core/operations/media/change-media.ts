import { ApiError } from '../../../errors.ts'
import type { Storage } from '../../../storage/contract.ts'
import { forbidden, mayEdit, mayRead } from '../../access/policy.ts'
import { isGoing, type MediaRecord } from '../../domain/records/media.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { MediaFields, MediaRemoval } from '../../schema/media.ts'
import { demandVersion } from '../writing/change-checks.ts'
import { writerOf } from '../writing/plan.ts'
import { erase, refreshed } from './complete-media.ts'
import { findMedia, putMedia } from './find-media.ts'
import { singleMedia } from './show-media.ts'
import { usesOf } from './uses.ts'

/** Attempts of a change that loses against others. */
const MOST_ATTEMPTS = 24

/** Changes what an image says, then the records that show it. A repeat completes what was cut off. */
export async function updateMedia(context: RequestContext, fields: MediaFields): Promise<Answer<string>> {
  const { site, problems, client } = context
  const now = context.clock.now()
  problems.throwIfAny()
  const changed = await change(site.storage, async () => {
    const before = await findMedia(context)
    demandVersion(before.version, client)
    if (isGoing(before)) throw new ApiError('rest-image-not-found')
    const decorative = fields.decorative ?? (fields.alt === undefined ? before.decorative : false)
    const alt = decorative ? '' : (fields.alt ?? before.alt)
    return {
      before,
      after: {
        ...before,
        title: fields.title ?? before.title,
        alt,
        decorative,
        touched: atInstant(unixSeconds(now), UTC).wall,
        state: alt === before.alt ? before.state : 'stale',
      },
    }
  })
  return singleMedia(await refreshed(writerOf(context), changed), context)
}

/** Commits a change of an image, decided anew if another one came first. */
async function change(
  storage: Storage,
  decide: () => Promise<{ readonly before: MediaRecord; readonly after: MediaRecord }>,
): Promise<MediaRecord> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { before, after } = await decide()
    const { version } = before
    const { conflict } = await storage.commit([putMedia(after, version)])
    if (conflict === null) return { ...after, version: version + 1 }
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

/**
 * Deletes an image that no record shows; with `force`, takes it out of those that do. First nobody may name it any more,
 * so what is found to show it is all there is.
 */
export async function removeMedia(context: RequestContext, { force }: MediaRemoval): Promise<Answer<string>> {
  const { site, caller, problems, client } = context
  problems.throwIfAny()
  const going = await change(site.storage, async () => {
    const before = await findMedia(context)
    demandVersion(before.version, client)
    return { before, after: { ...before, state: 'going' } }
  })
  const [shown, hidden, locked] = await usersOf(context, going)
  const isShown = shown.length + hidden > 0
  if (isShown && !(force && locked === 0)) {
    await become(context, 'stale')
    if (force) throw forbidden(caller, 'force: records of others show this image.')
    throw new ApiError('rest_image_in_use', { data: { records: shown } })
  }
  await erase(writerOf(context), isShown ? await become(context, 'gone') : going)
  return singleMedia(going, context)
}

const become = (context: RequestContext, state: MediaRecord['state']): Promise<MediaRecord> =>
  change(context.site.storage, async () => {
    const before = await findMedia(context)
    return { before, after: { ...before, state } }
  })

/** IDs of the records that show it and that the caller may read, and how many others; how many the caller may not edit. */
async function usersOf(
  { site, caller }: RequestContext,
  record: MediaRecord,
): Promise<readonly [shown: number[], hidden: number, locked: number]> {
  const shown: number[] = []
  let hidden = 0
  let locked = 0
  for await (const post of usesOf(site.storage, [record.id])) {
    if (mayRead(caller, post)) shown.push(post.id)
    else hidden++
    if (!mayEdit(caller, post)) locked++
  }
  return [shown, hidden, locked]
}
