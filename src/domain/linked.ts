import { plainLine } from './html.ts'
import type { OrganizerRecord, PostRecord, VenueRecord } from './records.ts'

/*
 * Venues and organizers after a write: the current record with the fields that were sent. Absent fields do not change.
 */

type Given<R> = { readonly [N in keyof R]?: R[N] | undefined }
type VenueGiven = Given<Omit<VenueRecord, keyof PostRecord | 'kind'>>
type OrganizerGiven = Given<Omit<OrganizerRecord, keyof PostRecord | 'kind'>>

const line = (given: string | undefined, kept: string | undefined): string =>
  given === undefined ? (kept ?? '') : plainLine(given)

export function venueFrom(post: PostRecord, current: VenueRecord | null, given: VenueGiven): VenueRecord {
  const place = {
    country: line(given.country, current?.country),
    province: line(given.province, current?.province),
    state: line(given.state, current?.state),
  }
  return {
    ...post,
    ...place,
    kind: 'venue',
    venue: given.venue ?? current?.venue ?? '',
    description: given.description ?? current?.description ?? '',
    address: line(given.address, current?.address),
    city: line(given.city, current?.city),
    stateprovince: stateProvince(place, current, given),
    zip: line(given.zip, current?.zip),
    phone: line(given.phone, current?.phone),
    website: given.website ?? current?.website ?? '',
    show_map: given.show_map ?? current?.show_map ?? true,
    show_map_link: given.show_map_link ?? current?.show_map_link ?? true,
    geo_lat: given.geo_lat === undefined ? (current?.geo_lat ?? null) : given.geo_lat,
    geo_lng: given.geo_lng === undefined ? (current?.geo_lng ?? null) : given.geo_lng,
  }
}

/**
 * The value that was sent. If it is empty: the state in the United States or without a country, otherwise the province.
 * It is derived again only when one of its sources or the field itself is sent.
 */
function stateProvince(
  { country, province, state }: Pick<VenueRecord, 'country' | 'province' | 'state'>,
  current: VenueRecord | null,
  given: VenueGiven,
): string {
  const said = given.stateprovince === undefined ? undefined : plainLine(given.stateprovince)
  if (said !== undefined && said !== '') return said
  const isTouched = [given.stateprovince, given.country, given.province, given.state].some(
    (one) => one !== undefined,
  )
  if (current !== null && !isTouched) return current.stateprovince
  // A value that was sent stays, whatever else is sent. A derived value is derived again.
  const wasSaid = current !== null && current.stateprovince !== followingFrom(current)
  return wasSaid && said === undefined ? current.stateprovince : followingFrom({ country, province, state })
}

function followingFrom({ country, province, state }: Pick<VenueRecord, 'country' | 'province' | 'state'>) {
  const countsStates = country === '' || country === 'US' || country === 'United States'
  return state !== '' && countsStates ? state : province
}

export function organizerFrom(
  post: PostRecord,
  current: OrganizerRecord | null,
  given: OrganizerGiven,
): OrganizerRecord {
  return {
    ...post,
    kind: 'organizer',
    organizer: given.organizer ?? current?.organizer ?? '',
    description: given.description ?? current?.description ?? '',
    phone: line(given.phone, current?.phone),
    website: given.website ?? current?.website ?? '',
    email: line(given.email, current?.email),
  }
}
