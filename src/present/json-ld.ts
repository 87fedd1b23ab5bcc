import { type Cost, priceOf } from '../domain/cost.ts'
import { htmlToText, summaryOf } from '../domain/html.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency } from '../types.ts'

/*
 * schema.org descriptions: clean plain text, ISO 8601 times with offset, absolute URLs. What is undefined is absent.
 */

/** Words of a description that stand in where there is no excerpt. */
const SUMMARY_WORDS = 30

/** `url`: the venue's own address on the site. */
export function placeJsonLd(venue: VenueRecord, url: string): Record<string, unknown> {
  const { geo_lat: latitude, geo_lng: longitude } = venue
  return {
    '@type': 'Place',
    name: htmlToText(venue.venue),
    description: htmlToText(venue.description),
    url,
    address: {
      '@type': 'PostalAddress',
      streetAddress: venue.address || undefined,
      addressLocality: venue.city || undefined,
      addressRegion: venue.stateprovince || undefined,
      postalCode: venue.zip || undefined,
      addressCountry: venue.country || undefined,
    },
    geo:
      latitude === null || longitude === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude, longitude },
    telephone: venue.phone,
    sameAs: venue.website,
  }
}

/** `url`: the organizer's own address on the site, which stands in for a website. */
export function personJsonLd(organizer: OrganizerRecord, url: string): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: htmlToText(organizer.organizer),
    description: htmlToText(organizer.description),
    url: organizer.website || url,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }
}

/** What comes before the place and the organizer of an event, and what comes after. */
export function eventJsonLd(
  event: EventRecord,
  url: string,
  currency: Currency,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  return {
    before: {
      '@context': 'http://schema.org',
      '@type': 'Event',
      // As clients know it from the title of a private event.
      name: `${event.status === 'private' ? 'Private: ' : ''}${htmlToText(event.title)}`,
      description:
        event.excerpt === '' ? summaryOf(event.description, SUMMARY_WORDS) : htmlToText(event.excerpt),
      image: event.image?.url,
      url,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      startDate: isoTime(event.start, event.start_offset),
      endDate: isoTime(event.end, event.end_offset),
    },
    after: {
      offers: event.cost === null ? undefined : offer(event, event.cost, url, currency),
      performer: 'Organization',
    },
  }
}

/** All of it as JSON; `place` and `person` are JSON, too. */
export function writeEventJsonLd(
  before: string,
  place: string | undefined,
  person: string | undefined,
  after: string,
) {
  const location = place === undefined ? '' : `,"location":${place}`
  const organizer = person === undefined ? '' : `,"organizer":${person}`
  return `${before.slice(0, -1)}${location}${organizer},${after.slice(1)}`
}

function offer(event: EventRecord, cost: Cost, url: string, currency: Currency) {
  return {
    '@type': 'Offer',
    price: priceOf(cost),
    priceCurrency: currency.code,
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: `${event.date.slice(0, 10)}T00:00:00+00:00`,
  }
}

/** ISO 8601 with the offset, in whole minutes, that was in force. */
function isoTime(wall: WallClock, offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${wall.replace(' ', 'T')}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
