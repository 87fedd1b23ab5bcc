import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import type { TermView } from '../domain/records/views.ts'
import { counted, type JsonContext, type Writer } from './json.ts'
import { presentOrganizer, presentVenue } from './linked.ts'
import { presentTerm } from './terms.ts'

export const venueWriter: Writer<VenueRecord> = (context, withJsonLd) => {
  const write = venueTexts(context, withJsonLd)
  return (venue) => counted(context, write(venue))
}

export const organizerWriter: Writer<OrganizerRecord> = (context, withJsonLd) => {
  const write = organizerTexts(context, withJsonLd)
  return (organizer) => counted(context, write(organizer))
}

export const termWriter: Writer<TermView> = (context) => (view) =>
  counted(context, JSON.stringify(presentTerm(view, context.links)))

/** The JSON of venues, cached with their records. */
export function venueTexts({ site: { memo, fields }, links }: JsonContext, withJsonLd: boolean) {
  const texts = memo.texts('venue', withJsonLd ? 'whole' : 'listed', links.api)
  const write = (venue: VenueRecord) => JSON.stringify(presentVenue(venue, links, fields.venue, withJsonLd))
  return (venue: VenueRecord): string => texts(venue, write)
}

export function organizerTexts({ site, links }: JsonContext, withJsonLd: boolean) {
  const { memo, fields, organizerType } = site
  const texts = memo.texts('organizer', withJsonLd ? 'whole' : 'listed', links.api)
  const write = (organizer: OrganizerRecord) =>
    JSON.stringify(
      presentOrganizer(organizer, links, fields.organizer, withJsonLd ? organizerType(organizer) : undefined),
    )
  return (organizer: OrganizerRecord): string => texts(organizer, write)
}
