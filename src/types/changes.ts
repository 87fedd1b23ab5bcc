import type { CustomFields } from './custom-fields.ts'
import type { PermalinkKind, Principal } from './hosts.ts'
import type { Event, Organizer, Term, Venue } from './records.ts'

/*
 * What has changed: for functions of the host, and for copies of a calendar.
 */

/**
 * Gets the changes of each record in order, each at least once. If it throws or rejects, the change and later ones of
 * the record wait for a retry, after 5 seconds at first and after a day at last.
 */
export interface Deliver {
  (change: DeliveredChange, context: DeliverContext): unknown
  /** The name under which its progress is stored. Default: its position in the list. */
  readonly progress?: string | undefined
  /** If it exists, these are called instead, each with its own progress. */
  readonly targets?: readonly Deliver[] | undefined
}

export type DeliveredChange = RecordChange & {
  /** Names the entry: the same in each delivery. */
  readonly entry: string
  /** When it was committed: ISO 8601, UTC. */
  readonly time: string
}

export interface DeliverContext {
  /** From 1 on. */
  readonly attempt: number
  readonly signal: AbortSignal
  /**
   * The ID of the calendar: 128 random bits, 32 hexadecimal digits. A copy and a restored calendar have another one. With
   * `entry` it names a delivery worldwide.
   */
  readonly calendar: string
}

export interface DeliverOptions {
  /** Maximum number of deliveries. Default 100. */
  readonly limit?: number | undefined
  /** No delivery starts after it is aborted. */
  readonly signal?: AbortSignal | undefined
}

export interface Delivery {
  /** Changes that functions have done. */
  readonly delivered: number
  /** Changes that wait, of the function for which most wait. */
  readonly waiting: number
}

export type RecordChange<F extends CustomFields = CustomFields> =
  | ChangeOf<'event', Event<F>>
  | ChangeOf<'venue', Venue<F>>
  | ChangeOf<'organizer', Organizer<F>>
  | ChangeOf<'category' | 'tag', Term>

/** One change of one record. */
export interface ChangeOf<K, R> {
  readonly kind: K
  readonly id: number
  readonly type: ChangeType
  /** The record as administrators read it. What it embeds, such as venues, is as it is now. `null` if it was created. */
  readonly before: R | null
  /** `null` if it was deleted. */
  readonly after: R | null
  /** Who changed it. `null`: time, such as for a scheduled publication. */
  readonly by: Principal | null
}

/** `trashed` and `restored`: into and out of the trash. `deleted`: removed for good. */
export type ChangeType = 'created' | 'changed' | 'trashed' | 'restored' | 'deleted'

export interface ChangeList<F extends CustomFields = CustomFields> {
  changes: SyncedChange<F>[]
  /** On every page but the last. */
  next_rest_url?: string
  /** On the last page: for the next sync. */
  sync_token?: string
}

/** A record as it is now. `deleted`: it is gone, or the caller may not read it any more. */
export type SyncedChange<F extends CustomFields = CustomFields> =
  | { kind: PermalinkKind; id: number; deleted: true }
  | { kind: 'event'; id: number; event: Event<F> }
  | { kind: 'venue'; id: number; venue: Venue<F> }
  | { kind: 'organizer'; id: number; organizer: Organizer<F> }
  | { kind: 'category'; id: number; category: Term }
  | { kind: 'tag'; id: number; tag: Term }
