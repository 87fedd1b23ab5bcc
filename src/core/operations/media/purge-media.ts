import type { Condition } from '../../../storage/contract.ts'
import { IMAGES, type MediaRecord, UNFINISHED } from '../../domain/records/media.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import type { Site } from '../../mount/site.ts'
import { findInParts } from '../reading/parts.ts'
import { erase, refreshed } from './complete-media.ts'
import { putMedia, readMedia } from './find-media.ts'
import { removeLostFiles } from './lost-files.ts'
import { names, usesOf } from './uses.ts'

/** Images that are looked at together. */
const PART = 100

/**
 * Removes images that no record shows and that were not touched after `last`, at most `limit`, and files without an
 * image. Completes what was cut off. Returns how many images are removed.
 */
export async function purgeMedia(
  site: Site,
  now: Date,
  last: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly removed: number; readonly more: boolean }> {
  const context = { site, now, caller: null }
  let removed = 0
  let part: number[] = []
  const purgePart = async (): Promise<boolean> => {
    if (part.length === 0) return true
    const used = new Set<number>()
    for await (const post of usesOf(site.storage, part))
      for (const id of part) if (names(post, id)) used.add(id)
    for (const id of part) {
      if (signal?.aborted === true || removed === limit) return false
      const record = await readMedia(site.storage, id)
      if (record === undefined) continue
      if (record.state === 'stale') await refreshed(context, record)
      else if (record.state === 'gone') removed += await erased(context, record)
      else if (record.state === 'going' || !used.has(id)) removed += await purgeOne(context, id, last)
    }
    part = []
    return true
  }
  const unfinished = { key: 'labels', in: [UNFINISHED] } as const
  for (const condition of [unfinished, { key: 'due', lte: last } as const]) {
    const where: Condition<'extra'>[] = [{ key: 'owner', in: [IMAGES] }, condition]
    for await (const { id } of findInParts(site.storage, 'extra', where, PART)) {
      part.push(id)
      if (part.length === PART && !(await purgePart())) return { removed, more: true }
    }
    if (!(await purgePart())) return { removed, more: true }
  }
  await removeLostFiles(site, now)
  return { removed, more: false }
}

/** Returns 1 if it is removed, 0 if a record shows it after all, or somebody has changed it. */
async function purgeOne(
  context: { readonly site: Site; readonly now: Date; readonly caller: null },
  id: number,
  last: string,
): Promise<0 | 1> {
  const { storage } = context.site
  const record = await readMedia(storage, id)
  if (record === undefined || (record.state === undefined && record.touched > last)) return 0
  const going = { ...record, state: 'going' } as const
  const write = async (now: typeof record, expect: number) =>
    (await storage.commit([putMedia(now, expect)])).conflict === null
  if (!(await write(going, record.version))) return 0
  for await (const _post of usesOf(storage, [id])) {
    const touched = atInstant(unixSeconds(context.now), UTC).wall
    await write({ ...record, state: 'stale', touched }, record.version + 1)
    return 0
  }
  return erased(context, { ...going, version: record.version + 1 })
}

async function erased(context: Parameters<typeof erase>[0], record: MediaRecord): Promise<1> {
  await erase(context, record)
  return 1
}
