import { type Cost, priceOf } from '../domain/cost.ts'
import { htmlToText } from '../domain/html.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency } from '../types.ts'

/*
 * schema.org descriptions: clean plain text, ISO 8601 times with offset, absolute URLs.
 */

/** Words of a description that stand in where there is no excerpt. */
const SUMMARY_WORDS = 30

/** `url`: the venue's own address on the site. */
export function placeJsonLd(venue: VenueRecord, url: string): Record<string, unknown> {
  const address: Record<string, string> = { '@type': 'PostalAddress' }
  const parts = {
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  }
  for (const [name, value] of Object.entries(parts)) if (value !== '') address[name] = value
  return {
    '@type': 'Place',
    name: htmlToText(venue.venue),
    description: htmlToText(venue.description),
    url,
    address,
    ...(venue.geo_lat !== null && venue.geo_lng !== null
      ? { geo: { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng } }
      : {}),
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

export function eventJsonLd(
  event: EventRecord,
  url: string,
  location: Record<string, unknown> | undefined,
  organizer: Record<string, unknown> | undefined,
  currency: Currency,
): Record<string, unknown> {
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    // As clients know it from the title of a private event.
    name: `${event.status === 'private' ? 'Private: ' : ''}${htmlToText(event.title)}`,
    description: event.excerpt === '' ? summary(event.description) : htmlToText(event.excerpt),
    ...(event.image === null ? {} : { image: event.image.url }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoTime(event.start, event.start_offset),
    endDate: isoTime(event.end, event.end_offset),
    ...(location === undefined ? {} : { location }),
    ...(organizer === undefined ? {} : { organizer }),
    ...(event.cost === null ? {} : { offers: offer(event, event.cost, url, currency) }),
    performer: 'Organization',
  }
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

function summary(description: string): string {
  const words = htmlToText(description).split(' ')
  return words.length <= SUMMARY_WORDS ? words.join(' ') : `${words.slice(0, SUMMARY_WORDS).join(' ')} …`
}

/** ISO 8601 with the offset, in whole minutes, that was in force. */
function isoTime(wall: WallClock, offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${wall.replace(' ', 'T')}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
