import type { Currency } from '../../types/index.ts'
import { htmlToText, summaryOf } from '../domain/html/html.ts'
import { type Cost, priceOf } from '../domain/records/cost.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import { isoTime } from '../domain/time/calendar.ts'

/*
 * schema.org descriptions: plain text, ISO 8601 times with offset, absolute URLs. `undefined` is left out.
 */

/** The number of words of the description that replace a missing excerpt. */
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

/** `url`: the organizer's own address on the site, used when there is no website. `type`: a type of schema.org. */
export function organizerJsonLd(
  organizer: OrganizerRecord,
  url: string,
  type: string,
): Record<string, unknown> {
  return {
    '@type': type,
    name: htmlToText(organizer.organizer),
    description: htmlToText(organizer.description),
    url: organizer.website || url,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }
}

/** The fields of an event before the place and the organizer. `id`: names a series. */
export function eventJsonLdBefore(event: EventRecord, url: string, id: string): Record<string, unknown> {
  return {
    '@context': 'http://schema.org',
    '@type': event.series === undefined ? 'Event' : 'EventSeries',
    '@id': event.series && id,
    // Clients expect this prefix.
    name: `${event.status === 'private' ? 'Private: ' : ''}${htmlToText(event.title)}`,
    description:
      event.excerpt === '' ? summaryOf(event.description, SUMMARY_WORDS) : htmlToText(event.excerpt),
    image: event.image?.url,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoTime(event.start, event.start_offset),
    // The times of a series are those of its first occurrence.
    endDate: event.series === undefined ? isoTime(event.end, event.end_offset) : undefined,
  }
}

/** The fields after them. */
export function eventJsonLdAfter(
  event: EventRecord,
  url: string,
  currency: Currency,
): Record<string, unknown> {
  return {
    offers: event.cost === null ? undefined : offer(event, event.cost, url, currency),
  }
}

function offer(event: EventRecord, cost: Cost, url: string, currency: Currency) {
  return {
    '@type': 'Offer',
    price: priceOf(cost),
    priceCurrency: currency.code,
    url,
    category: 'primary',
    availability: 'https://schema.org/InStock',
    validFrom: validFrom(event),
  }
}

/** The day of publication, or the start of an event that was published later. */
function validFrom({ date, start, start_offset, utc_start }: EventRecord): string {
  const day = date.slice(0, 10)
  return `${day} 00:00:00` <= utc_start ? `${day}T00:00:00+00:00` : isoTime(start, start_offset)
}
