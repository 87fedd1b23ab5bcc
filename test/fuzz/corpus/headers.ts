import { type Case, create, get, json, type Theme } from './case.ts'

const NO_CREDENTIALS = [
  ...[
    'Basic',
    'Basic ',
    'Basic x',
    'Basic =',
    'Basic ====',
    'Basic Og==',
    'Basic OmE=',
    'Basic YQ==',
    'Basic YTpi',
    'Basic YTpi YTpi',
    'Basic YTpi,Basic YTpi',
    'basic YTpi',
  ],
  ...[
    'BASIC YTpi',
    'Basic YTpi=',
    'Basic /w==',
    'Basic wK86',
    'Basic 7aCAOg==',
    'Basic AGE6Yg==',
    'Basic YQA6Yg==',
    'Basic YTpiAA==',
    'Basic Y-Tpi',
    'Basic "YTpi"',
    'Basic\tYTpi',
  ],
  ...[
    `Basic ${'A'.repeat(8_000)}`,
    `Basic ${btoa(`a:${'b'.repeat(700)}`)}`,
    `Basic ${btoa(`${'a'.repeat(500)}:b`)}`,
    `Basic ${btoa(':'.repeat(500))}`,
  ],
  ...[
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer evt_',
    `Bearer evt_${'A'.repeat(43)}`,
    `Bearer ${'a'.repeat(16_000)}`,
    'Bearer a b',
    'Bearer a,b',
    'Bearer =',
    'bearer x',
    'Bearer "x"',
  ],
  ...[
    'Bearer null',
    'Bearer undefined',
    'Bearer __proto__',
    'Bearer ../../x',
    "Bearer ' OR 1=1",
    `Bearer ${'='.repeat(8_000)}`,
    `Bearer ${'.'.repeat(8_000)}x y`,
    `${'B'.repeat(8_000)} x`,
  ],
  ...[
    'Digest username="a"',
    'Negotiate YII=',
    'AWS4-HMAC-SHA256 x',
    'evt_x',
    'x',
    ',',
    ';',
    '=',
    '""',
    '\u00e9',
    'Basic \u00e9',
    `${' '.repeat(4_000)}Bearer`,
    `${','.repeat(8_000)}`,
    'BearerBearer x',
  ],
] as const

/** Wrong credentials never make a visitor of anybody, on reads either. */
const credentials: Theme = () =>
  NO_CREDENTIALS.flatMap((authorization): Case[] => [
    get('/events', 401, { as: 'visitor', headers: { authorization } }),
    create('events', {}, 401, { as: 'visitor', headers: { authorization } }),
  ])

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'Editor',
  ' editor',
  'editor,editor',
  '',
  '0',
  '1',
  'null',
  'root',
] as const

const strangers: Theme = () =>
  NAMES.map((name) =>
    get('/events', name.trim() === 'editor' ? 200 : 401, { as: 'visitor', headers: { 'x-user': name } }),
  )

const NO_VERSIONS = [
  ...[
    '"0"',
    '"2"',
    '"99"',
    '"-1"',
    '"1e0"',
    '"x"',
    '""',
    '"',
    '1',
    'W/"1"',
    'W/"1.x"',
    '"1',
    "'1'",
    '* *',
    '**',
    '"*"',
    'W/*',
    ',',
    '"a","b"',
    '"8", "9"',
    'W/"1", "9"',
  ],
  ...[
    '"01"',
    '"1 "',
    '" 1"',
    '"+1"',
    '"\u00e9"',
    '"__proto__"',
    '".1"',
    '"."',
    '"NaN"',
    'null',
    `"${'9'.repeat(8_000)}"`,
    '"'.repeat(8_001),
    'W/'.repeat(4_000),
    '"a"'.repeat(2_700),
    `W/"${'W/"'.repeat(2_600)}`,
  ],
] as const

/** Whoever names another version than the stored one changes nothing. */
const ifMatch: Theme = ({ events, venues, categories }) =>
  NO_VERSIONS.flatMap((version): Case[] => {
    const headers = { 'if-match': version }
    return [
      json('PATCH', `/events/${events[3]}`, { title: 'New' }, 412, { headers }),
      get(`/venues/${venues[0]}`, 412, { method: 'DELETE', headers }),
      json('PUT', `/categories/${categories[0]}`, { name: 'New' }, 412, { headers }),
    ]
  })

const TAGS = [
  '"',
  '""',
  'W/',
  'W/""',
  '"x"',
  'x',
  ',',
  ',,,',
  '* ',
  '*x',
  '"*"',
  '"1.abc"',
  'W/"1.abc"',
  `${'"x",'.repeat(2_000)}`,
  '"'.repeat(8_001),
  `"${'a'.repeat(8_000)}`,
  'W/'.repeat(4_000),
  '\u00e9',
  "' OR 1=1",
] as const

