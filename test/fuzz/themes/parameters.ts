import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import { type Case, escaped, get, oddTexts, type Theme, unreadableTexts } from './theme.ts'

type Values = readonly string[]

const NO_NUMBERS = [...words('0 -1 1.5 abc NaN 1e400 9007199254740993 0x10 \u0661 1,2 1e-1'), '']
const NO_FLAGS = ['', 'yes', '2', '-1', 'TRUE ', 'null', 'true\u200b', '0.0', "1' OR '1'='1"]
const NO_DATES = [
  ...['', 'soon', '2027-13-01', '2027-05-32', '0000-13-01', '10000-01-01', '2027', '2027-05-10 25:00', '@'],
  ...[
    '2027-05-10 10:00 Mars/Base',
    '2027-05-10 2027-05-11',
    '+999999999 years',
    '2027-05-10\u200b',
    'last day of',
  ],
]
const NO_ID = ['', '0', '-1', '1.5', 'abc', '1;2', '9007199254740993', '1e3', '*', "1' OR '1'='1", '\u0661']
const NO_IDS = [...NO_ID, '1,x', ' ,, ']
const UNKNOWN_IDS = ['99999999', '1,2,99999999']
const NO_STATUSES = [
  ...words('any PUBLISH publish,none publish;draft *'),
  ' publish\u200b',
  'constructor',
  ',,,',
]
const NO_TEXTS = ['', 'x'.repeat(1001)]
const PAGES = { page: NO_NUMBERS, per_page: NO_NUMBERS }

const EVENTS: Readonly<Record<string, Values>> = {
  ...PAGES,
  ...{ start_date: NO_DATES, end_date: NO_DATES, starts_before: NO_DATES, starts_after: NO_DATES },
  ...{ ends_before: NO_DATES, ends_after: NO_DATES, search: NO_TEXTS },
  categories: ['', ',', 'nothing', '99999999', 'food,nothing', '-1', '%', "food' OR '1'='1", '__proto__'],
  tags: ['', ',,', 'none', '99999999', 'free-entry,none', '*', 'toString', '%66ree-entries'],
  ...{ venue: [...NO_IDS, ...UNKNOWN_IDS], organizer: [...NO_IDS, ...UNKNOWN_IDS] },
  ...{ featured: NO_FLAGS, status: NO_STATUSES, geoloc: NO_FLAGS, ticketed: NO_FLAGS },
  ...{ include: NO_IDS, post_parent: [...NO_ID, '99999999'] },
  geoloc_lat: ['', 'x', '91', '-91', '1e9', 'NaN', '40,7', '0x10', '1e400', '\u0664\u0660'],
  geoloc_lng: ['', 'y', '181', '-181', '1e9', '-Infinity', '74W'],
  geoloc_radius: ['', 'far', '-1', '20039', '1e400', '5'],
}
const LINKED: Readonly<Record<string, Values>> = {
  ...PAGES,
  ...{ search: NO_TEXTS, event: [...NO_ID, '99999999'], status: NO_STATUSES },
}
const TERMS: Readonly<Record<string, Values>> = {
  ...PAGES,
  ...{ search: NO_TEXTS, exclude: [...NO_IDS, ...UNKNOWN_IDS], include: [...NO_IDS, ...UNKNOWN_IDS] },
  order: ['', 'up', 'asc,desc', '__proto__', 'asc; DROP TABLE x', 'x'.repeat(41)],
  orderby: ['', 'title', 'name,id', '__proto__', 'valueOf', '(SELECT 1)', 'x'.repeat(41)],
  ...{ hide_empty: NO_FLAGS, post: [...NO_ID, '99999999'], event: [...NO_ID, '99999999'], slug: NO_TEXTS },
}

const TABLES = {
  '/events': EVENTS,
  '/venues': LINKED,
  '/organizers': LINKED,
  '/categories': { ...TERMS, parent: [...NO_ID, '99999999', '1,2'] },
  '/tags': TERMS,
  '/doc': { format: ['', 'xml', 'HTML', 'json,html', '__proto__', '<script>'] },
}

const values: Theme = () =>
  Object.entries(TABLES).flatMap(([path, table]) =>
    Object.entries(table).flatMap(([name, wrong]) =>
      wrong.map((value: string) => get(`${path}?${name}=${escaped(value)}`, 400)),
    ),
  )

