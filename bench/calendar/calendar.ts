import { NEW_EVENT } from '../../src/core/domain/records/new-event.ts'
import { readCost } from '../../src/core/domain/records/read-cost.ts'
import type {
  EventRecord,
  OrganizerRecord,
  PostRecord,
  TermRecord,
  VenueRecord,
} from '../../src/core/domain/records/records.ts'
import { SECONDS_PER_DAY as DAY, wallOf } from '../../src/core/domain/time/calendar.ts'
import type { Status } from '../../src/types/index.ts'
import { Dice } from './dice.ts'
import { capitalized, htmlOf, NAMES, wordsOf } from './vocabulary.ts'

/*
 * The calendar that all of them keep: each record follows from its ID alone, so that none has to be remembered.
 */

/** Who writes. */
export const AUTHOR = 1

export const NOW = new Date('2027-01-15T10:00:00Z')

export const VENUES = 5000
export const ORGANIZERS = 1000
export const CATEGORIES = 200
export const TAGS = 500

/** Venues, organizers and events have one sequence of IDs, categories and tags another. */
export const FIRST_VENUE = 1
export const FIRST_ORGANIZER = FIRST_VENUE + VENUES
export const FIRST_EVENT = FIRST_ORGANIZER + ORGANIZERS
export const FIRST_CATEGORY = 1
export const FIRST_TAG = FIRST_CATEGORY + CATEGORIES

export const idsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

const YEARS = 10
const PAST_YEARS = 8
const HALF_HOUR = 1800
const today = Math.floor(NOW.getTime() / 1000 / DAY) * DAY
const oldest = today - PAST_YEARS * 365 * DAY

const UNPUBLISHED: readonly Status[] = ['draft', 'pending', 'private', 'trash']
const COSTS = ['Free', '$10', '$25', '$12.50 - $30', '€ 8', 'Pay what you want']

/** Other seeds than those of parameters, and other ones for each kind of post. */
const SEEDS = { venue: 1e7, organizer: 2e7, event: 3e7, category: 4e7, tag: 5e7 } as const

function post(dice: Dice, id: number, status: Status, made: number, slug: string): PostRecord {
  const date = wallOf(made)
  const isOut = status !== 'draft' && status !== 'pending'
  return {
    ...{ id, version: 0, author: 1 + dice.roll(200), status, slug, dated: isOut, published: isOut },
    ...{ date, date_utc: date, modified: date, modified_utc: date, site_timezone: 'UTC' },
    image: dice.percent(10) ? imageOf(id) : null,
  }
}

const imageOf = (id: number) => ({
  ...{ url: `https://images.example/${id}.jpg`, id: 0, extension: 'jpg' },
  ...{ width: 0, height: 0, filesize: 0, sizes: {} },
})

function venueOf(id: number): VenueRecord {
  const dice = new Dice(SEEDS.venue + id)
  const name = [dice.pick(NAMES), ...wordsOf(dice, 1)]
  const state = dice.pick(['CO', 'UT', 'NM', ''])
  return {
    ...post(dice, id, 'publish', oldest - dice.roll(365) * DAY, `${name.join('-')}-${id}`),
    kind: 'venue',
    venue: name.map(capitalized).join(' &amp; '),
    description: dice.percent(50) ? htmlOf(dice, 100, dice.pick(NAMES)) : '',
    address: `${1 + dice.roll(3000)} ${capitalized(dice.pick(NAMES))} Street`,
    city: capitalized(dice.pick(NAMES)),
    country: 'United States',
    province: '',
    state,
    stateprovince: state,
    zip: String(80_000 + dice.roll(10_000)),
    phone: dice.percent(60) ? `+1 303 555 ${1000 + dice.roll(9000)}` : '',
    website: dice.percent(40) ? `https://${name.join('-')}.example/` : '',
    show_map: true,
    show_map_link: true,
    ...(dice.percent(80)
      ? { geo_lat: 37 + dice.roll(40_000) / 10_000, geo_lng: -109 + dice.roll(70_000) / 10_000 }
      : { geo_lat: null, geo_lng: null }),
  }
}

function organizerOf(id: number): OrganizerRecord {
  const dice = new Dice(SEEDS.organizer + id)
  const name = [dice.pick(NAMES), ...wordsOf(dice, 1)]
  return {
    ...post(dice, id, 'publish', oldest - dice.roll(365) * DAY, `${name.join('-')}-${id}`),
    kind: 'organizer',
    organizer: name.map(capitalized).join(' '),
    description: dice.percent(50) ? htmlOf(dice, 100, dice.pick(NAMES)) : '',
    phone: dice.percent(60) ? `+1 303 555 ${1000 + dice.roll(9000)}` : '',
    website: dice.percent(40) ? `https://${name.join('-')}.example/` : '',
    email: dice.percent(60) ? `${name[0]}@example.com` : '',
  }
}

