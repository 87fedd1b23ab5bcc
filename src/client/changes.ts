import type { ChangeList, CustomFields, SyncedChange as RawChange, Term } from '../types/index.ts'
import {
  type ClientEvent,
  type ClientOrganizer,
  type ClientVenue,
  clientEvent,
  clientOrganizer,
  clientVenue,
} from './answers.ts'
import { ask, queryIn, type RequestOptions, type Send } from './request.ts'

/** What a mirror does: it removes the record, or puts it in the place of the one that it has. */
export type SyncedChange<F extends CustomFields = CustomFields> =
  | {
      readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag'
      readonly id: number
      readonly deleted: true
    }
  | {
      readonly kind: 'event'
      readonly id: number
      readonly event: ClientEvent<F>
      readonly deleted?: undefined
    }
  | {
      readonly kind: 'venue'
      readonly id: number
      readonly venue: ClientVenue<F>
      readonly deleted?: undefined
    }
  | {
      readonly kind: 'organizer'
      readonly id: number
      readonly organizer: ClientOrganizer<F>
      readonly deleted?: undefined
    }
  | { readonly kind: 'category'; readonly id: number; readonly category: Term; readonly deleted?: undefined }
  | { readonly kind: 'tag'; readonly id: number; readonly tag: Term; readonly deleted?: undefined }

export interface ChangeFilters {
  /** Of the last sync. Without it: all records. */
  readonly sync_token?: string | undefined
  /** Records on a page. Default 10; the server has a limit. */
  readonly per_page?: number | undefined
}

/** A loop returns the changes of all pages. It requests each page when it reaches it. */
export interface Changes<F extends CustomFields = CustomFields> extends AsyncIterable<SyncedChange<F>> {
  /** For the next sync; `undefined` until a loop has come to the end. */
  readonly syncToken: string | undefined
}

export function createChanges(send: Send, filters: ChangeFilters, options: RequestOptions): Changes {
  let syncToken: string | undefined

  const readPage = (query: object): Promise<ChangeList> =>
    ask(send, { method: 'GET', path: '/changes', query }, options, 'changes')

  async function* changes() {
    for (let query: object = filters; ; ) {
      const { changes, next_rest_url: next, sync_token } = await readPage(query)
      yield* changes.map(shown)
      if (next === undefined) {
        syncToken = sync_token
        return
      }
      query = queryIn(next) ?? {}
    }
  }

  return {
    [Symbol.asyncIterator]: changes,
    get syncToken() {
      return syncToken
    },
  }
}

function shown(change: RawChange): SyncedChange {
  if ('event' in change) return { ...change, event: clientEvent(change.event) }
  if ('venue' in change) return { ...change, venue: clientVenue(change.venue) }
  if ('organizer' in change) return { ...change, organizer: clientOrganizer(change.organizer) }
  return change
}

/** Checks just enough to recognize a page, because another server may respond at that address. */
