/*
 * The names of columns: those that The Events Calendar imports, those of this API, and some that people use. Case and
 * punctuation do not count. The first name of each is the one that exports have.
 */

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
  hide_from_listings: [
    'Hide Event From Event Listings',
    'Hide From Event Listings',
    'Event Hide From Event Listings',
    'Hide From Listings',
  ],
  sticky: ['Event Sticky in Month View', 'Sticky in Month View', 'Sticky'],
  featured: ['Feature Event', 'Featured', 'Featured Event'],
  ticketed: ['Ticketed'],
  show_map: ['Event Show Map', 'Show Map'],
  show_map_link: ['Event Show Map Link', 'Show Map Link'],
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
} as const satisfies Readonly<Record<string, readonly string[]>>

const VENUE = {
  description: ['Venue Description'],
  address: ['Venue Address', 'Address'],
  address2: ['Venue Address 2'],
  city: ['Venue City', 'City'],
  stateprovince: ['Venue State/Province', 'Venue State', 'Venue Province', 'State', 'Province'],
  zip: ['Venue Zip', 'Zip'],
  country: ['Venue Country', 'Country'],
  phone: ['Venue Phone'],
  website: ['Venue Website', 'Venue URL'],
  geo_lat: ['Venue Latitude', 'Latitude', 'geo_lat'],
  geo_lng: ['Venue Longitude', 'Longitude', 'geo_lng'],
  image: ['Venue Featured Image'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const ORGANIZER = {
  description: ['Organizer Description'],
  email: ['Organizer Email', 'Email'],
  phone: ['Organizer Phone', 'Phone'],
  website: ['Organizer Website'],
  image: ['Organizer Featured Image'],
} as const satisfies Readonly<Record<string, readonly string[]>>

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

const entries = (group: Group, columns: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(columns).flatMap(([field, names]) =>
    [...names, field].map((name): [string, Column] => [plain(name), { group, field }]),
  )

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
