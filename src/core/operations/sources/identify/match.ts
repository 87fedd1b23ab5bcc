import type { Item } from '../../../domain/records/sources.ts'

/* What says which event of a feed is which event that is known of its source, and why. */

/** What an event of a feed and an item are compared by. */
export type Facts = Pick<Item, 'mark' | 'url' | 'name' | 'start' | 'end' | 'repeats'>

/** An event of a feed. */
export interface Said extends Facts {
  /** The ID that its item has, which follows from its UID. */
  readonly item: number
  readonly isCanceled: boolean
}

export type Reason =
  /** The same UID. */
  | 'uid'
  /** Another UID; everything else is as it was read last. */
  | 'unchanged'
  /** Another UID; the same start, title and place. */
  | 'start'
  /** Another UID; the same page, which no other event has. */
  | 'page'
  /** Another UID; the same title and place, up to 60 days away. */
  | 'moved'

export interface Match<F> {
  readonly feed: F
  readonly item: Item
  readonly reason: Reason
}
