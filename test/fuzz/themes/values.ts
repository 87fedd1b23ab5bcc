import { words } from '../../setup/words.ts'

/*
 * Values that fields do not take, by what they take.
 */

type Values = readonly unknown[]

const ODD = [{}, { a: 1 }, [{}], [[]], true] as const

const NO_LINE: Values = [5, true, [], ['a'], {}, 'x'.repeat(1_001), 1e300]
const NO_TITLE: Values = [
  ...NO_LINE,
  ...['', ' ', '\t\n', '<p></p>', '<script>x</script>', '<!-- x -->', '&nbsp;', '<'.repeat(1_000)],
]
const NO_HTML: Values = [5, true, [], {}, 'x'.repeat(200_001), '<'.repeat(100_000)]
const NO_DATE: Values = [
  ...[
    '',
    ' ',
    ...words('soon 2027-02-30 2027-13-01 0000-01-01 10000-01-01 2027'),
    '2027-05-10 24:01',
    '@1e9',
  ],
  ...[
    '2027-05-10T10:00+99:99',
    '2027-05-10 10:00 EDT EST',
    '+9999 years',
    'last day of',
    '2027-05-10\u0301',
    '__proto__',
  ],
  ...[5, 1_800_000_000, null, true, [], {}, ['2027-05-10']],
]
const NO_STATUS: Values = [
  ...[
    '',
    'open',
    'PUBLISH',
    'publish ',
    'any',
    'auto-draft',
    '__proto__',
    5,
    null,
    true,
    [],
    ['publish'],
    {},
  ],
]
const NO_SLUG: Values = [5, null, true, [], {}, 'x'.repeat(1_001)]
const NO_AUTHOR: Values = [
  ...['', 'x', '0', '2 ', '0x2', 0, -1, 1.5, 8, 99_999_999, 2 ** 53, 1e300, null, true, [], [2], {}],
]
const NO_IMAGE: Values = [
  ...words(`
    x /a.png //a.example/b.png ftp://a.example/b.png javascript:alert(1) data:image/png;base64,AA
  `),
  ...[
    'https://a.example/ b.png',
    'https://a.example/<b>',
    `https://a.example/${'b'.repeat(8_192)}`,
    'http://[::1',
  ],
  ...[
    5,
    '5',
    -1,
    1.5,
    true,
    [],
    [5],
    {},
    { id: 0 },
    { url: 5 },
    { url: 'x' },
    { id: 5 },
    { id: 'x', url: 'data:,x' },
  ],
]
const NO_ZONE: Values = [
  ...[
    ...words('Mars/Base EDT +05:30 UTC+15 UTC+5:60'),
    'utc ',
    'Europe/',
    'Europe/Berlin ',
    'Europe/Ber\u200blin',
  ],
  ...['__proto__', '__proto__/constructor', 'posixrules', '../../etc/passwd', '\u0415urope/Berlin', 'GMT+5'],
  ...['A'.repeat(64), 'x'.repeat(1_001), 5, -5, true, [], {}],
]
const NO_FLAG: Values = [
  ...['', 'yes', 'on', '2', 'TRUE ', '\uff11', 'truefalse', '0.0', 2, -1, 1.5, null, [], [true], {}],
]
const NO_COST: Values = [
  ...ODD,
  ...[[null], [[5]], [true], 'x'.repeat(1_001), Array.from({ length: 101 }, () => 'a'), ['5', {}]],
]
const NO_WEBSITE: Values = [
  ...words(`
    x a.example //a.example /a ftp://a.example JAVASCRIPT:alert(1) data:text/html,x http://
  `),
  ...[
    'https://a.example/ x',
    ' https://a.example',
    'https://a.example\n',
    'https://a.example/<x>',
    'https://\u00e9.example/',
  ],
  ...['http://[x]/', 'https:a.example', `https://a.example/${'x'.repeat(8_180)}`, 5, true, ['x'], {}],
]
const NO_PARENT: Values = ['x', -1, '-1', 1.5, 99_999_999, 2 ** 53, true, [], {}, '1,2', '0x1', '00']
const NO_PASSWORD: Values = [5, true, [], {}, 'x'.repeat(256), 'x'.repeat(1_000_000)]
const NO_TERMS: Values = [
  ...[
    -1,
    '-1',
    true,
    {},
    { a: 1 },
    { id: 'x' },
    [true],
    [{}],
    [[1]],
    [-1],
    [false],
    'x'.repeat(201),
    ['x'.repeat(201)],
  ],
  ...[Array.from({ length: 101 }, (_, at) => `t${at}`), Array.from({ length: 101 }, () => 'x').join()],
]
const NO_LINKED: Values = [
  ...[
    'x',
    -1,
    '-1',
    1.5,
    '99999999',
    'Hall',
    99_999_999,
    2 ** 53,
    true,
    [true],
    [[1]],
    { id: 'x' },
    { id: -1 },
  ],
  ...[{ id: 99_999_999 }, { id: { id: 1 } }, { city: 'x' }, { phone: 5 }, '1;2', ['x'], [{ a: 1 }], [1, 'x']],
  ...[{ venue: ' ', organizer: ' ' }, { venue: 5, organizer: 5 }, Array.from({ length: 101 }, () => 1)],
]
const NO_NAME: Values = [5, true, [], {}, 'x'.repeat(201)]
const NO_DEGREES: Values = [
  ...['x', '91x', '1e400', '40,7', 'NaN', '0x10', 181, -181, 1e9, true, [], [1], {}],
]
const NO_SWITCH: Values = [5, [], {}]

type Table = Readonly<Record<string, Values>>

const POST: Table = {
  author: NO_AUTHOR,
  date: NO_DATE,
  date_utc: NO_DATE,
  description: NO_HTML,
  status: NO_STATUS,
  slug: NO_SLUG,
  image: NO_IMAGE,
}

/** By collection, and there by field. */
export const WRONG = {
  events: {
    ...POST,
    title: NO_TITLE,
    start_date: NO_DATE,
    end_date: NO_DATE,
    excerpt: NO_HTML,
    timezone: NO_ZONE,
    all_day: NO_FLAG,
    cost: NO_COST,
    website: NO_WEBSITE,
    show_map: NO_FLAG,
    show_map_link: NO_FLAG,
    hide_from_listings: NO_FLAG,
    sticky: NO_FLAG,
    featured: NO_FLAG,
    ticketed: NO_FLAG,
    post_parent: NO_PARENT,
    password: NO_PASSWORD,
    categories: NO_TERMS,
    tags: NO_TERMS,
    venue: NO_LINKED,
    organizer: NO_LINKED,
  },
  venues: {
    ...POST,
    venue: NO_TITLE,
    address: NO_LINE,
    city: NO_LINE,
    country: NO_LINE,
    province: NO_LINE,
    state: NO_LINE,
    stateprovince: NO_LINE,
    zip: NO_LINE,
    phone: NO_LINE,
    website: NO_WEBSITE,
    show_map: NO_SWITCH,
    show_map_link: NO_SWITCH,
    geo_lat: [...NO_DEGREES, 91, '-91'],
    geo_lng: NO_DEGREES,
  },
  organizers: { ...POST, organizer: NO_TITLE, phone: NO_LINE, website: NO_WEBSITE, email: NO_LINE },
  categories: { name: [...NO_NAME, ''], description: NO_HTML, slug: NO_SLUG, parent: NO_PARENT },
  tags: { name: [...NO_NAME, ''], description: NO_HTML, slug: NO_SLUG },
} as const satisfies Record<string, Table>
