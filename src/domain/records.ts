import type { Document } from '../storage/contract.ts'
import type { Image, Status } from '../types.ts'
import type { Cost } from './cost.ts'
import type { WallClock } from './zones.ts'

/** What events, venues and organizers have in common. */
export interface PostRecord {
  readonly id: number
  /** 0 until it is stored; the storage counts it. */
  readonly version: number
  readonly author: number
  readonly status: Status
  /** Publication, site time and UTC. */
  readonly date: WallClock
  readonly date_utc: WallClock
  /** Whether the date was said, or made by publishing; a draft without one gets it when it is published. */
  readonly dated: boolean
  /** Whether it ever was anything but a draft or pending. */
  readonly published: boolean
  readonly modified: WallClock
  readonly modified_utc: WallClock
  /** '' while a draft has none. */
  readonly slug: string
  readonly image: Image | null
}

export interface EventRecord extends PostRecord {
  readonly kind: 'event'
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly all_day: boolean
  /** Wall clock in `timezone`: the truth, which the UTC times, offsets and abbreviation follow. */
  readonly start: WallClock
  readonly end: WallClock
  readonly timezone: string
  readonly utc_start: WallClock
  readonly utc_end: WallClock
  /** Seconds east of UTC. */
  readonly start_offset: number
  readonly end_offset: number
  readonly timezone_abbr: string
  readonly cost: Cost | null
  readonly website: string | null
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly hide_from_listings: boolean
  readonly sticky: boolean
  readonly featured: boolean
  readonly ticketed: boolean
  readonly post_parent: number
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  /** Hashed; null when everyone who may read the event needs none. */
  readonly password: string | null
}

export interface VenueRecord extends PostRecord {
  readonly kind: 'venue'
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
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly geo_lat: number | null
  readonly geo_lng: number | null
}

export interface OrganizerRecord extends PostRecord {
  readonly kind: 'organizer'
  readonly organizer: string
  readonly description: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface TermRecord<K extends 'category' | 'tag' = 'category' | 'tag'> {
  readonly kind: K
  readonly id: number
  readonly version: number
  readonly name: string
  readonly description: string
  readonly slug: string
  /** 0 for none; always 0 for tags. */
  readonly parent: number
}

export interface RecordOf {
  event: EventRecord
  venue: VenueRecord
  organizer: OrganizerRecord
  category: TermRecord<'category'>
  tag: TermRecord<'tag'>
}

export type LinkedKind = 'venue' | 'organizer'
export type PostKind = 'event' | LinkedKind
export type TermKind = 'category' | 'tag'

/** A record from its stored form. What `data` holds is what `toContent` once wrote there. */
export function fromDocument<K extends PostKind | TermKind>({ id, version, data }: Document<K>): RecordOf[K] {
  // Added to what was parsed: a copy of it would cost twice as much as the parsing.
  return Object.assign(JSON.parse(data), { id, version })
}