const ifNoneMatch: Theme = ({ events }) => [
  ...TAGS.flatMap((tag): Case[] => [
    get(`/events/${events[0]}`, tag === '* ' ? 304 : 200, { headers: { 'if-none-match': tag } }),
    get('/events', tag === '* ' ? 304 : 200, { headers: { 'if-none-match': tag }, as: 'visitor' }),
    get(`/events/${events[0]}`, tag === '* ' ? 304 : 200, {
      method: 'HEAD',
      headers: { 'if-none-match': tag },
    }),
  ]),
  get(`/events/99999999`, 404, { headers: { 'if-none-match': '*' } }),
  json('PATCH', `/events/${events[0]}`, {}, 200, { headers: { 'if-none-match': '*' } }),
]

const ACCEPTS = [
  ...[
    '',
    '*',
    '*/*',
    'text/html',
    'text/html;q=0',
    'text/html;q=2',
    'text/html;q=-1',
    'text/html;q=x',
    'text/html;q=',
    'text/html;q=0.0001',
    'text/html;;',
    ';',
    ',',
    ',,,',
    'text/',
    '/html',
    'text',
  ],
  ...[
    'text/html;q="1"',
    'text/html;charset="utf-8"',
    'text/html;x="a,b;c"',
    'text/html;x="',
    '"',
    '""',
    '"text/html"',
    'text/html, application/json',
    'application/json;q=0, text/html;q=0',
    'TEXT/HTML',
    'image/*',
  ],
  ...[
    'text/<script>',
    'text/html;x=<script>alert(1)</script>',
    '__proto__/constructor',
    '\u00e9/\u00e9',
    `text/html;${'"'.repeat(8_000)}`,
    `text/${'"\\'.repeat(4_000)}`,
    `text/${'\\"'.repeat(4_000)}`,
    `text/html;${';'.repeat(8_000)}`,
  ],
  ...[
    `text/html${',text/html'.repeat(800)}`,
    `;${'",'.repeat(4_000)}`,
    `;${'"a'.repeat(4_000)}`,
    `;"${'\\a'.repeat(4_000)}`,
    `;${'" "'.repeat(2_500)}"`,
    `text/html;q=0.${'0'.repeat(8_000)}`,
    `;${' '.repeat(8_000)}`,
  ],
] as const

const accept: Theme = () =>
  ACCEPTS.flatMap((value): Case[] => [
    get('/doc', 200, { as: 'visitor', headers: { accept: value } }),
    get('/events?page=x', 400, { as: 'visitor', headers: { accept: value } }),
  ])

const ORIGINS = [
  'null',
  '',
  '*',
  'https://app.example',
  'https://app.example.evil.example',
  'https://evil.example',
  'HTTPS://APP.EXAMPLE',
  'https://app.example/',
  'https://app.example, https://evil.example',
  'file://',
  'javascript:alert(1)',
  '<script>',
  'x'.repeat(8_000),
  '\u00e9',
] as const

const origins: Theme = () =>
  ORIGINS.flatMap((origin): Case[] => [
    get('/events', 200, { as: 'visitor', headers: { origin } }),
    get('/events/1', 204, {
      method: 'OPTIONS',
      as: 'visitor',
      headers: { origin, 'access-control-request-method': '<x>', 'access-control-request-headers': 'a,<b>' },
    }),
    get('/nothing', 404, { as: 'visitor', headers: { origin } }),
  ])

const OTHERS: readonly (readonly [string, string])[] = [
  ...(
    [
      'host',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-original-url',
      'x-rewrite-url',
      'forwarded',
      'referer',
      'user-agent',
    ] as const
  ).flatMap((name) =>
    ['evil.example', '<script>', 'a\tb', '', '../../admin'].map((value) => [name, value] as const),
  ),
  ['cookie', 'a=b'],
  ['cookie', '='.repeat(8_000)],
  ['cookie', ';'.repeat(8_000)],
  ['range', 'bytes=0-1'],
  ['range', 'bytes=-1'],
  ['if-modified-since', 'x'],
  ['if-modified-since', 'Mon, 01 Mar 2100 00:00:00 GMT'],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['if-range', '"x"'],
  ['expect', '100-continue'],
  ['te', 'trailers'],
  ['upgrade', 'h2c'],
  ['transfer-encoding', 'chunked'],
  ['content-encoding', 'gzip'],
  ['accept-encoding', 'br;q=9'],
  ['accept-language', 'x'.repeat(8_000)],
  ['prefer', 'return=minimal'],
  ['content-type', 'x'],
  ['content-length', '5'],
  ['via', '1.1 x'],
  ['max-forwards', '0'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
]

/** Nothing of this changes what is answered. */
const others: Theme = () =>
  OTHERS.map(([name, value]) => get('/events', 200, { as: 'visitor', headers: { [name]: value } }))

export const HEADERS = { credentials, strangers, ifMatch, ifNoneMatch, accept, origins, others }