/** In place of one text: a list, an object, an object in a list. */
const SHAPES = ['[]=1', '[a]=1', '[a][b]=1', '[0][a]=1', '[5]=x']
const LIST_SHAPES = ['[a]=1', '[a][b]=1', '[0][a]=1', '[]=', '[][]=1']
const SHAPED: readonly (readonly [path: string, names: readonly string[], shapes: readonly string[]])[] = [
  [
    '/events',
    ['page', 'start_date', 'strict_dates', 'search', 'geoloc', 'geoloc_lat', 'post_parent'],
    SHAPES,
  ],
  ['/events', ['venue', 'include', 'categories', 'status'], LIST_SHAPES],
  ['/venues', ['page', 'search', 'event', 'has_events', 'only_with_upcoming'], SHAPES],
  ['/tags', ['page', 'search', 'order', 'orderby', 'hide_empty', 'post', 'slug'], SHAPES],
]

const shapes: Theme = () =>
  SHAPED.flatMap(([path, names, all]) =>
    names.flatMap((name) => all.map((shape) => get(`${path}?${name}${shape}`, 400))),
  )

/** All of these are taken, odd as they are. */
const odd: Theme = ({ events, venues, categories }): Case[] =>
  [
    ...words(`
      per_page=9007199254740991 per_page=01 per_page=1.0 page=%201%20 page=2&page=1 page[]=2&page=1
    `),
    ...[
      'start_date=0001-01-01&end_date=9999-12-31',
      'starts_after=9999-12-31',
      'start_date=2028-01-01&end_date=2027-01-01',
    ],
    ...words(`
      start_date=2027-02-31 start_date=%400 start_date=-1 start_date=31 categories=%20food%20,
    `),
    ...[`venue=${venues[0]},`, `include=${events.map((id) => `0${id}`).join()}`, 'include=99999999'],
    ...[`include[]=${events[0]}&include[]=${events[0]}`, `venue=${venues[0]}&venue[]=${venues[1]}`],
    ...[`categories=${categories.join()},food,FOOD`, 'geoloc_lat=90&geoloc_lng=180&geoloc_radius=20038'],
    ...['geoloc_lat=-90&geoloc_lng=-180&geoloc_radius=0', 'geoloc_lat=-0&geoloc_lng=1e-300'],
    ...['status=publish,publish,auto-draft,inherit', 'status=any&any_status=1'],
  ]
    .map((query) => get(`/events?${query}`, 200))
    .concat(
      [
        ...[
          '/categories?page=9007199254740991',
          '/tags?page=1000000',
          '/venues?status=',
          '/venues?has_events=maybe',
        ],
        ...[
          '/venues?only_with_upcoming=',
          '/categories?order=DESC&orderby=TERM_GROUP',
          '/categories?slug=%F0%9F%98%80',
        ],
        ...['/categories?include=1&exclude=1&hide_empty=0', '/?namespace=vendor/events/v1', '/?context=edit'],
      ].map((path) => get(path, 200)),
      [
        ...['/events?page=9007199254740991&per_page=50', '/events?page=1e15', '/venues?page=1e15'].map(
          (path) => get(path, 404),
        ),
        ...['/?namespace=other', '/?namespace=', '/?namespace[]=vendor/events/v1'].map((path) =>
          get(path, 404),
        ),
        get('/events?status=any&any_status=1', 400, { as: 'visitor' }),
        get('/events?status=any&any_status=true', 400),
        get('/events?status=draft', 400, { as: 'subscriber' }),
      ],
    )

const paths = fc.constantFrom('/events', '/venues', '/organizers', '/categories', '/tags')

/** Searches for what searches are easily broken with, up to the longest. */
const searches: Theme = () =>
  fc.tuple(paths, oddTexts, fc.constantFrom(1, 1, 1, 1_000)).map(([path, text, times]) =>
    get(
      `${path}?search=${escaped(`${text.slice(0, 200)} `.repeat(times).slice(0, 1_000))}`
        .slice(0, 8_000)
        .replace(/%[^%]{0,1}$/, ''),
      [200, 400],
      {
        as: 'visitor',
      },
    ),
  )

/** NUL and half characters are refused as they come. */
const unreadable: Theme = () =>
  fc.tuple(paths, unreadableTexts).map(([path, text]) => get(`${path}?search=${escaped(text)}`, 400))

export const PARAMETERS = { values, shapes, odd, searches, unreadable }
