import { organizerFrom, venueFrom } from '../domain/linked.ts'
import { fromDocument, type OrganizerRecord, type PostRecord, type VenueRecord } from '../domain/records.ts'
import type { Problems } from '../errors.ts'
import type { Params } from '../http/params.ts'
import type { Asked } from '../routes/route.ts'
import type { OrganizerFields, VenueFields } from '../schema/linked.ts'
import { readFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import type { Filter, Storage } from '../storage/contract.ts'
import { findRecord } from './find-record.ts'
import type { PostFields } from './post-fields.ts'
import { organizerWriter, venueWriter } from './texts.ts'

/** What venues and organizers do differently; everything else is said once, over this. */
export interface LinkedModel<R extends VenueRecord | OrganizerRecord, F extends PostFields> {
  readonly kind: R['kind']
  readonly read: (site: Site, params: Params, problems: Problems) => F
  /** The one that the path names, or 404. */
  readonly find: (asked: Asked) => Promise<R>
  readonly get: (storage: Storage, ids: readonly number[]) => Promise<R[]>
  readonly page: (site: Site, filter: Filter<R['kind']>, limit: number, offset: number) => Promise<R[]>
  readonly count: (storage: Storage, filter: Filter<R['kind']>) => Promise<number>
  /** Those of a name, without regard to case, oldest first. */
  readonly named: (storage: Storage, key: string) => Promise<R[]>
  /** No fields at all. */
  readonly nothing: F
  readonly nameOf: (source: F | R) => string | undefined
  readonly descriptionOf: (source: F | R) => string
  readonly next: (post: PostRecord, current: R | null, fields: F) => R
  /** Writes it as JSON. */
  readonly writer: (asked: Asked, withJsonLd: boolean) => (record: R) => string
}

export const venues: LinkedModel<VenueRecord, VenueFields> = {
  kind: 'venue',
  read: (site, params, problems) => readFields(site.schemas.venue, params, problems),
  find: (asked) => findRecord(asked, 'venue'),
  get: async (storage, ids) => (await storage.get('venue', ids)).map(fromDocument),
  page: async ({ storage, memo }, filter, limit, offset) =>
    (await storage.find('venue', { ...filter, order: 'newest', limit, offset })).map((document) =>
      memo.record('venue', document),
    ),
  count: (storage, filter) => storage.count('venue', filter),
  named: async (storage, key) => {
    const where = [{ key: 'name', in: [key] }] as const
    return (await storage.find('venue', { where, order: 'id', limit: Number.MAX_SAFE_INTEGER })).map(
      fromDocument,
    )
  },
  nothing: {},
  nameOf: (source) => source.venue,
  descriptionOf: (source) => source.description ?? '',
  next: venueFrom,
  writer: venueWriter,
}

export const organizers: LinkedModel<OrganizerRecord, OrganizerFields> = {
  kind: 'organizer',
  read: (site, params, problems) => readFields(site.schemas.organizer, params, problems),
  find: (asked) => findRecord(asked, 'organizer'),
  get: async (storage, ids) => (await storage.get('organizer', ids)).map(fromDocument),
  page: async ({ storage, memo }, filter, limit, offset) =>
    (await storage.find('organizer', { ...filter, order: 'newest', limit, offset })).map((document) =>
      memo.record('organizer', document),
    ),
  count: (storage, filter) => storage.count('organizer', filter),
  named: async (storage, key) => {
    const where = [{ key: 'name', in: [key] }] as const
    return (await storage.find('organizer', { where, order: 'id', limit: Number.MAX_SAFE_INTEGER })).map(
      fromDocument,
    )
  },
  nothing: {},
  nameOf: (source) => source.organizer,
  descriptionOf: (source) => source.description ?? '',
  next: organizerFrom,
  writer: organizerWriter,
}
