import { organizerFrom, venueFrom } from '../../domain/records/linked.ts'
import type {
  LinkedKind,
  OrganizerRecord,
  PostRecord,
  RecordOf,
  VenueRecord,
} from '../../domain/records/records.ts'
import { likeness } from '../../domain/records/same-town.ts'
import { nameKey, storedNameKeys } from '../../domain/text/name-key.ts'
import type { Site } from '../../mount/site.ts'
import type { OrganizerFields, VenueFields } from '../../schema/linked.ts'
import { findInParts } from '../reading/parts.ts'
import type { PostFields } from '../writing/post-fields.ts'
import { type LinkedModel, organizers, venues } from './linked-models.ts'

/** How venues or organizers are written. */
export interface WritableModel<R extends VenueRecord | OrganizerRecord, F extends PostFields>
  extends LinkedModel<R> {
  /**
   * The record of the name with most fields like these, then the oldest, and none of another town. Looks at them in parts: there
   * may be many, with long texts.
   */
  readonly findNamed: (site: Site, fields: F, isWanted: (record: R) => boolean) => Promise<R | undefined>
  /** Whether both mean the same record, by their names and towns. */
  readonly isSame: (one: F | R, other: F | R) => boolean
  /** No fields at all. */
  readonly nothing: F
  readonly nameOf: (source: F | R) => string | undefined
  readonly descriptionOf: (source: F | R) => string
  readonly next: (post: PostRecord, current: R | null, fields: F) => R
}

/** Records of one name that are looked at. */
const MOST_OF_A_NAME = 1000

const namedOf =
  <K extends LinkedKind>(kind: K) =>
  async (
    { storage, memo }: Site,
    fields: { readonly [N in K]?: string | undefined },
    isWanted: (record: RecordOf[K]) => boolean,
  ): Promise<RecordOf[K] | undefined> => {
    const where = [{ key: 'name', in: storedNameKeys(fields[kind] ?? '') }] as const
    let best: { readonly record: RecordOf[K]; readonly equal: number } | undefined
    let left = MOST_OF_A_NAME
    for await (const document of findInParts(storage, kind, where)) {
      const record = memo.record(kind, document)
      const equal = kind === 'venue' ? likeness({ ...fields }, { ...record }) : 0
      if (equal !== undefined && isWanted(record)) {
        if (best === undefined || equal > best.equal) best = { record, equal }
        // Nothing tells which of several is meant: the oldest.
        if (kind !== 'venue' || Object.keys(fields).length === 1) break
      }
      if (--left === 0) break
    }
    return best?.record
  }

export const writableVenues: WritableModel<VenueRecord, VenueFields> = {
  ...venues,
  findNamed: namedOf('venue'),
  isSame: (one, other) =>
    nameKey(one.venue ?? '') === nameKey(other.venue ?? '') &&
    likeness({ ...one }, { ...other }) !== undefined,
  nothing: {},
  nameOf: (source) => source.venue,
  descriptionOf: (source) => source.description ?? '',
  next: venueFrom,
}

export const writableOrganizers: WritableModel<OrganizerRecord, OrganizerFields> = {
  ...organizers,
  findNamed: namedOf('organizer'),
  isSame: (one, other) => nameKey(one.organizer ?? '') === nameKey(other.organizer ?? ''),
  nothing: {},
  nameOf: (source) => source.organizer,
  descriptionOf: (source) => source.description ?? '',
  next: organizerFrom,
}
