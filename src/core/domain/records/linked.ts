import { ORGANIZER } from '../../fields/organizer.ts'
import { olderOf } from '../../fields/row.ts'
import { VENUE } from '../../fields/venue.ts'
import { plainLine } from '../html/html.ts'
import { nextPlain } from './plain-fields.ts'
import type { OrganizerRecord, PostRecord, VenueRecord } from './records.ts'

/*
 * Venues and organizers after a write: the current record with the fields that were sent. Absent fields do not change.
 */

type Changes<R> = { readonly [N in keyof R]?: R[N] | undefined }
type VenueChanges = Changes<Omit<VenueRecord, keyof PostRecord | 'kind'>>
type OrganizerChanges = Changes<Omit<OrganizerRecord, keyof PostRecord | 'kind'>>

const NEW_VENUE = olderOf(VENUE)
const NEW_ORGANIZER = olderOf(ORGANIZER)

export function venueFrom(post: PostRecord, current: VenueRecord | null, fields: VenueChanges): VenueRecord {
  const plain = nextPlain(VENUE, fields, current ?? NEW_VENUE)
  return {
    ...post,
    ...plain,
    kind: 'venue',
    venue: fields.venue ?? current?.venue ?? '',
    description: fields.description ?? current?.description ?? '',
    stateprovince: stateProvince(plain, current, fields),
    show_map: fields.show_map ?? current?.show_map ?? true,
    show_map_link: fields.show_map_link ?? current?.show_map_link ?? true,
    geo_lat: fields.geo_lat === undefined ? (current?.geo_lat ?? null) : fields.geo_lat,
    geo_lng: fields.geo_lng === undefined ? (current?.geo_lng ?? null) : fields.geo_lng,
  }
}

/**
 * The value that was sent. If it is empty: the state in the United States or without a country, otherwise the province.
 * It is derived again only when one of its sources or the field itself is sent.
 */
function stateProvince(
  { country, province, state }: Pick<VenueRecord, 'country' | 'province' | 'state'>,
  current: VenueRecord | null,
  fields: VenueChanges,
): string {
  const sent = fields.stateprovince === undefined ? undefined : plainLine(fields.stateprovince)
  if (sent !== undefined && sent !== '') return sent
  const isTouched = [fields.stateprovince, fields.country, fields.province, fields.state].some(
    (one) => one !== undefined,
  )
  if (current !== null && !isTouched) return current.stateprovince
  // A value that was sent stays, whatever else is sent. A derived value is derived again.
  const wasSent = current !== null && current.stateprovince !== followingFrom(current)
  return wasSent && sent === undefined ? current.stateprovince : followingFrom({ country, province, state })
}

function followingFrom({ country, province, state }: Pick<VenueRecord, 'country' | 'province' | 'state'>) {
  const countsStates = country === '' || country === 'US' || country === 'United States'
  return state !== '' && countsStates ? state : province
}

export function organizerFrom(
  post: PostRecord,
  current: OrganizerRecord | null,
  fields: OrganizerChanges,
): OrganizerRecord {
  return {
    ...post,
    ...nextPlain(ORGANIZER, fields, current ?? NEW_ORGANIZER),
    kind: 'organizer',
    organizer: fields.organizer ?? current?.organizer ?? '',
    description: fields.description ?? current?.description ?? '',
  }
}
