import { shownImage } from '../domain/images.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import type { Described, Embedded, EventView } from '../domain/records/views.ts'
import { type JsonContext, textsOf, withMembers } from './json.ts'
import { eventJsonLdAfter, eventJsonLdBefore, organizerJsonLd, placeJsonLd } from './json-ld.ts'
import { type Mask, maskAt, maskedJson, memberJson } from './mask.ts'
import { permalinkOf } from './post.ts'

/**
 * Writes `json_ld` of an event, with its first venue as the place and its first organizer. `undefined`: nothing of it is
 * shown.
 */
export function jsonLdWriter(context: JsonContext, mask: Mask) {
  const { site, links } = context
  const { currency, defaultImage } = site
  const beforeTexts = textsOf(context, 'event', 'json_ld before', mask)
  const writeBefore = (event: EventRecord, described?: Described) =>
    maskedJson(
      {
        ...eventJsonLdBefore(
          { ...event, image: shownImage(event.image, links.api) ?? defaultImage },
          permalinkOf(event, links),
          links.record('event', event.id),
        ),
        ...described?.members,
      },
      mask,
    )
  const afterTexts = textsOf(context, 'event', 'json_ld after', mask)
  const writeAfter = (event: EventRecord) =>
    maskedJson(eventJsonLdAfter(event, permalinkOf(event, links), currency), mask)
  const location = locationWriter(context, maskAt(mask, 'location'))
  const organized = organizerWriter(context, maskAt(mask, 'organizer'))
  // Who may not read the series has 0 as the parent, so this is no part of the cached texts.
  const superEvent = ({ event }: EventView, { parent }: Embedded): string | undefined =>
    event.occurrence && parent && memberJson(seriesOf(parent, context), maskAt(mask, 'superEvent'))
  return (view: EventView, embedded: Embedded): string | undefined => {
    const { event, described } = view
    const text = withMembers(
      described === undefined ? beforeTexts(event, (one) => writeBefore(one)) : writeBefore(event, described),
      [
        ['superEvent', superEvent(view, embedded)],
        ['location', location(embedded.venues, described)],
        ['organizer', organized(embedded.organizers)],
      ],
      afterTexts(event, writeAfter),
    )
    return text === '{}' ? undefined : text
  }
}

const seriesOf = ({ id }: EventRecord, { links }: JsonContext) => ({
  '@type': 'EventSeries',
  '@id': links.record('event', id),
})

function locationWriter(context: JsonContext, mask: Mask | undefined) {
  if (mask === undefined) return () => undefined
  const { links } = context
  const texts = textsOf(context, 'venue', 'json_ld', mask)
  const write = (venue: VenueRecord) => maskedJson(placeJsonLd(venue, permalinkOf(venue, links)), mask)
  return ([venue]: readonly VenueRecord[], described: Described | undefined): string | undefined => {
    const place = venue && texts(venue, write)
    const online = described?.online && maskedJson(described.online, mask)
    if (online === undefined) return unlessEmpty(place)
    if (place === undefined || described?.isAtVenue !== true) return unlessEmpty(online)
    return `[${place},${online}]`
  }
}

function organizerWriter(context: JsonContext, mask: Mask | undefined) {
  if (mask === undefined) return () => undefined
  const { links, site } = context
  const texts = textsOf(context, 'organizer', 'json_ld', mask)
  const write = (organizer: OrganizerRecord) =>
    maskedJson(organizerJsonLd(organizer, permalinkOf(organizer, links), site.organizerType(organizer)), mask)
  return ([organizer]: readonly OrganizerRecord[]): string | undefined =>
    unlessEmpty(organizer && texts(organizer, write))
}

/** A member of which nothing is shown is left out. */
const unlessEmpty = (json: string | undefined): string | undefined => (json === '{}' ? undefined : json)
