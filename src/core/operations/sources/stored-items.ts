import type { Change, Storage } from '../../../storage/contract.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import {
  type Item,
  itemContent,
  itemOf,
  LOOK_AGAIN,
  type NewItem,
  ofEvent,
  sourceContent,
  whereItem,
} from '../../domain/records/sources.ts'
import { readSource } from './find-source.ts'

/* What sources know of events: reading and writing it. */

export const putItem = (id: number, expect: number, item: NewItem): Change => ({
  ...{ do: 'put', kind: 'extra', id, expect, content: itemContent(item) },
})

/** So that the next reading of its source, which is due, brings all of its fields. */
export async function bringAgain(storage: Storage, item: Item, now: Date): Promise<Change[]> {
  const source = await readSource(storage, item.source)
  const again = putItem(item.id, item.version, { ...item, mark: 0 })
  if (source === undefined) return [again]
  const { id, version, next_run } = source
  const due = next_run === null ? null : Math.min(next_run, now.getTime())
  const content = sourceContent({ ...source, ...LOOK_AGAIN, next_run: due })
  return [again, { do: 'put', kind: 'extra', id, expect: version, content }]
}

/** What sources know of an event. */
async function itemsOf(storage: Storage, event: number): Promise<Item[]> {
  const where = whereItem(ofEvent(event))
  return (await storage.find('extra', { where, order: 'id', limit: 20 })).map(itemOf)
}

/** What the source of an event knows of it. Its UID may have changed since it came. */
export async function speakerOf(
  storage: Storage,
  { id, source }: Pick<EventRecord, 'id' | 'source'>,
): Promise<Item | undefined> {
  if (source === undefined) return undefined
  return (await itemsOf(storage, id)).find((item) => item.source === source.id && !item.isAttached)
}

/** What another source knows of the event. */
export const heirOf = async (storage: Storage, item: Item): Promise<Item | undefined> =>
  (await itemsOf(storage, item.event)).find((other) => other.id !== item.id && !other.isGone)
