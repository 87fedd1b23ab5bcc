import type { LinkedKind, OrganizerRecord, RecordOf, VenueRecord } from '../domain/records.ts'
import type { RequestContext } from '../request.ts'
import type { Site } from '../site.ts'
import type { Filter, Query, Storage } from '../storage/contract.ts'
import { findRecord } from './find-record.ts'

/** How venues or organizers are read. Operations are written once, for any model. */
export interface LinkedModel<R extends VenueRecord | OrganizerRecord> {
  readonly kind: R['kind']
  /** The record in the path, or 404. */
  readonly find: (context: RequestContext) => Promise<R>
  readonly get: (site: Site, ids: readonly number[]) => Promise<R[]>
  readonly page: (site: Site, query: Query<LinkedKind>) => Promise<R[]>
  readonly count: (storage: Storage, filter: Filter<R['kind']>) => Promise<number>
}

function modelOf<K extends LinkedKind>(kind: K): LinkedModel<RecordOf[K]> {
  return {
    kind,
    find: (context) => findRecord(context, kind),
    get: async ({ storage, memo }, ids) =>
      (await storage.get(kind, ids)).map((document) => memo.record(kind, document)),
    page: async ({ storage, memo }, query) =>
      (await storage.find(kind, query)).map((document) => memo.record(kind, document)),
    count: (storage, filter) => storage.count(kind, filter),
  }
}

export const venues = modelOf('venue')
export const organizers = modelOf('organizer')
