import { type Item, itemOf, ofSource, type SourceRecord, whereItem } from '../../domain/records/sources.ts'
import type { RequestContext } from '../../mount/request.ts'
import { trash } from '../events/write.ts'
import { removeExtra } from '../journal/extras.ts'
import { readRecord } from '../reading/read-record.ts'
import { commit } from '../writing/commit.ts'
import { bringAgain, heirOf } from './stored-items.ts'

/** Events between two looks at the time. */
const PART = 50

/**
 * Takes a source out that is going: first its events, which stay or go to the trash, then what is known of them, then itself.
 * What is cut off goes on with the next call of `api.pull`. Answers whether it is gone.
 */
export async function completeRemoval(
  context: RequestContext,
  source: SourceRecord,
  isOver: () => boolean,
): Promise<boolean> {
  const { storage } = context.site
  for (;;) {
    const where = whereItem(ofSource(source.id))
    const found = await storage.find('extra', { where, order: 'id', limit: PART })
    for (const document of found) {
      await release(context, source, itemOf(document))
      if (isOver()) return false
    }
    if (found.length < PART) break
  }
  return (await storage.commit([removeExtra(source)])).conflict === null
}

async function release(context: RequestContext, source: SourceRecord, item: Item): Promise<void> {
  const { site, caller, clock } = context
  if (
    source.going === 'trash' &&
    (await isOwn(context, source, item)) &&
    (await heirOf(site.storage, item)) === undefined
  ) {
    // One that is in the trash already is refused, and stays there.
    await trash({ site, links: context.links, now: clock.moment }, { as: caller, id: item.event })
  }
  await commit({ site, caller, now: clock.moment }, async (plan) => {
    const [stored] = await site.storage.get('extra', [item.id])
    if (stored === undefined) return
    plan.changes.push(removeExtra(stored))
    const record = await readRecord(site.storage, 'event', item.event)
    if (record?.source?.id !== source.id) return
    const heir = await heirOf(site.storage, item)
    const { kept, uid, url } = record.source
    plan.put({ ...record, source: heir && { id: heir.source, uid, url, kept } }, record)
    if (heir !== undefined)
      plan.changes.push(...(await bringAgain(site.storage, { ...heir, isAttached: false }, clock.moment)))
  })
}

async function isOwn({ site }: RequestContext, { id }: SourceRecord, { event }: Item): Promise<boolean> {
  const record = await readRecord(site.storage, 'event', event)
  return record !== undefined && record.source?.id === id && record.status !== 'trash'
}
