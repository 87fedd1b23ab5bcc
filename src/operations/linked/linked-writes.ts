import { organizerFrom, venueFrom } from '../../domain/records/linked.ts'
import type {
  LinkedKind,
  OrganizerRecord,
  PostRecord,
  RecordOf,
  VenueRecord,
} from '../../domain/records/records.ts'
import { storedNameKeys } from '../../domain/text/name-key.ts'
import type { Site } from '../../mount/site.ts'
import type { OrganizerFields, VenueFields } from '../../schema/linked.ts'
import { findInParts } from '../reading/parts.ts'
import type { PostFields } from '../writing/post-fields.ts'
import { type LinkedModel, organizers, venues } from './linked-models.ts'

/** How venues or organizers are written. */
export interface WritableModel<R extends VenueRecord | OrganizerRecord, F extends PostFields>
  extends LinkedModel<R> {
  /** The oldest record of the name. Looks at them in parts: there may be many, with long texts. */
  readonly findNamed: (site: Site, name: string, isWanted: (record: R) => boolean) => Promise<R | undefined>
  /** No fields at all. */
  readonly nothing: F
  readonly nameOf: (source: F | R) => string | undefined
  readonly descriptionOf: (source: F | R) => string
  readonly next: (post: PostRecord, current: R | null, fields: F) => R
}

const namedOf =
  <K extends LinkedKind>(kind: K): WritableModel<RecordOf[K], never>['findNamed'] =>
  async ({ storage, memo }, name, isWanted) => {
    const named = findInParts(storage, kind, [{ key: 'name', in: storedNameKeys(name) }])
    for await (const document of named) {
      const record = memo.record(kind, document)
      if (isWanted(record)) return record
    }
    return undefined
  }

export const writableVenues: WritableModel<VenueRecord, VenueFields> = {
  ...venues,
  findNamed: namedOf('venue'),
  nothing: {},
  nameOf: (source) => source.venue,
  descriptionOf: (source) => source.description ?? '',
  next: venueFrom,
}

export const writableOrganizers: WritableModel<OrganizerRecord, OrganizerFields> = {
  ...organizers,
  findNamed: namedOf('organizer'),
  nothing: {},
  nameOf: (source) => source.organizer,
  descriptionOf: (source) => source.description ?? '',
  next: organizerFrom,
}
