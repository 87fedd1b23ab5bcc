import type { ClientVenue } from 'kalends/client'
import { textOf } from './text.ts'

/** Street, town and country on one line. */
export function addressOf(venue: ClientVenue): string {
  const town = [venue.city, venue.stateprovince, venue.zip].filter(Boolean).join(' ')
  return [venue.address, town, venue.country]
    .filter(Boolean)
    .map((part) => textOf(String(part)))
    .join(', ')
}

/** A map in another tab: a link only, so that nobody's visit is told to anybody else before it is followed. */
export function mapUrlOf(venue: ClientVenue): string {
  const { geo_lat: lat, geo_lng: lng } = venue
  if (lat !== undefined && lng !== undefined) {
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
  }
  const query = [textOf(venue.venue), addressOf(venue)].filter(Boolean).join(', ')
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`
}
