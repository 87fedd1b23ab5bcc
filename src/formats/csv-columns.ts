import { EVENT_OUTSIDE } from '../core/fields/event-outside.ts'
import { ORGANIZER_OUTSIDE } from '../core/fields/organizer-outside.ts'
import type { Outside } from '../core/fields/outside.ts'
import type { NamesWith } from '../core/fields/row.ts'
import { VENUE_OUTSIDE } from '../core/fields/venue-outside.ts'

/*
 * The names of columns: those that The Events Calendar imports, those of this API, and some that people use. Case and
 * punctuation do not count. The first name of each is the one that exports have.
 */

type Columns = Readonly<Record<string, readonly string[]>>

/** The columns of plain fields. */
function columnsIn<T extends Readonly<Record<string, Outside>>>(
  outside: T,
): { [N in NamesWith<T, { readonly csv: readonly string[] }>]: readonly string[] }
function columnsIn(outside: Readonly<Record<string, Outside>>): object {
  return Object.fromEntries(
    Object.entries(outside).flatMap(([name, { csv }]) => (csv === null ? [] : [[name, csv]])),
  )
}

const EVENT = {
  key: ['UID', 'Event UID'],
  id: ['ID', 'Event ID'],
  title: ['Event Name', 'Title', 'Event Title', 'Name', 'Summary', 'Subject'],
  description: ['Event Description', 'Description', 'Content'],
  excerpt: ['Event Excerpt', 'Excerpt'],
  start_date: ['Event Start Date', 'Start Date', 'Start'],
  start_time: ['Event Start Time', 'Start Time'],
  end_date: ['Event End Date', 'End Date', 'End'],
  end_time: ['Event End Time', 'End Time'],
  utc_start_date: ['UTC Start Date'],
  utc_end_date: ['UTC End Date'],
  timezone: ['Event Time Zone', 'Event Timezone', 'Timezone'],
  all_day: ['All Day Event', 'All Day', 'Event All Day'],
  recurrence_id: ['Recurrence ID'],
  rrule: ['RRULE', 'Recurrence'],
  exdate: ['EXDATE'],
  rdate: ['RDATE'],
  status: ['Event Status', 'Status', 'Post Status'],
  slug: ['Event Slug', 'Slug'],
  categories: ['Event Category', 'Event Categories', 'Categories', 'Category'],
  tags: ['Event Tags', 'Tags'],
  cost: ['Event Cost', 'Cost', 'Price'],
  currency_symbol: ['Event Currency Symbol', 'Currency Symbol'],
  currency_position: ['Event Currency Position', 'Currency Position'],
  website: ['Event Website', 'Website', 'URL'],
  image: ['Event Featured Image', 'Featured Image', 'Image'],
  ...columnsIn(EVENT_OUTSIDE),
  previous_start_date: ['Previous Start Date'],
  venue: ['Event Venue Name', 'Venue', 'Venue Name', 'Event Venue', 'Location'],
  organizer: [
    'Event Organizer Name(s) or ID(s)',
    'Event Organizer Name',
    'Event Organizers',
    'Event Organizer',
    'Organizer',
    'Organizer Name',
    'Organizers',
  ],
} as const satisfies Columns

const { address, city, zip, country, phone, website, ...venue } = columnsIn(VENUE_OUTSIDE)
const VENUE = {
  description: ['Venue Description'],
  address,
  address2: ['Venue Address 2'],
  city,
  stateprovince: ['Venue State/Province', 'Venue State', 'Venue Province', 'State', 'Province'],
  zip,
  country,
  phone,
  website,
  ...venue,
  geo_lat: ['Venue Latitude', 'Latitude', 'geo_lat'],
  geo_lng: ['Venue Longitude', 'Longitude', 'geo_lng'],
  image: ['Venue Featured Image'],
} as const satisfies Columns

const ORGANIZER = {
  description: ['Organizer Description'],
  ...columnsIn(ORGANIZER_OUTSIDE),
  image: ['Organizer Featured Image'],
} as const satisfies Columns

/** Names of columns by group and field. */
export const COLUMNS = { event: EVENT, venue: VENUE, organizer: ORGANIZER } as const

/** `custom`: custom fields of events. */
export type Group = keyof typeof COLUMNS | 'custom'

export interface Column {
  readonly group: Group
  readonly field: string
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The name of a field counts less than those of columns: `Event Status` is that of the publication. */
const entries = (group: Group, columns: Readonly<Record<string, readonly string[]>>) => {
  const named = (field: string, name: string): [string, Column] => [plain(name), { group, field }]
  return [
    ...Object.keys(columns).map((field) => named(field, field)),
    ...Object.entries(columns).flatMap(([field, names]) => names.map((name) => named(field, name))),
  ]
}

let byName: ReadonlyMap<string, Column> | undefined

/** The column of a name, in any case and with any punctuation. What events have counts first. */
export function columnOf(name: string): Column | undefined {
  byName ??= new Map([
    ...entries('organizer', ORGANIZER),
    ...entries('venue', VENUE),
    ...entries('event', EVENT),
  ])
  return byName.get(plain(name))
}
