import { escapeHtml, htmlToText } from '../../../src/domain/html.ts'
import type { DateDetails, EmbeddedTerm, Event, Organizer, Venue } from '../../../src/types.ts'
import type { EventRow, OrganizerRow, TermRow, VenueRow } from './rows.ts'

/*
 * The hand-written answers: the JSON of the interface, from rows.
 */

export const SITE = 'http://localhost'
export const API = `${SITE}/vendor/events/v1`

/** What an event is shown with. */
export interface Linked {
  readonly venues: readonly VenueRow[]
  readonly organizers: readonly OrganizerRow[]
  readonly terms: readonly TermRow[]
}

const details = (moment: string): DateDetails => ({
  year: moment.slice(0, 4),
  month: moment.slice(5, 7),
  day: moment.slice(8, 10),
  hour: moment.slice(11, 13),
  minutes: moment.slice(14, 16),
  seconds: moment.slice(17, 19),
})

const addressOf = (row: EventRow) => `${SITE}/event/${row.slug}/`

export function showEvent(row: EventRow, { venues, organizers, terms }: Linked, withJsonLd: boolean): Event {
  const shownVenues = venues.map((venue) => showVenue(venue, withJsonLd))
  const shownOrganizers = organizers.map((organizer) => showOrganizer(organizer, withJsonLd))
  const [venue] = shownVenues
  const globalId = `localhost?id=${row.id}`
  const url = addressOf(row)
  const event: Event = {
    id: row.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(row.author),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url,
    rest_url: `${API}/events/${row.id}`,
    title: row.title,
    slug: row.slug,
    description: row.description,
    excerpt: row.excerpt,
    image: row.image === null ? false : JSON.parse(row.image),
    all_day: Boolean(row.all_day),
    start_date: row.starts_at,
    start_date_details: details(row.starts_at),
    end_date: row.ends_at,
    end_date_details: details(row.ends_at),
    utc_start_date: row.utc_starts_at,
    utc_start_date_details: details(row.utc_starts_at),
    utc_end_date: row.utc_ends_at,
    utc_end_date_details: details(row.utc_ends_at),
    timezone: row.timezone,
    timezone_abbr: row.timezone_abbr,
    cost: row.cost,
    cost_details: JSON.parse(row.cost_details),
    website: row.website ?? url,
    show_map: Boolean(row.show_map),
    show_map_link: Boolean(row.show_map_link),
    hide_from_listings: Boolean(row.hide_from_listings),
    sticky: Boolean(row.sticky),
    featured: Boolean(row.featured),
    ticketed: Boolean(row.ticketed),
    post_parent: row.post_parent,
    categories: terms.filter(({ kind }) => kind === 'category').map(showTerm),
    tags: terms.filter(({ kind }) => kind === 'tag').map(showTerm),
    venue: venue !== undefined && shownVenues.length === 1 ? venue : shownVenues,
    organizer: shownOrganizers,
    custom_fields: [],
  }
  if (withJsonLd) event.json_ld = eventJsonLd(row, venue?.json_ld, shownOrganizers[0]?.json_ld)
  return event
}

/** Behind a password: its title and its times. */
export const showProtected = (row: EventRow): Event => ({
  ...showEvent(row, { venues: [], organizers: [], terms: [] }, false),
  description: '',
  excerpt: '',
  image: false,
  all_day: null,
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
})

