import type { Cost } from '../../domain/cost.ts'
import { htmlToText } from '../../domain/html.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../../domain/records.ts'
import type { EventView } from '../../domain/views.ts'
import type { EventInput, OrganizerInput, VenueInput } from '../../types.ts'

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
    address: venue.address,
    city: venue.city,
    country: venue.country,
    province: venue.province,
    state: venue.state,
    stateprovince: venue.stateprovince,
    zip: venue.zip,
    phone: venue.phone,
    website: venue.website,
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
    phone: organizer.phone,
    website: organizer.website,
    email: organizer.email,
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

const FLAGS = ['hide_from_listings', 'sticky', 'featured', 'ticketed', 'show_map', 'show_map_link'] as const

export const flagsOf = (event: EventRecord): string[] => FLAGS.filter((name) => event[name])

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
    ...Object.fromEntries(flagsOf(event).map((name) => [name, true])),
    ...(tags.length === 0 ? {} : { categories: names(categories), tags: names(tags) }),
    ...(venues.length === 0 ? {} : { venue: venues.map(venueFields) }),
    ...(organizers.length === 0 ? {} : { organizer: organizers.map(organizerFields) }),
  }
}
