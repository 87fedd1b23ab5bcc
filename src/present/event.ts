import { presentCost } from '../domain/cost.ts'
import type { EventRecord } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency, DateDetails, Event } from '../types.ts'
import type { Links } from './links.ts'
import { inOnePiece } from './pieces.ts'
import { globalIdOf, isDraft, modifiedUtc, NEVER, permalinkOf } from './post.ts'

/** What an event shows of other records, each as JSON, and only what the caller may read of these. */
export interface LinkedTexts {
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** ID of the event that it belongs to; 0 for none. */
  readonly parent: number
}

/** What an event shows that it does not decide alone. The JSON of an event ends with it. */
type LinkedField = 'post_parent' | 'categories' | 'tags' | 'venue' | 'organizer' | 'custom_fields' | 'json_ld'

type OwnFields = Omit<Event, LinkedField>

const NONE: LinkedTexts = { venues: [], organizers: [], categories: [], tags: [], parent: 0 }

/** `own`: JSON of the event's own fields. `jsonLd`: JSON, where it is shown. */
export function writeEvent(own: string, linked: LinkedTexts, jsonLd?: string): string {
  const { venues, organizers, categories, tags, parent } = linked
  const venue = venues.length === 1 ? venues[0] : `[${venues.join(',')}]`
  const members = [
    own.slice(0, -1),
    `"post_parent":${parent}`,
    `"categories":[${categories.join(',')}]`,
    `"tags":[${tags.join(',')}]`,
    `"venue":${venue}`,
    `"organizer":[${organizers.join(',')}]`,
    '"custom_fields":[]',
  ]
  if (jsonLd !== undefined) members.push(`"json_ld":${jsonLd}`)
  return inOnePiece([members.join(','), '}'])
}

/** The same for an event whose password the caller does not have. */
export const writeProtectedEvent = (own: string): string => writeEvent(own, NONE)

export function presentOwn(event: EventRecord, links: Links, currency: Currency): OwnFields {
  const shown = presentProtected(event, links)
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
  return shown
}

/** An event whose password the caller does not have: that it is, its title and its times; all else blank. */
export function presentProtected(event: EventRecord, links: Links): OwnFields {
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
