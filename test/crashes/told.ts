import type { Change, Sequence } from '../../src/storage/contract.ts'

/*
 * What a writer tells while it works, a line each, before and after everything that must not be lost. A line is handed
 * to the system before the writer goes on, so that what it told is known however it ends.
 */

export type Told =
  /** The program is loaded; nothing has been opened. */
  | { readonly say: 'loaded' }
  /** The storage is about to be made ready. */
  | { readonly say: 'opening' }
  /** It was made ready and read. */
  | { readonly say: 'opened' }
  /** It has answered everything that it began, and begins nothing. */
  | { readonly say: 'paused' }
  /** A request that is about to be sent. */
  | { readonly say: 'intent'; readonly request: Sent }
  | ({ readonly say: 'ack' } & Acknowledged)
  /** The storage is about to be asked for this commit, the `n`th of this writer. */
  | { readonly say: 'commit'; readonly n: number; readonly changes: readonly Change[] }
  | { readonly say: 'result'; readonly n: number; readonly outcome: Outcome; readonly milliseconds: number }
  /** The function of the host has done this entry of the outbox. */
  | { readonly say: 'delivered'; readonly entry: string }
  | { readonly say: 'given'; readonly sequence: Sequence; readonly ids: readonly number[] }
  /** What should not happen: an answer of 500, or an exception. */
  | { readonly say: 'failed'; readonly error: string }

/** `unknown`: the storage was out of reach, so it may have taken effect or not. */
export type Outcome = 'done' | 'refused' | 'unknown'

export type Tell = (told: Told) => void

export type Collection = 'events' | 'venues' | 'organizers' | 'tags' | 'categories'

export interface Sent {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly collection: Collection
  /** Absent where something is created. */
  readonly id?: number
  readonly body?: Body
}

export interface Body {
  readonly title?: string
  readonly start_date?: string
  readonly end_date?: string
  readonly date_utc?: string
  readonly status?: string
  readonly slug?: string
  /** Ends with a word that no other creation has, by which the event is known whatever its title. */
  readonly website?: string
  readonly name?: string
  readonly venue?: string | number | { readonly venue: string; readonly website: string }
  readonly organizer?: readonly (number | { readonly organizer: string; readonly website: string })[]
  readonly tags?: readonly (string | number)[]
  readonly categories?: readonly (string | number)[]
}

export interface Acknowledged {
  readonly request: Sent
  readonly status: number
  /** 0 where nothing was written. */
  readonly id: number
  readonly slug: string
  /** Of the record's document by this write; 0 where there was none. */
  readonly version: number
}
