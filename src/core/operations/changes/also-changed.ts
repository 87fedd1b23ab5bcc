import type { Condition, Document, Storage } from '../../../storage/contract.ts'
import { type Caller, mayListHidden, readableBy } from '../../access/policy.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import type { RequestContext } from '../../mount/request.ts'
import { type Entry, RECORD_KINDS } from '../journal/outbox.ts'
import { findInParts, partsOf } from '../reading/parts.ts'
import { isShown } from './shown-records.ts'
import type { SyncList } from './sync-token.ts'

/*
 * Records that look different because another one changed, and that have no entries for it: events and series that name
 * a venue or organizer which was in the trash or not readable; categories below one whose slug or parent changed, whose
 * addresses contain it.
 */

/** Whether the change of the record changes others. */
export function changesOthers(caller: Caller, entry: Entry): boolean {
  const { kind, was } = entry
  if (was === null) return false
  if (kind === 'venue' || kind === 'organizer') return !isShown(caller, was)
  return kind === 'category' && hasMoved(entry)
}

/** An entry without copies of the category does not tell, so the category may have moved. */
function hasMoved({ before, after }: Entry): boolean {
  if (before === null || after === null) return true
  const [old, now] = [fromDocument('category', before), fromDocument('category', after)]
  return old.slug !== now.slug || old.parent !== now.parent
}

/** IDs of the records that the change of `list.of` changes: at most `limit`, after `list.id`. */
export async function changedWith(context: RequestContext, list: SyncList, limit: number): Promise<number[]> {
  const { of, id } = list
  const kind = RECORD_KINDS[list.kind]
  if (kind === 'category') {
    const below = await categoriesBelow(context.site.storage, of)
    return below.filter((one) => one > id).slice(0, limit)
  }
  const key = kind === 'venue' ? 'venue' : 'organizer'
  return (await eventsAfter(context, id, limit, [{ key, in: [of] }])).map((event) => event.id)
}

/** The IDs, in ascending order. */
async function categoriesBelow(storage: Storage, id: number): Promise<number[]> {
  const below = new Set<number>()
  let level: readonly number[] = [id]
  while (level.length > 0) {
    const next: number[] = []
    for (const part of partsOf(level)) {
      for await (const child of findInParts(storage, 'category', [{ key: 'parent', in: part }])) {
        // Another program can write a circle.
        if (child.id === id || below.has(child.id)) continue
        below.add(child.id)
        next.push(child.id)
      }
    }
    level = next
  }
  return [...below].sort((a, b) => a - b)
}

/** Events that the caller may see, series included, by ID. */
export function eventsAfter(
  { site: { storage }, caller }: RequestContext,
  after: number,
  limit: number,
  own: readonly Condition<'event'>[] = [],
): Promise<readonly Document<'event'>[]> {
  const hidden = mayListHidden(caller) ? [] : [{ key: 'hidden', in: [false] } as const]
  const where = [...own, { key: 'id', gt: after } as const, NOT_TRASHED, ...hidden, ...readableBy(caller)]
  return storage.find('event', { where, order: 'id', limit, keysOnly: true })
}

export const NOT_TRASHED = { key: 'status', notIn: ['trash'] } as const
