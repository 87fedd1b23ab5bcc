import type { PlainOrganizer, PlainVenue } from '../../types/index.ts'
import { shownImage } from '../domain/images.ts'
import { type CustomField, shownValues } from '../domain/records/custom-fields.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import { ORGANIZER } from '../fields/organizer.ts'
import { VENUE } from '../fields/venue.ts'
import { organizerJsonLd, placeJsonLd } from './json-ld.ts'
import type { Links } from './links.ts'
import { shownOfLinked } from './plain.ts'
import { globalIdOf, isDraft, modifiedUtc, NEVER, permalinkOf, type Shown } from './post.ts'

/*
 * Empty fields are left out.
 */

/** A draft has no UTC date until it is first published, and keeps it from then on. */
const dateUtc = (record: VenueRecord | OrganizerRecord): string =>
  !record.published && isDraft(record) ? NEVER : record.date_utc

/** Only where fields are declared. */
interface WithFields {
  custom_fields?: Record<string, unknown>
}

export function presentVenue(
  venue: VenueRecord,
  links: Links,
  fields: readonly CustomField[],
  withJsonLd: boolean,
): Shown<PlainVenue & WithFields> {
  const globalId = globalIdOf(venue, links)
  const url = permalinkOf(venue, links)
  const first = {
    id: venue.id,
    author: String(venue.author),
    status: venue.status,
    date: venue.date,
    date_utc: dateUtc(venue),
    modified: venue.modified,
    modified_utc: modifiedUtc(venue),
    url,
    venue: venue.venue,
    description: venue.description || undefined,
    slug: venue.slug || undefined,
    image: shownImage(venue.image, links.api) ?? undefined,
  }
  const last = {
    stateprovince: venue.stateprovince || undefined,
    geo_lat: venue.geo_lat ?? undefined,
    geo_lng: venue.geo_lng ?? undefined,
    json_ld: withJsonLd ? placeJsonLd(venue, url) : undefined,
    show_map: venue.show_map,
    show_map_link: venue.show_map_link,
    global_id: globalId,
    global_id_lineage: [globalId],
    custom_fields: shownValues(fields, venue.custom_fields),
  }
  return Object.assign(first, shownOfLinked(VENUE, venue), last)
}

/** `jsonLdType`: the type in `json_ld`; `undefined` leaves `json_ld` out. */
export function presentOrganizer(
  organizer: OrganizerRecord,
  links: Links,
  fields: readonly CustomField[],
  jsonLdType: string | undefined,
): Shown<PlainOrganizer & WithFields> {
  const globalId = globalIdOf(organizer, links)
  const url = permalinkOf(organizer, links)
  const first = {
    id: organizer.id,
    author: String(organizer.author),
    status: organizer.status,
    date: organizer.date,
    date_utc: dateUtc(organizer),
    modified: organizer.modified,
    modified_utc: modifiedUtc(organizer),
    url,
    organizer: organizer.organizer,
    description: organizer.description || undefined,
    slug: organizer.slug || undefined,
    image: shownImage(organizer.image, links.api) ?? undefined,
  }
  const last = {
    json_ld: jsonLdType === undefined ? undefined : organizerJsonLd(organizer, url, jsonLdType),
    global_id: globalId,
    global_id_lineage: [globalId],
    custom_fields: shownValues(fields, organizer.custom_fields),
  }
  return Object.assign(first, shownOfLinked(ORGANIZER, organizer), last)
}
