import type { Document, Filter, Query, Storage } from '../../../storage/contract.ts'
import type { LinkedKind, OrganizerRecord, RecordOf, VenueRecord } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import { findRecord } from '../reading/find-record.ts'
import { readStaying } from '../reading/staying.ts'
import type { PageAfter } from '../reading/walk.ts'

/** How venues or organizers are read. Operations are written once, for any model. */
export interface LinkedModel<R extends VenueRecord | OrganizerRecord> {
  readonly kind: R['kind']
  /** The record in the path, or 404. */
  readonly find: (context: RequestContext) => Promise<R>
  readonly get: (site: Site, ids: readonly number[]) => Promise<R[]>
  /** By the ID that was asked for; see `readStaying`. */
  readonly staying: (site: Site, ids: readonly number[]) => Promise<Map<number, R>>
  readonly page: (site: Site, query: Query<LinkedKind>) => Promise<R[]>
  /** What `read` finds, as records. */
  readonly readBy: (
    site: Site,
    read: <K extends LinkedKind>(kind: K) => Promise<PageAfter<Document<K>>>,
  ) => Promise<PageAfter<R>>
  readonly count: (storage: Storage, filter: Filter<R['kind']>) => Promise<number>
}

function modelOf<K extends LinkedKind>(kind: K): LinkedModel<RecordOf[K]> {
  return {
    kind,
    find: (context) => findRecord(context, kind),
    get: async ({ storage, memo }, ids) =>
      (await storage.get(kind, ids)).map((document) => memo.record(kind, document)),
    staying: (site, ids) => readStaying(site, kind, ids),
    page: async ({ storage, memo }, query) =>
      (await storage.find(kind, query)).map((document) => memo.record(kind, document)),
    async readBy({ memo }, read) {
      const { found, ...rest } = await read(kind)
      return { ...rest, found: found.map((document) => memo.record(kind, document)) }
    },
    count: (storage, filter) => storage.count(kind, filter),
  }
}

export const venues = modelOf('venue')
export const organizers = modelOf('organizer')
