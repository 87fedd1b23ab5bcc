import { type Cost, presentCost, priceOf } from '../../../src/domain/cost.ts'
import { fold } from '../../../src/domain/fold.ts'
import { htmlToText } from '../../../src/domain/html.ts'
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from '../../../src/domain/records.ts'
import type { Status } from '../../../src/types.ts'

/*
 * Rows of the hand-written tables. What an answer shows in another form than it was given is kept in that form: the
 * cost, the plain summary, the folded text to search.
 */

type Flag = boolean | number

interface PostRow {
  readonly id: number
  readonly author: number
  readonly status: Status
  readonly slug: string
  /** JSON. */
  readonly image: string | null
  readonly date: string
  readonly date_utc: string
  readonly modified: string
  readonly modified_utc: string
}

/** All that answers show of an event. */
export interface EventRow extends PostRow {
  readonly version: number
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly starts_at: string
  readonly ends_at: string
  readonly utc_starts_at: string
  readonly utc_ends_at: string
  readonly start_offset: number
  readonly end_offset: number
  readonly timezone: string
  readonly timezone_abbr: string
  readonly all_day: Flag
  readonly cost: string
  /** JSON. */
  readonly cost_details: string
  readonly price: string | null
  readonly website: string | null
  readonly show_map: Flag
  readonly show_map_link: Flag
  readonly hide_from_listings: Flag
  readonly sticky: Flag
  readonly featured: Flag
  readonly ticketed: Flag
  readonly post_parent: number
  readonly password: string | null
  readonly summary: string
}

export interface StoredEvent extends EventRow {
  readonly search_text: string
}

export interface VenueRow extends PostRow {
  readonly venue: string
  readonly description: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly stateprovince: string
  readonly zip: string
  readonly phone: string
  readonly website: string
  readonly geo_lat: number | null
  readonly geo_lng: number | null
  readonly show_map: Flag
  readonly show_map_link: Flag
}

export interface OrganizerRow extends PostRow {
  readonly organizer: string
  readonly description: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface TermRow {
  readonly id: number
  readonly kind: 'category' | 'tag'
  readonly name: string
  readonly sort_name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
  /** Published ones that carry it. */
  readonly events: number
}

const CURRENCY = { code: 'USD', symbol: '$', position: 'prefix' } as const
const SUMMARY_WORDS = 30

function summaryOf(description: string, excerpt: string): string {
  if (excerpt !== '') return htmlToText(excerpt)
  const words = htmlToText(description).split(' ')
  return words.length <= SUMMARY_WORDS ? words.join(' ') : `${words.slice(0, SUMMARY_WORDS).join(' ')} …`
}

/** What follows from the texts. */
export const derivedOf = ({
  title,
  description,
  excerpt,
}: Pick<EventRow, 'title' | 'description' | 'excerpt'>) => ({
  summary: summaryOf(description, excerpt),
  search_text: [title, description, excerpt].map((html) => fold(htmlToText(html))).join('\n'),
})

export function costColumns(given: Cost | null) {
  const { cost, cost_details } = presentCost(given, CURRENCY)
  return { cost, cost_details: JSON.stringify(cost_details), price: given === null ? null : priceOf(given) }
}

const postRow = (post: EventRecord | VenueRecord | OrganizerRecord) => ({
  id: post.id,
  author: post.author,
  status: post.status,
  slug: post.slug,
  image: post.image === null ? null : JSON.stringify(post.image),
  date: post.date,
  date_utc: post.date_utc,
  modified: post.modified,
  modified_utc: post.modified_utc,
})

export function eventRow(event: EventRecord): StoredEvent {
  const { title, description, excerpt } = event
  return {
    ...postRow(event),
    version: event.version + 1,
    title,
    description,
    excerpt,
    starts_at: event.start,
    ends_at: event.end,
    utc_starts_at: event.utc_start,
    utc_ends_at: event.utc_end,
    start_offset: event.start_offset,
    end_offset: event.end_offset,
    timezone: event.timezone,
    timezone_abbr: event.timezone_abbr,
    all_day: event.all_day,
    ...costColumns(event.cost),
    website: event.website,
    show_map: event.show_map,
    show_map_link: event.show_map_link,
    hide_from_listings: event.hide_from_listings,
    sticky: event.sticky,
    featured: event.featured,
    ticketed: event.ticketed,
    post_parent: event.post_parent,
    password: event.password,
    ...derivedOf(event),
  }
}

export function venueRow(venue: VenueRecord): VenueRow {
  const { description, address, city, country, province, state, stateprovince, zip, phone, website } = venue
  const { geo_lat, geo_lng, show_map, show_map_link } = venue
  return {
    ...postRow(venue),
    venue: venue.venue,
    ...{ description, address, city, country, province, state, stateprovince, zip, phone, website },
    ...{ geo_lat, geo_lng, show_map, show_map_link },
  }
}

export function organizerRow(organizer: OrganizerRecord): OrganizerRow {
  const { description, phone, website, email } = organizer
  return { ...postRow(organizer), organizer: organizer.organizer, description, phone, website, email }
}

export function termRow(term: TermRecord): TermRow {
  const { id, kind, name, slug, description, parent } = term
  return { id, kind, name, sort_name: fold(name), slug, description, parent, events: 0 }
}
