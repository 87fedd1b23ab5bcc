import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import type { Ids } from '../stock.ts'

/*
 * What fields and filters take, by name; beside it, what they nearly take.
 */

type Value = fc.Arbitrary<unknown>

const phrases = fc.constantFrom(
  'Choir',
  'open day',
  'Hall 0',
  'food',
  'publish',
  'Straße & Co',
  'été',
  '日本',
  'a',
  'x'.repeat(60),
)
const texts = fc.oneof(
  { weight: 6, arbitrary: phrases },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
)
const html = fc.oneof(
  { weight: 3, arbitrary: texts },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '<p>',
          '</p>',
          '<b>x</b>',
          '<',
          '&amp;',
          '<script>',
          '<a href="',
          '"',
          'x',
          '<td>',
          '&#x41;',
          '<!--',
          '-->',
          '<svg>',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  },
)
const days = fc
  .tuple(
    fc.integer({ min: 2026, max: 2029 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
const dates = fc.oneof(
  { weight: 8, arbitrary: days },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        days,
        fc.constantFrom(
          ' 10:00',
          'T23:59:59',
          ' 24:00',
          ' 7pm',
          'T10:00Z',
          ' 02:30 +02:00',
          ' 10:00 Asia/Tokyo',
          ' 10:00 EST',
        ),
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'tomorrow',
      'next friday 19:00',
      '+1 week',
      'last day of february 2028',
      '@1800000000',
      '05/10/2027',
      '2027-W20-1',
      'now',
      '0001-01-01',
      '9999-12-31',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('2027-02-30', 'soon', '25:00', '', '2027-13-01', '10000-01-01') },
)
const flags = fc.constantFrom<unknown>(true, false, 0, 1, '1', '0', 'true', 'FALSE', 'yes')
const numbers = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.constantFrom<unknown>('1', '2', '10', '01', '1.0', '50', 1e15),
)
const zones = fc.constantFrom(
  'America/New_York',
  'Asia/Kathmandu',
  'UTC',
  'UTC+5:30',
  'utc-12',
  '',
  'Europe/Dublin',
  'Pacific/Apia',
  'Mars/Base',
  'Australia/Lord_Howe',
)
const costs = fc.oneof(
  fc.constantFrom<unknown>(
    '$10 - $25',
    'Free',
    '5 €',
    '1,000.50',
    0,
    12.5,
    '',
    null,
    ['5', '10'],
    'kr 100',
    '10 to 20 USD',
    '-',
  ),
  fc.array(fc.string({ unit: fc.constantFrom('1', ',', '.', '-', ' ', '$', '€', 'k', 'r'), maxLength: 10 }), {
    maxLength: 3,
  }),
  fc.double(),
)
const urls = fc.oneof(
  { weight: 4, arbitrary: fc.webUrl() },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      '',
      null,
      false,
      'javascript:alert(1)',
      'ftp://a.example',
      'https://a.example/b.png',
      '//x',
    ),
  },
)
const degrees = fc.oneof(
  fc.double({ min: -95, max: 95, noNaN: true }),
  fc.constantFrom<unknown>('40.7', -74, 0, '', null, '1e2'),
)
const statuses = fc.constantFrom(
  'publish',
  'publish',
  'draft',
  'pending',
  'private',
  'future',
  'trash',
  'open',
)
const slugs = fc.oneof(
  phrases,
  fc.constantFrom('hall-0', 'food', 'feed', 'a/b', '%e7%a5%ad', '-', '__trashed'),
  fc.string({ minLength: 1, maxLength: 12 }),
)

/** Seldom, since each takes a hundred thousand rounds of hashing. */
const passwords = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<unknown>('', null, 5) },
  { weight: 1, arbitrary: fc.constant('ladle') },
)

const among = (ids: readonly number[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 99_999_999) },
  )
const idForms = (ids: readonly number[]): Value => fc.oneof(among(ids), among(ids).map(String))
const idLists = (ids: readonly number[]): Value =>
  fc.oneof(
    idForms(ids),
    fc.array(idForms(ids), { minLength: 1, maxLength: 4 }),
    fc.array(among(ids), { minLength: 1, maxLength: 4 }).map((list) => list.join()),
  )

