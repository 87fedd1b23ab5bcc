import { listOf, type Row } from '../../formats/rows.ts'
import { isOldId } from './old-id.ts'

/** IDs of the records that events link to: a list may have left them out. */
export class LinkedIds {
  readonly category = new Set<number>()
  readonly tag = new Set<number>()
  readonly venue = new Set<number>()
  readonly organizer = new Set<number>()
  /** Nothing links to events. */
  readonly event: ReadonlySet<number> = new Set()

  add(events: readonly Row[]): void {
    for (const { categories, tags, venue, organizer } of events) {
      addAll(this.category, categories)
      addAll(this.tag, tags)
      addAll(this.venue, venue)
      addAll(this.organizer, organizer)
    }
  }
}

function addAll(ids: Set<number>, value: unknown): void {
  for (const { id } of listOf(value)) if (isOldId(id)) ids.add(id)
}
