import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { TermView } from '../domain/views.ts'
import { counted, type Writer, type Writing } from './json.ts'
import { presentOrganizer, presentVenue } from './linked.ts'
import { presentTerm } from './terms.ts'

export const venueWriter: Writer<VenueRecord> = (writing, withJsonLd) => {
  const write = venueTexts(writing, withJsonLd)
  return (venue) => counted(writing, write(venue))
}

export const organizerWriter: Writer<OrganizerRecord> = (writing, withJsonLd) => {
  const write = organizerTexts(writing, withJsonLd)
  return (organizer) => counted(writing, write(organizer))
}

export const termWriter: Writer<TermView> = (writing) => (view) =>
  counted(writing, JSON.stringify(presentTerm(view, writing.links)))

/** The JSON of venues, cached with their records. */
export function venueTexts({ site: { memo }, links }: Writing, withJsonLd: boolean) {
  const texts = memo.texts('venue', withJsonLd ? 'whole' : 'listed', links.api)
  const write = (venue: VenueRecord) => JSON.stringify(presentVenue(venue, links, withJsonLd))
  return (venue: VenueRecord): string => texts(venue, write)
}

export function organizerTexts({ site: { memo }, links }: Writing, withJsonLd: boolean) {
  const texts = memo.texts('organizer', withJsonLd ? 'whole' : 'listed', links.api)
  const write = (organizer: OrganizerRecord) => JSON.stringify(presentOrganizer(organizer, links, withJsonLd))
  return (organizer: OrganizerRecord): string => texts(organizer, write)
}
