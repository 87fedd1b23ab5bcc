import { type CustomField, shownValues } from '../domain/custom-fields.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { PlainOrganizer, PlainVenue } from '../types.ts'
import { personJsonLd, placeJsonLd } from './json-ld.ts'
import type { Links } from './links.ts'
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
  return {
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
    image: venue.image ?? undefined,
    address: venue.address || undefined,
    city: venue.city || undefined,
    country: venue.country || undefined,
    province: venue.province || undefined,
    state: venue.state || undefined,
    zip: venue.zip || undefined,
    phone: venue.phone || undefined,
    website: venue.website || undefined,
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
}

export function presentOrganizer(
  organizer: OrganizerRecord,
  links: Links,
  fields: readonly CustomField[],
  withJsonLd: boolean,
): Shown<PlainOrganizer & WithFields> {
  const globalId = globalIdOf(organizer, links)
  const url = permalinkOf(organizer, links)
  return {
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
    image: organizer.image ?? undefined,
    phone: organizer.phone || undefined,
    website: organizer.website || undefined,
    email: organizer.email || undefined,
    json_ld: withJsonLd ? personJsonLd(organizer, url) : undefined,
    global_id: globalId,
    global_id_lineage: [globalId],
    custom_fields: shownValues(fields, organizer.custom_fields),
  }
}