const inline = (name: 'venue' | 'organizer'): Value =>
  fc.record(
    { [name]: texts, description: html, phone: texts, website: urls, status: statuses, slug: slugs },
    { requiredKeys: [name] },
  )

const linked = (name: 'venue' | 'organizer', ids: readonly number[]): Value =>
  fc.oneof(
    idLists(ids),
    inline(name),
    fc.array(fc.oneof(idForms(ids), inline(name), fc.record({ id: idForms(ids) })), { maxLength: 3 }),
    fc.constantFrom<unknown>('', null, [], false),
  )

const terms = (ids: readonly number[]): Value =>
  fc.oneof(
    idLists(ids),
    fc.array(fc.oneof(idForms(ids), phrases, texts), { maxLength: 4 }),
    phrases,
    fc.constantFrom<unknown>('', null, [], false),
  )

/** What is right for each name, in reads and writes. */
export function rightValues(ids: Ids): Readonly<Record<string, Value>> {
  const names = words('start_date end_date date date_utc starts_before starts_after ends_before ends_after')
  const booleans = words(`
    all_day show_map show_map_link hide_from_listings sticky featured ticketed geoloc hide_empty
    strict_dates has_events only_with_upcoming
  `)
  const everything = [...ids.events, ...ids.venues]
  return {
    ...Object.fromEntries(names.map((name) => [name, dates])),
    ...Object.fromEntries(booleans.map((name) => [name, flags])),
    title: html,
    name: texts,
    description: html,
    excerpt: html,
    search: texts,
    author: fc.constantFrom<unknown>(2, 3, '5', 7, 8),
    status: statuses,
    slug: slugs,
    image: urls,
    website: urls,
    timezone: zones,
    cost: costs,
    password: passwords,
    post_parent: idForms(everything),
    parent: idForms(ids.categories),
    categories: terms(ids.categories),
    tags: terms(ids.tags),
    venue: linked('venue', ids.venues),
    organizer: linked('organizer', ids.organizers),
    include: idLists(everything),
    exclude: idLists([...ids.categories, ...ids.tags]),
    post: idForms(ids.events),
    event: idForms(ids.events),
    page: numbers,
    per_page: numbers,
    order: fc.constantFrom('asc', 'desc', 'ASC', 'up'),
    orderby: fc.constantFrom('name', 'slug', 'id', 'count', 'parent', 'none', 'include', 'title'),
    geoloc_lat: degrees,
    geoloc_lng: degrees,
    geoloc_radius: fc.constantFrom<unknown>(5, '100', 20_038, -1),
    geo_lat: degrees,
    geo_lng: degrees,
    namespace: fc.constantFrom('vendor/events/v1', 'x'),
    format: fc.constantFrom('json', 'xml'),
    id: idForms(everything),
  }
}

/** For names that are not in the table: most fields are lines of text. */
export const lines: Value = texts

/** Names of members that code may take for properties of a text, a list, a promise or any object. */
export const PROPERTY_NAMES = [
  'length',
  'size',
  'then',
  'toString',
  'valueOf',
  'toJSON',
  'constructor',
] as const

const propertyNames = fc.constantFrom(...PROPERTY_NAMES, 'id', 'url', '0')

const propertyObjects = fc.dictionary(
  propertyNames,
  fc.oneof(
    fc.constantFrom<unknown>(null, 0, 1, 1e300, '', 'x', [], {}),
    fc.dictionary(propertyNames, fc.constantFrom<unknown>(null, 1, 'x', {}), { maxKeys: 2 }),
  ),
  { minKeys: 1, maxKeys: 2 },
)

/** What may stand anywhere instead. */
export const wrongValues: Value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1.5,
    1e300,
    '',
    '\0',
    '\ud800',
    [],
    {},
    [[]],
    { a: { b: 1 } },
    'NaN',
    '__proto__',
    'x'.repeat(1_001),
    [null],
    '%',
    "' OR 1=1",
    '\u202e',
    2 ** 53,
  ),
  propertyObjects,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
