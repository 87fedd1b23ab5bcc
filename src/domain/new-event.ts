import type { EventTimes } from './event-times.ts'
import type { EventRecord, PostRecord } from './records.ts'

/** Defaults of the fields of a new event. */
export const NEW_EVENT: Omit<
  EventRecord,
  Exclude<keyof PostRecord, 'version' | 'image'> | keyof EventTimes | 'kind'
> = {
  version: 0,
  title: '',
  description: '',
  excerpt: '',
  image: null,
  cost: null,
  website: null,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  post_parent: 0,
  password: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
}
