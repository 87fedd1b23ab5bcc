import type { EventInput, OrganizerInput, VenueInput } from '../../../types/index.ts'
import { htmlToText } from '../../domain/html/html.ts'
import type { Cost } from '../../domain/records/cost.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../../domain/records/records.ts'
import type { EventView } from '../../domain/records/views.ts'
import { EVENT } from '../../fields/event.ts'
import { ORGANIZER } from '../../fields/organizer.ts'
import { memberOf, type Table } from '../../fields/row.ts'
import { VENUE } from '../../fields/venue.ts'

/*
 * Records as the bodies that create them again.
 */

/** The status. Passwords are stored as hashes, so an event that has one is private afterwards. */
export const statusOf = ({ status, password }: EventRecord): EventRecord['status'] =>
  password !== null && status === 'publish' ? 'private' : status

const filled = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )

export const venueFields = (venue: VenueRecord): VenueInput => ({
  venue: venue.venue,
  ...filled({
    description: venue.description,
    ...plainFieldsOf(VENUE, venue),
    stateprovince: venue.stateprovince,
    geo_lat: venue.geo_lat,
    geo_lng: venue.geo_lng,
    image: venue.image?.url,
    custom_fields: venue.custom_fields,
  }),
})

export const organizerFields = (organizer: OrganizerRecord): OrganizerInput => ({
  organizer: organizer.organizer,
  ...filled({
    description: organizer.description,
    ...plainFieldsOf(ORGANIZER, organizer),
    image: organizer.image?.url,
    custom_fields: organizer.custom_fields,
  }),
})

/** Each amount with its currency, or the texts. */
export const costValues = (cost: Cost | null): string[] => {
  const { amounts = [], texts = [] } = cost ?? {}
  return amounts.length === 0
    ? [...texts]
    : amounts.map(({ written, symbol, position }) =>
        position === 'postfix' ? `${written}${symbol}` : `${symbol}${written}`,
      )
}

/** The plain fields of a record that do not have the default. */
export const plainFieldsOf = (table: Table, record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([name, row]) => 'plain' in row && memberOf(record, name) !== row.older)
      .map(([name]) => [name, memberOf(record, name)]),
  )

/** What iCalendar cannot say of an event. */
export function ownFields({ event, embedded }: EventView): Partial<EventInput> {
  const status = statusOf(event)
  const { venues = [], organizers = [], categories = [], tags = [] } = embedded ?? {}
  const names = (terms: typeof categories) => terms.map(({ term }) => htmlToText(term.name))
  return {
    ...(status === 'publish' ? {} : { status }),
    ...(event.slug === '' ? {} : { slug: event.slug }),
    ...(event.dated ? { date_utc: event.date_utc } : {}),
    ...(event.excerpt === '' ? {} : { excerpt: event.excerpt }),
    ...(/[<&]/.test(event.title) ? { title: event.title } : {}),
    ...(event.cost === null ? {} : { cost: costValues(event.cost) }),
    ...(event.custom_fields === undefined ? {} : { custom_fields: event.custom_fields }),
    website: event.website,
    ...plainFieldsOf(EVENT, event),
    ...(event.previous_start_date === undefined ? {} : { previous_start_date: event.previous_start_date }),
    // The reason is at the head of the plain text.
    ...(event.event_status_reason !== undefined && event.description === '' ? { description: '' } : {}),
    ...(tags.length === 0 ? {} : { categories: names(categories), tags: names(tags) }),
    ...(venues.length === 0 ? {} : { venue: venues.map(venueFields) }),
    ...(organizers.length === 0 ? {} : { organizer: organizers.map(organizerFields) }),
  }
}