function showVenue(row: VenueRow, withJsonLd: boolean): Venue {
  const globalId = `localhost?id=${row.id}`
  const url = `${SITE}/venue/${row.slug}/`
  const venue: Venue = {
    id: row.id,
    author: String(row.author),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url,
    slug: row.slug,
    venue: row.venue,
    show_map: Boolean(row.show_map),
    show_map_link: Boolean(row.show_map_link),
    global_id: globalId,
    global_id_lineage: [globalId],
  }
  if (row.description !== '') venue.description = row.description
  if (row.image !== null) venue.image = JSON.parse(row.image)
  if (row.address !== '') venue.address = row.address
  if (row.city !== '') venue.city = row.city
  if (row.country !== '') venue.country = row.country
  if (row.province !== '') venue.province = row.province
  if (row.state !== '') venue.state = row.state
  if (row.stateprovince !== '') venue.stateprovince = row.stateprovince
  if (row.zip !== '') venue.zip = row.zip
  if (row.phone !== '') venue.phone = row.phone
  if (row.website !== '') venue.website = row.website
  if (row.geo_lat !== null) venue.geo_lat = row.geo_lat
  if (row.geo_lng !== null) venue.geo_lng = row.geo_lng
  if (withJsonLd) venue.json_ld = placeJsonLd(row, url)
  return venue
}

function showOrganizer(row: OrganizerRow, withJsonLd: boolean): Organizer {
  const globalId = `localhost?id=${row.id}`
  const url = `${SITE}/organizer/${row.slug}/`
  const organizer: Organizer = {
    id: row.id,
    author: String(row.author),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url,
    slug: row.slug,
    organizer: row.organizer,
    global_id: globalId,
    global_id_lineage: [globalId],
  }
  if (row.description !== '') organizer.description = row.description
  if (row.image !== null) organizer.image = JSON.parse(row.image)
  if (row.phone !== '') organizer.phone = row.phone
  if (row.website !== '') organizer.website = row.website
  if (row.email !== '') organizer.email = row.email
  if (withJsonLd) organizer.json_ld = personJsonLd(row, url)
  return organizer
}

function showTerm(row: TermRow): EmbeddedTerm {
  const collection = `${API}/${row.kind === 'category' ? 'categories' : 'tags'}`
  return {
    id: row.id,
    name: escapeHtml(row.name),
    slug: row.slug,
    taxonomy: row.kind === 'category' ? 'tribe_events_cat' : 'post_tag',
    description: row.description,
    parent: row.parent,
    count: row.events,
    urls: {
      self: `${collection}/${row.id}`,
      collection,
      ...(row.parent === 0 ? {} : { up: `${collection}/${row.parent}` }),
    },
  }
}

function placeJsonLd(row: VenueRow, url: string): Record<string, unknown> {
  const address: Record<string, string> = { '@type': 'PostalAddress' }
  if (row.address !== '') address.streetAddress = row.address
  if (row.city !== '') address.addressLocality = row.city
  if (row.stateprovince !== '') address.addressRegion = row.stateprovince
  if (row.zip !== '') address.postalCode = row.zip
  if (row.country !== '') address.addressCountry = row.country
  return {
    '@type': 'Place',
    name: htmlToText(row.venue),
    description: htmlToText(row.description),
    url,
    address,
    ...(row.geo_lat === null || row.geo_lng === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } }),
    telephone: row.phone,
    sameAs: row.website,
  }
}

const personJsonLd = (row: OrganizerRow, url: string): Record<string, unknown> => ({
  '@type': 'Person',
  name: htmlToText(row.organizer),
  description: htmlToText(row.description),
  url: row.website || url,
  telephone: row.phone,
  email: row.email,
  sameAs: row.website,
})

function eventJsonLd(
  row: EventRow,
  location: Record<string, unknown> | undefined,
  organizer: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const image = row.image === null ? undefined : JSON.parse(row.image)
  const url = addressOf(row)
  const offer = {
    '@type': 'Offer',
    price: row.price,
    priceCurrency: 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${row.date.slice(0, 10)}T00:00:00+00:00`,
  }
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: htmlToText(row.title),
    description: row.summary,
    ...(image === undefined ? {} : { image: image.url }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoTime(row.starts_at, row.start_offset),
    endDate: isoTime(row.ends_at, row.end_offset),
    ...(location === undefined ? {} : { location }),
    ...(organizer === undefined ? {} : { organizer }),
    ...(row.price === null ? {} : { offers: offer }),
    performer: 'Organization',
  }
}

function isoTime(moment: string, offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60)
  const pad = (number: number) => String(number).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${moment.replace(' ', 'T')}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
