import { presentCost } from '../domain/cost.ts'
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency, DateDetails, Event } from '../types.ts'
import { eventJsonLd } from './json-ld.ts'
import { presentOrganizer, presentVenue } from './linked.ts'
import type { Links } from './links.ts'
import { presentPost } from './post.ts'
import { presentEmbeddedTerm } from './terms.ts'

/** An event with all that its answer shows of other records, and only what the caller may read of these. */
export interface EventWithLinked {
  readonly event: EventRecord
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  readonly categories: readonly TermRecord[]
  readonly tags: readonly TermRecord[]
  /** Published events per term. */
  readonly counts: ReadonlyMap<number, number>
}

export function presentEvent(
  { event, venues, organizers, categories, tags, counts }: EventWithLinked,
  links: Links,
  currency: Currency,
  withJsonLd: boolean,
): Event {
  const url = links.permalink('event', { ...event, ancestors: [] })
  const { cost, cost_details } = presentCost(event.cost, currency)
  const terms = (list: readonly TermRecord[]) =>
    list.map((term) => presentEmbeddedTerm(term, counts.get(term.id) ?? 0, links))
  const shownVenues = venues.map((venue) => presentVenue(venue, links, withJsonLd))
  const [firstVenue] = shownVenues
  const shownOrganizers = organizers.map((organizer) => presentOrganizer(organizer, links, withJsonLd))
  return {
    ...head(event, url, links),
    description: event.description,
    excerpt: event.excerpt,
    image: event.image ?? false,
    all_day: event.all_day,
    ...times(event),
    cost,
    cost_details,
    website: event.website ?? url,
    show_map: event.show_map,
    show_map_link: event.show_map_link,
    hide_from_listings: event.hide_from_listings,
    sticky: event.sticky,
    featured: event.featured,
    ticketed: event.ticketed,
    post_parent: event.post_parent,
    categories: terms(categories),
    tags: terms(tags),
    venue: firstVenue !== undefined && shownVenues.length === 1 ? firstVenue : shownVenues,
    organizer: shownOrganizers,
    custom_fields: [],
    ...(withJsonLd
      ? { json_ld: eventJsonLd(event, url, firstVenue?.json_ld, shownOrganizers[0]?.json_ld, currency) }
      : {}),
  }
}

/** An event whose password the caller does not have: that it is, its title and its times; all else blank. */
export function presentProtectedEvent(event: EventRecord, links: Links): Event {
  return {
    ...head(event, links.permalink('event', { ...event, ancestors: [] }), links),
    description: '',
    excerpt: '',
    image: false,
    all_day: null,
    ...times(event),
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    website: '',
    show_map: null,
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
    ticketed: null,
    post_parent: 0,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
  }
}

function head(event: EventRecord, url: string, links: Links) {
  const isUnpublished = event.status === 'draft' || event.status === 'pending'
  return {
    ...presentPost(event, isUnpublished, links),
    url,
    rest_url: links.record('event', event.id),
    title: event.title,
    slug: event.slug,
  }
}

function times(event: EventRecord) {
  return {
    start_date: event.start,
    start_date_details: details(event.start),
    end_date: event.end,
    end_date_details: details(event.end),
    utc_start_date: event.utc_start,
    utc_start_date_details: details(event.utc_start),
    utc_end_date: event.utc_end,
    utc_end_date_details: details(event.utc_end),
    timezone: event.timezone,
    timezone_abbr: event.timezone_abbr,
  }
}

const details = (wall: WallClock): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
