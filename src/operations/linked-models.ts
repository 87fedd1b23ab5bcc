import { organizerFrom, venueFrom } from '../domain/linked.ts'
import { storedNameKeys } from '../domain/name-key.ts'
import type { LinkedKind, OrganizerRecord, PostRecord, RecordOf, VenueRecord } from '../domain/records.ts'
import type { Problems } from '../errors.ts'
import type { Params, RequestContext } from '../request.ts'
import type { OrganizerFields, VenueFields } from '../schema/linked.ts'
import { readFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import type { Filter, Storage } from '../storage/contract.ts'
import { findRecord } from './find-record.ts'
import { findInParts } from './parts.ts'
import type { PostFields } from './post-fields.ts'

/** The differences between venues and organizers. Operations are written once, for any model. */
export interface LinkedModel<R extends VenueRecord | OrganizerRecord, F extends PostFields> {
  readonly kind: R['kind']
  readonly read: (site: Site, params: Params, problems: Problems) => F
  /** The record in the path, or 404. */
  readonly find: (context: RequestContext) => Promise<R>
  readonly get: (site: Site, ids: readonly number[]) => Promise<R[]>
  readonly page: (site: Site, filter: Filter<R['kind']>, limit: number, offset: number) => Promise<R[]>
  readonly count: (storage: Storage, filter: Filter<R['kind']>) => Promise<number>
  /** The oldest record of the name that is wanted. Looks at them in parts: there may be many, with long texts. */
  readonly findNamed: (site: Site, name: string, isWanted: (record: R) => boolean) => Promise<R | undefined>
  /** No fields at all. */
  readonly nothing: F
  readonly nameOf: (source: F | R) => string | undefined
  readonly descriptionOf: (source: F | R) => string
  readonly next: (post: PostRecord, current: R | null, fields: F) => R
}

/** The reads, which are the same for both kinds. */
function readsOf<K extends LinkedKind>(kind: K) {
  type Reads = Pick<LinkedModel<RecordOf[K], never>, 'find' | 'get' | 'page' | 'count' | 'findNamed'>
  const reads: Reads = {
    find: (context) => findRecord(context, kind),
    get: async ({ storage, memo }, ids) =>
      (await storage.get(kind, ids)).map((document) => memo.record(kind, document)),
    page: async ({ storage, memo }, filter, limit, offset) =>
      (await storage.find(kind, { ...filter, order: 'newest', limit, offset })).map((document) =>
        memo.record(kind, document),
      ),
    count: (storage, filter) => storage.count(kind, filter),
    findNamed: async ({ storage, memo }, name, isWanted) => {
      const named = findInParts(storage, kind, [{ key: 'name', in: storedNameKeys(name) }])
      for await (const document of named) {
        const record = memo.record(kind, document)
        if (isWanted(record)) return record
      }
      return undefined
    },
  }
  return reads
}

export const venues: LinkedModel<VenueRecord, VenueFields> = {
  kind: 'venue',
  ...readsOf('venue'),
  read: (site, params, problems) => readFields(site.schemas.venue(), params, problems),
  nothing: {},
  nameOf: (source) => source.venue,
  descriptionOf: (source) => source.description ?? '',
  next: venueFrom,
}

export const organizers: LinkedModel<OrganizerRecord, OrganizerFields> = {
  kind: 'organizer',
  ...readsOf('organizer'),
  read: (site, params, problems) => readFields(site.schemas.organizer(), params, problems),
  nothing: {},
  nameOf: (source) => source.organizer,
  descriptionOf: (source) => source.description ?? '',
  next: organizerFrom,
}