function term<K extends 'category' | 'tag'>(kind: K, id: number, dice: Dice, parent: number): TermRecord<K> {
  const name = [dice.pick(NAMES), ...wordsOf(dice, 1)]
  return {
    kind,
    id,
    version: 0,
    name: name.map(capitalized).join(' & '),
    description: dice.percent(30) ? wordsOf(dice, 8).join(' ') : '',
    slug: `${name.join('-')}-${id}`,
    parent,
  }
}

/** A third of the categories are below one of the first twenty. */
function categoryOf(id: number): TermRecord<'category'> {
  const dice = new Dice(SEEDS.category + id)
  return term('category', id, dice, id > FIRST_CATEGORY + 20 && dice.roll(3) === 0 ? 1 + dice.roll(20) : 0)
}

const tagOf = (id: number): TermRecord<'tag'> => term('tag', id, new Dice(SEEDS.tag + id), 0)

export function eventOf(id: number): EventRecord {
  const dice = new Dice(SEEDS.event + id)
  const status: Status = dice.percent(94) ? 'publish' : dice.pick(UNPUBLISHED)
  const times = timesOf(dice)
  const name = dice.pick(NAMES)
  const title = [dice.pick(NAMES), ...wordsOf(dice, 1 + dice.roll(3))]
  const made = Math.min(times.from - dice.roll(200 * DAY), NOW.getTime() / 1000 - 1)
  const cost = dice.percent(40) ? readCost(dice.pick(COSTS)) : undefined
  const isFeatured = dice.percent(2)
  return {
    ...NEW_EVENT,
    ...post(dice, id, status, made, `${title.join('-')}-${id}`),
    kind: 'event',
    title: title.map(capitalized).join(dice.percent(20) ? ' &amp; ' : ' '),
    description: htmlOf(dice, 200 + dice.roll(1300), name),
    excerpt: dice.percent(20) ? htmlOf(dice, 80, name) : '',
    ...times.kept,
    cost: cost?.valid ? cost.cost : null,
    website: dice.percent(30) ? `https://events.example/${id}` : null,
    hide_from_listings: dice.percent(2),
    sticky: isFeatured && dice.percent(20),
    featured: isFeatured,
    ticketed: dice.percent(20),
    categories: some(dice, 1 + dice.roll(2), FIRST_CATEGORY, CATEGORIES),
    tags: some(dice, dice.roll(4), FIRST_TAG, TAGS),
    venue: some(dice, dice.percent(95) ? 1 : 0, FIRST_VENUE, VENUES),
    organizer: some(dice, dice.pick([0, 1, 1, 1, 1, 1, 1, 1, 1, 2]), FIRST_ORGANIZER, ORGANIZERS),
    // The form of a hash; nobody will enter it.
    password: dice.percent(1) ? 'pbkdf2:100000:00:00' : null,
  }
}

const some = (dice: Dice, count: number, first: number, all: number): number[] => [
  ...new Set(Array.from({ length: count }, () => first + dice.skewed(all))),
]

/** Nine in ten last hours, eight in a hundred days, the others months. */
function timesOf(dice: Dice) {
  const kind = dice.roll(100)
  const isLong = kind >= 90
  const at = oldest + dice.roll(YEARS * 365 * 48) * HALF_HOUR
  const from = isLong ? at - (at % DAY) : at
  const days = kind < 98 ? 1 + dice.roll(7) : 30 * (1 + dice.roll(6))
  const to = isLong ? from + days * DAY - 1 : from + HALF_HOUR * (1 + dice.roll(10))
  const [start, end] = [wallOf(from), wallOf(to)]
  const utc = { timezone: 'UTC', timezone_abbr: 'UTC', start_offset: 0, end_offset: 0 }
  return { from, kept: { all_day: isLong, start, end, utc_start: start, utc_end: end, ...utc } }
}

/** Whether everyone may read all of it. */
export const isOpen = (event: EventRecord): boolean => event.status === 'publish' && event.password === null

export const venuesOf = () => idsFrom(FIRST_VENUE, VENUES).map(venueOf)
export const organizersOf = () => idsFrom(FIRST_ORGANIZER, ORGANIZERS).map(organizerOf)
export const categoriesOf = () => idsFrom(FIRST_CATEGORY, CATEGORIES).map(categoryOf)
export const tagsOf = () => idsFrom(FIRST_TAG, TAGS).map(tagOf)
