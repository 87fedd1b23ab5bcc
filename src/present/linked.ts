import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { Organizer, Venue } from '../types.ts'
import { personJsonLd, placeJsonLd } from './json-ld.ts'
import type { Links } from './links.ts'
import { presentPost } from './post.ts'

function common(record: VenueRecord | OrganizerRecord, links: Links) {
  const wasNeverPublished = !record.published && (record.status === 'draft' || record.status === 'pending')
  const { global_id, global_id_lineage, ...post } = presentPost(record, wasNeverPublished, links)
  const url = links.permalink(record.kind, { ...record, ancestors: [] })
  return { post: { ...post, url }, global: { global_id, global_id_lineage } }
}

/** Takes the fields that hold something; the others are absent from the answer. */
function filled<T extends Record<string, string>>(fields: T): { [N in keyof T]?: string } {
  const result: { [N in keyof T]?: string } = {}
  for (const name in fields) if (fields[name] !== '') result[name] = fields[name]
  return result
}

export function presentVenue(venue: VenueRecord, links: Links, withJsonLd: boolean): Venue {
  const { post, global } = common(venue, links)
  const { address, city, country, province, state, zip, phone, website, stateprovince } = venue
  return {
    ...post,
    venue: venue.venue,
    ...filled({ description: venue.description, slug: venue.slug }),
    ...(venue.image === null ? {} : { image: venue.image }),
    ...filled({ address, city, country, province, state, zip, phone, website, stateprovince }),
    ...(venue.geo_lat === null ? {} : { geo_lat: venue.geo_lat }),
    ...(venue.geo_lng === null ? {} : { geo_lng: venue.geo_lng }),
    ...(withJsonLd ? { json_ld: placeJsonLd(venue, post.url) } : {}),
    show_map: venue.show_map,
    show_map_link: venue.show_map_link,
    ...global,
  }
}

export function presentOrganizer(organizer: OrganizerRecord, links: Links, withJsonLd: boolean): Organizer {
  const { post, global } = common(organizer, links)
  const { description, phone, website, email } = organizer
  return {
    ...post,
    organizer: organizer.organizer,
    ...filled({ description, slug: organizer.slug }),
    ...(organizer.image === null ? {} : { image: organizer.image }),
    ...filled({ phone, website, email }),
    ...(withJsonLd ? { json_ld: personJsonLd(organizer, post.url) } : {}),
    ...global,
  }
}
