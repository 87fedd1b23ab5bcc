import type { SiteVenue } from '../calendar.ts'
import { type Content, type Html, html } from '../html.ts'
import { plain } from '../plain.ts'

/*
 * Addresses of places, and links that leave the site.
 */

type Place = Pick<
  SiteVenue,
  | 'address'
  | 'city'
  | 'zip'
  | 'state'
  | 'province'
  | 'country'
  | 'geo_lat'
  | 'geo_lng'
  | 'venue'
  | 'show_map_link'
>

const isZipFirst = (locale: string): boolean => !/^en\b|-(US|GB|AU|CA|IE|NZ)$/i.test(locale)

export function linesOf(place: Place, locale: string): string[] {
  const text = (value: string | undefined) => plain(value ?? '')
  const region = text(place.state || place.province)
  const city = isZipFirst(locale)
    ? [text(place.zip), text(place.city)].filter(Boolean).join(' ')
    : text(place.city)
  const town = [city, region].filter(Boolean).join(', ')
  const line = isZipFirst(locale) ? town : [town, text(place.zip)].filter(Boolean).join(' ')
  return [text(place.address), line, text(place.country)].filter(Boolean)
}

/** OpenStreetMap, at the coordinates or by a search for the address. */
export function mapLink(place: Place, label: string, app: string, locale: string): Html | undefined {
  const { geo_lat: latitude, geo_lng: longitude } = place
  if (place.show_map_link === false) return undefined
  if (latitude !== undefined && longitude !== undefined) {
    const at = `${latitude}/${longitude}`
    return html`<a href="https://www.openstreetmap.org/?mlat=${latitude}&amp;mlon=${longitude}#map=17/${at}">${label}</a> <a class="kalends-geo" href="geo:${latitude},${longitude}">${app}</a>`
  }
  const lines = linesOf(place, locale)
  if (lines.length === 0) return undefined
  const query = encodeURIComponent(lines.join(', '))
  return html`<a href="https://www.openstreetmap.org/search?query=${query}">${label}</a>`
}

/** A link to somewhere else, named by its host. Nothing for addresses of other kinds. */
export function webLink(url: string | undefined): Content {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  return html`<a rel="nofollow noopener" href="${url}">${new URL(url).hostname.replace(/^www\./, '')}</a>`
}

export function phoneLink(phone: string | undefined): Content {
  const shown = plain(phone ?? '')
  const digits = shown.replace(/[^\d+]/g, '')
  return digits.length >= 3 && digits.length <= 20 ? html`<a href="tel:${digits}">${shown}</a>` : shown
}
