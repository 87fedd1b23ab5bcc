import { organizerFrom, venueFrom } from '../domain/linked.ts'
import { storedNameKeys } from '../domain/name-key.ts'
import type { LinkedKind, OrganizerRecord, PostRecord, RecordOf, VenueRecord } from '../domain/records.ts'
import type { Problems } from '../errors.ts'
import type { Params } from '../request.ts'
import type { OrganizerFields, VenueFields } from '../schema/linked.ts'
import { readFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import { type LinkedModel, organizers, venues } from './linked-models.ts'
import { findInParts } from './parts.ts'
import type { PostFields } from './post-fields.ts'

/** How venues or organizers are written. */
export interface WritableModel<R extends VenueRecord | OrganizerRecord, F extends PostFields>
  extends LinkedModel<R> {
  readonly read: (site: Site, params: Params, problems: Problems) => Promise<F>
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
  read: async (site, params, problems) => readFields((await site.bodies()).venue(), params, problems),
  findNamed: namedOf('venue'),
  nothing: {},
  nameOf: (source) => source.venue,
  descriptionOf: (source) => source.description ?? '',
  next: venueFrom,
}

export const writableOrganizers: WritableModel<OrganizerRecord, OrganizerFields> = {
  ...organizers,
  read: async (site, params, problems) => readFields((await site.bodies()).organizer(), params, problems),
  findNamed: namedOf('organizer'),
  nothing: {},
  nameOf: (source) => source.organizer,
  descriptionOf: (source) => source.description ?? '',
  next: organizerFrom,
}
