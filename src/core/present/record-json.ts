import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import type { TermView } from '../domain/records/views.ts'
import { counted, type JsonContext, textsOf, type Writer, withMembers } from './json.ts'
import { presentOrganizer, presentVenue } from './linked.ts'
import { type Asked, type Mask, maskAt, maskedJson, memberJson, WHOLE } from './mask.ts'
import { presentTerm } from './terms.ts'

export const venueWriter: Writer<VenueRecord> = (context, withJsonLd, asked = WHOLE) => {
  const write = venueTexts(context, withJsonLd, asked.mask)
  return (venue) => counted(context, withAsked(write(venue), venue, asked))
}

export const organizerWriter: Writer<OrganizerRecord> = (context, withJsonLd, asked = WHOLE) => {
  const write = organizerTexts(context, withJsonLd, asked.mask)
  return (organizer) => counted(context, withAsked(write(organizer), organizer, asked))
}

export const termWriter: Writer<TermView> =
  (context, _withJsonLd, { mask } = WHOLE) =>
  (view) =>
    counted(context, maskedJson(presentTerm(view, context.links), mask))

const withAsked = (text: string, { id }: { readonly id: number }, { members, mask }: Asked): string =>
  members === undefined ? text : withMembers(text, membersJson(members.get(id), mask))

/** Members as JSON, those that the mask shows. */
export const membersJson = (
  members: Readonly<Record<string, unknown>> = {},
  mask: Mask,
): (readonly [name: string, json: string | undefined])[] =>
  Object.entries(members).map(([name, value]) => [name, memberJson(value, maskAt(mask, name))] as const)

/** The JSON of venues, cached with their records. */
export function venueTexts(context: JsonContext, withJsonLd: boolean, mask: Mask) {
  const { links, site } = context
  const texts = textsOf(context, 'venue', withJsonLd ? 'whole' : 'listed', mask)
  const write = (venue: VenueRecord) =>
    maskedJson(presentVenue(venue, links, site.fields.venue, withJsonLd), mask)
  return (venue: VenueRecord): string => texts(venue, write)
}

export function organizerTexts(context: JsonContext, withJsonLd: boolean, mask: Mask) {
  const { links, site } = context
  const texts = textsOf(context, 'organizer', withJsonLd ? 'whole' : 'listed', mask)
  const write = (organizer: OrganizerRecord) => {
    const type = withJsonLd ? site.organizerType(organizer) : undefined
    return maskedJson(presentOrganizer(organizer, links, site.fields.organizer, type), mask)
  }
  return (organizer: OrganizerRecord): string => texts(organizer, write)
}
