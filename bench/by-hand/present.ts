import { escapeHtml, htmlToText } from '../../src/core/domain/html/html.ts'
import type { Row } from './driver.ts'
import { EVENT, flagsOf, VENUE } from './schema.ts'

/*
 * The hand-written answers: the JSON of the interface, from rows.
 */

export const SITE = 'http://localhost'
export const API = `${SITE}/vendor/events/v1`

/** What an event is shown with. */
export interface Linked {
  readonly venues: readonly Row[]
  readonly organizers: readonly Row[]
  readonly terms: readonly Row[]
}

type Shown = Record<string, unknown>

const textOf = (row: Row, name: string): string => String(row[name] ?? '')
const parsed = (value: Row[string] | undefined) => (typeof value === 'string' ? JSON.parse(value) : undefined)

const EVENT_FLAGS = flagsOf(EVENT)
const VENUE_FLAGS = flagsOf(VENUE)
const flags = (row: Row, names: readonly string[]): Shown =>
  Object.fromEntries(names.map((name) => [name, Boolean(row[name])]))

function identity(row: Row): Shown {
  const globalId = `localhost?id=${row.id}`
  return { author: String(row.author), global_id: globalId, global_id_lineage: [globalId] }
}

function details(row: Row, name: string): Shown {
  const moment = textOf(row, name)
  return {
    year: moment.slice(0, 4),
    month: moment.slice(5, 7),
    day: moment.slice(8, 10),
    hour: moment.slice(11, 13),
    minutes: moment.slice(14, 16),
    seconds: moment.slice(17, 19),
  }
}

const addressOf = (row: Row) => `${SITE}/event/${row.slug}/`

export function showEvent(row: Row, { venues, organizers, terms }: Linked, withJsonLd: boolean): Shown {
  const { version, password, summary, price, start_offset, end_offset, ...shown } = row
  const shownVenues = venues.map((venue) => showVenue(venue, withJsonLd))
  const shownOrganizers = organizers.map((organizer) => showOrganizer(organizer, withJsonLd))
  const url = addressOf(row)
  const event: Shown = {
    ...shown,
    ...identity(row),
    ...flags(row, EVENT_FLAGS),
    url,
    rest_url: `${API}/events/${row.id}`,
    image: parsed(row.image) ?? false,
    start_date_details: details(row, 'start_date'),
    end_date_details: details(row, 'end_date'),
    utc_start_date_details: details(row, 'utc_start_date'),
    utc_end_date_details: details(row, 'utc_end_date'),
    cost_details: parsed(row.cost_details),
    website: row.website ?? url,
    categories: terms.filter(({ kind }) => kind === 'category').map(showTerm),
    tags: terms.filter(({ kind }) => kind === 'tag').map(showTerm),
    venue: shownVenues.length === 1 ? shownVenues[0] : shownVenues,
    organizer: shownOrganizers,
    custom_fields: [],
  }
  if (withJsonLd) event.json_ld = eventJsonLd(row, shownVenues[0]?.json_ld, shownOrganizers[0]?.json_ld)
  return event
}

/** Behind a password: its title and its times. */
export const showProtected = (row: Row): Shown => ({
  ...showEvent(row, { venues: [], organizers: [], terms: [] }, false),
  ...{ description: '', excerpt: '', image: false, cost: '', website: '', post_parent: 0 },
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  ...Object.fromEntries(EVENT_FLAGS.map((name) => [name, null])),
})

/** Without what is empty. */
const filled = (row: Row): Shown =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null))

function showVenue({ event_id, ...row }: Row, withJsonLd: boolean): Shown {
  const url = `${SITE}/venue/${row.slug}/`
  const venue: Shown = { ...filled(row), ...identity(row), ...flags(row, VENUE_FLAGS), url }
  if (row.image !== null) venue.image = parsed(row.image)
  if (withJsonLd) venue.json_ld = placeJsonLd(row, url)
  return venue
}

function showOrganizer({ event_id, ...row }: Row, withJsonLd: boolean): Shown {
  const url = `${SITE}/organizer/${row.slug}/`
  const organizer: Shown = { ...filled(row), ...identity(row), url }
  if (row.image !== null) organizer.image = parsed(row.image)
  if (withJsonLd) organizer.json_ld = personJsonLd(row, url)
  return organizer
}

function showTerm(row: Row): Shown {
  const { id, slug, description, parent } = row
  const collection = `${API}/${row.kind === 'category' ? 'categories' : 'tags'}`
  const self = `${collection}/${id}`
  return {
    ...{ id, slug, description, parent, count: row.events },
    name: escapeHtml(textOf(row, 'name')),
    taxonomy: row.kind === 'category' ? 'tribe_events_cat' : 'post_tag',
    urls: { self, collection, ...(parent === 0 ? {} : { up: `${collection}/${parent}` }) },
  }
}

/** Members of schema.org, and the columns that they show. */
const ADDRESS = {
  streetAddress: 'address',
  addressLocality: 'city',
  addressRegion: 'stateprovince',
  postalCode: 'zip',
  addressCountry: 'country',
}

function placeJsonLd(row: Row, url: string): Shown {
  const parts = Object.entries(ADDRESS).filter(([, column]) => row[column] !== '')
  return {
    '@type': 'Place',
    name: htmlToText(textOf(row, 'venue')),
    description: htmlToText(textOf(row, 'description')),
    url,
    address: {
      '@type': 'PostalAddress',
      ...Object.fromEntries(parts.map(([member, column]) => [member, row[column]])),
    },
    ...(row.geo_lat === null || row.geo_lng === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } }),
    telephone: row.phone,
    sameAs: row.website,
  }
}

const personJsonLd = (row: Row, url: string): Shown => ({
  '@type': 'Person',
  name: htmlToText(textOf(row, 'organizer')),
  description: htmlToText(textOf(row, 'description')),
  url: row.website || url,
  telephone: row.phone,
  email: row.email,
  sameAs: row.website,
})

function eventJsonLd(row: Row, location: unknown, organizer: unknown): Shown {
  const url = addressOf(row)
  const offer = {
    '@type': 'Offer',
    price: row.price,
    priceCurrency: 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${textOf(row, 'date').slice(0, 10)}T00:00:00+00:00`,
  }
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: htmlToText(textOf(row, 'title')),
    description: row.summary,
    ...(row.image === null ? {} : { image: parsed(row.image).url }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoTime(textOf(row, 'start_date'), Number(row.start_offset)),
    endDate: isoTime(textOf(row, 'end_date'), Number(row.end_offset)),
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
