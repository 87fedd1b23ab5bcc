import { presentCost } from '../domain/cost.ts'
import type { EventRecord } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency, DateDetails, EmbeddedTerm, Event, Organizer, Venue } from '../types.ts'
import { eventJsonLd } from './json-ld.ts'
import type { Links } from './links.ts'
import { globalIdOf, isDraft, modifiedUtc, NEVER, permalinkOf, type Shown } from './post.ts'

/** An event with all that its answer shows of other records, and only what the caller may read of these. */
export interface EventWithLinked {
  readonly event: EventRecord
  readonly venues: Shown<Venue>[]
  readonly organizers: Shown<Organizer>[]
  readonly categories: EmbeddedTerm[]
  readonly tags: EmbeddedTerm[]
  /** ID of the event that it belongs to; 0 for none. */
  readonly parent: number
}

type ShownEvent = Omit<Event, 'venue' | 'organizer'> & {
  venue: Shown<Venue> | Shown<Venue>[]
  organizer: Shown<Organizer>[]
}

export function presentEvent(
  { event, venues, organizers, categories, tags, parent }: EventWithLinked,
  links: Links,
  currency: Currency,
  withJsonLd: boolean,
): ShownEvent {
  const [venue] = venues
  const shown = presentProtectedEvent(event, links)
  shown.description = event.description
  shown.excerpt = event.excerpt
  shown.image = event.image ?? false
  shown.all_day = event.all_day
  if (event.cost !== null) {
    const { cost, cost_details } = presentCost(event.cost, currency)
    shown.cost = cost
    shown.cost_details = cost_details
  }
  shown.website = event.website ?? shown.url
  shown.show_map = event.show_map
  shown.show_map_link = event.show_map_link
  shown.hide_from_listings = event.hide_from_listings
  shown.sticky = event.sticky
  shown.featured = event.featured
  shown.ticketed = event.ticketed
  shown.post_parent = parent
  shown.categories = categories
  shown.tags = tags
  shown.venue = venue !== undefined && venues.length === 1 ? venue : venues
  shown.organizer = organizers
  if (withJsonLd) {
    shown.json_ld = eventJsonLd(event, shown.url, venue?.json_ld, organizers[0]?.json_ld, currency)
  }
  return shown
}

/** An event whose password the caller does not have: that it is, its title and its times; all else blank. */
export function presentProtectedEvent(event: EventRecord, links: Links): ShownEvent {
  const globalId = globalIdOf(event, links)
  return {
    id: event.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(event.author),
    status: event.status,
    date: event.date,
    date_utc: isDraft(event) ? NEVER : event.date_utc,
    modified: event.modified,
    modified_utc: modifiedUtc(event),
    url: permalinkOf(event, links),
    rest_url: links.record('event', event.id),
    title: event.title,
    slug: event.slug,
    description: '',
    excerpt: '',
    image: false,
    all_day: null,
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

const details = (wall: WallClock): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
