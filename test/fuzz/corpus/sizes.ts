import { type Case, create, FORM_TYPE, get, JSON_TYPE, json, LEAST, send, type Theme } from './case.ts'

/*
 * As much as the limits let through, of every character that something of ours loops over.
 */

const MEGABYTE = 1_048_576
const TEXT = 200_000
const LINE = 1_000

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))

const MARKUP = [
  ...[
    '<',
    '<a',
    '<a ',
    '<a b',
    '<a b=',
    '<a b="',
    "<a b='",
    '<a b=" ',
    '<a b="c" ',
    '</',
    '</a',
    '</a>',
    '<!',
    '<!-',
    '<!--',
    '<!-->',
    '<!-- -',
    '<?',
    '<![',
    '<![CDATA[',
  ],
  ...[
    '<p>',
    '</p>',
    '<div>',
    '<b>',
    '<a>',
    '<a href="x">',
    '<li>',
    '<ul><li>',
    '<dd>',
    '<td>',
    '<tr>',
    '<table>',
    '<table><tr><td>',
    '<caption>',
    '<h1>',
    '<h1><h2>',
    '<br>',
    '<img src="http://a/">',
  ],
  ...[
    '<script>',
    '<style>',
    '</script>',
    '<svg>',
    '<svg/>',
    '</svg>',
    '<math><svg>',
    '<template>',
    '<textarea>',
    '<plaintext>',
    '<b>&amp;amp;',
    '<x-y>',
    '<ann@a.example>',
    '<p style="x">',
    '<p\t',
    '<p/',
    '<p//=',
    '<p =>',
  ],
  ...[
    '&',
    '&#',
    '&#x',
    '&#1',
    '&#x1',
    '&#99999999999',
    '&amp;',
    '&amp;amp;',
    '&lt;',
    '&lt;p&gt;',
    '&nope;',
    '&nbsp;',
    '&a',
    ';',
    '"',
    "'",
    '`',
    '=',
    '>',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u00a0',
    '\u2028',
    '--',
    '-->',
    ']]>',
  ],
  ...[
    '\u0301',
    '\u0301\u0316',
    '\u0316\u0301',
    '\u05b0\u05c1',
    '\u064b\u0651',
    '\u0e38\u0e48',
    '\uff9e\u0301',
    '\u0344\u0316',
    '\u1bab\u0301',
    'a\u0301',
    '\u3099\u0301',
    '\u034f',
    '\u200d',
    '\ufe0f',
  ],
  ...[
    'ﷺ',
    'ﷻ',
    '㍖',
    '㈝',
    'ﬃ',
    'İ',
    'ß',
    'ẞ',
    'Σ',
    "Σ'",
    "'Σ",
    'ς',
    'æ',
    '가',
    '각',
    '日',
    '😀',
    '👨‍👩‍👧',
    '\ufdfa\u0301',
    '\u0f73\u0301',
    '\u1100\u1161\u11a8',
    '½',
    '①',
    '\ufb1d',
    '\u200b',
    '\u202e',
    '\ufeff',
    '“',
    '‘',
  ],
] as const

/** Too long as the HTML that is stored, for some of them: then refused. */
const descriptions: Theme = () =>
  [...new Set(MARKUP)].map((piece) => create('events', { description: fill(piece, TEXT) }, [201, 400]))

/** Refused for another field all the same, which looks at everything twice. */
const refusedDescriptions: Theme = () =>
  [
    '<div>',
    '<b>',
    '<li><ul>',
    '<td>',
    '<p>',
    '&amp;',
    '<a b=" ',
    '\u0301\u0316',
    'ﷺ',
    ' ',
    '<svg>',
    '&#x41;',
    '日',
  ].map((piece) => create('events', { description: fill(piece, TEXT), status: 'none' }, 400))

/** Several at once, up to the limit of bodies. */
const whole: Theme = () =>
  ['<div>', '<b>', '<p>', '\u0301\u0316', 'ﷺ', 'x ', '<li>', '&amp;', '日', '<td>', '"'].map((piece) => {
    const text = fill(
      piece,
      Math.min(
        TEXT,
        Math.floor((MEGABYTE - 2_000) / 4 / (new TextEncoder().encode(JSON.stringify(piece)).length - 2)) *
          piece.length,
      ),
    )
    const fields = {
      description: text,
      excerpt: text,
      venue: { venue: 'Whole', description: text },
      organizer: { organizer: 'Whole', description: text },
    }
    return create('events', fields, [201, 400])
  })

const PIECES = [
  ...[
    '<',
    '<a ',
    '<p>',
    '&',
    '&amp;',
    '&#',
    '-',
    '--',
    '_',
    '.',
    '..',
    '/',
    ' ',
    '\u2014',
    '%',
    '%4',
    '%41',
    '%E7',
    '%E7%A5%AD',
    '+',
    '1',
    '1,',
    '1.',
    "1'",
    '1 ',
    ',',
    '$',
    '€',
    '$1',
    '1$',
    '1-',
    '1-2',
    ' to ',
    '1 to ',
  ],
  ...[
    'free',
    'USD',
    'USD ',
    'R',
    'RR',
    'kr.',
    '\u0301',
    'a\u0301',
    '\u0301\u0316',
    '\uff9e\u0301',
    'ﷺ',
    'ß',
    'İ',
    'Σ',
    '日',
    '😀',
    '©',
    '\u200d',
    '“',
    '&lt;b&gt;',
    '&amp;amp;amp;',
    '(',
    '[',
    '\\',
    '*',
    '.*',
    'é',
    '\u1e9e',
  ],
] as const

const lines: Theme = () =>
  [...new Set(PIECES)].flatMap((piece): Case[] => [
    create('events', { title: `x${fill(piece, LINE - 1)}` }, [201, 400]),
    create('events', { slug: `x${fill(piece, LINE - 1)}` }, 201),
    create('events', { cost: fill(piece, LINE - 2) }, [201, 400]),
    create('venues', { venue: `y${fill(piece, LINE - 1)}`, zip: fill(piece, LINE) }, [201, 400]),
    create('tags', { name: `z${fill(piece, 199)}`, slug: fill(piece, LINE) }, [201, 400]),
  ])

const DATE_PIECES = [
  '1',
  '-',
  '+',
  ' ',
  '0',
  '2027-',
  '10:',
  't',
  'z',
  ',',
  '@',
  '+1 day',
  '-1 month ',
  'ago ',
  'next ',
  'may ',
  'monday ',
  'first day of ',
  'a/',
  'a/b ',
  '1 ',
  '.',
  '/',
  'w',
  'utc+',
  '\t',
] as const

const dates: Theme = () =>
  [...new Set(DATE_PIECES)].flatMap((piece): Case[] => [
    create('events', { end_date: fill(piece, 128), start_date: fill(piece, 127) }, [201, 400]),
    get(`/events?starts_after=${encodeURIComponent(fill(piece, 128))}`, [200, 400]),
  ])

const URLS = [
  'http://a/',
  'https://a.example/?',
  'http://[',
  'http://a@',
  'http://a:',
  'http://%',
  'http://xn--',
  'http://1.',
  'http://a.example/%41',
  'http://a/../',
  'http://a#',
  'http://a\\',
  'http:/',
  'http://-',
  'http://%CC%81%CC%96',
] as const

const urls: Theme = () =>
  URLS.flatMap((start): Case[] => {
    const url = start + fill(start.at(-1) ?? 'x', 8_192 - start.length)
    const tail = start + fill('%CC%81%CC%96', 8_192 - start.length)
    return [
      create('events', { website: url, image: url }, [201, 400]),
      create('venues', { venue: start, website: tail }, [201, 400]),
    ]
  })

const QUERIES = [
  'a&',
  'a=1&',
  'a[]=1&',
  '[',
  ']',
  '[]',
  'a[',
  'a[b]',
  '%',
  '%41',
  '%C3%A9',
  '+',
  '=',
  '&',
  'a[0]&',
  'include[]=1&',
  'search=x&',
  'include=1,',
  '%5B',
  '%5D',
  '%00',
  '%CC%81%CC%96',
] as const

const queries: Theme = () =>
  QUERIES.flatMap((piece): Case[] => [
    get(`/events?${fill(piece, 8_000)}`, [200, 400], { as: 'visitor' }),
    get(`/events?search=${fill(piece, 8_000)}`, [200, 400], { as: 'visitor' }),
    get(`/tags?${fill(piece, 8_000)}`, [200, 400], { as: 'visitor' }),
  ])

const PATHS = [
  '/',
  '//',
  '/.',
  '/..',
  '/%2e',
  '/a',
  '/1',
  ';',
  '%',
  '%41',
  '*',
  '(',
  ':',
  '/events',
  '/by-slug',
  '-',
  '%CC%81',
  '.',
] as const

const paths: Theme = () =>
  PATHS.flatMap((piece): Case[] => [
    get(`/events/${fill(piece, 8_000)}`, [200, 404], { as: 'visitor' }),
    get(`/events/by-slug/${fill(piece, 8_000)}`, [200, 404], { as: 'visitor' }),
    get(`/events/1${fill('/', 4_000)}${piece}`, [200, 403, 404], { as: 'visitor' }),
  ])

/** A hundred of everything that lists may hold. */
const lists: Theme = ({ categories, venues, events }) => {
  const hundred = <T>(value: T): T[] => Array.from({ length: 100 }, () => value)
  const names = Array.from({ length: 100 }, (_, at) => `Name ${at}`)
  return [
    get(`/events?categories=${hundred('FOOD').join()}`, 200),
    get(`/events?categories=${hundred(categories[0]).join()}`, 200),
    get(`/events?categories=${hundred('Straße').map(encodeURIComponent).join()}`, 400),
    get(`/events?tags=${names.map(encodeURIComponent).join()}`, 400),
    get(`/events?venue=${hundred(venues[0]).join()}`, 200),
    get(`/categories?include=${hundred(categories[0]).join()}`, 200),
    create('events', { tags: names }, 201),
    create('events', { categories: names, tags: names.join() }, 201),
    create('events', { venue: names.map((venue) => ({ venue })) }, 201),
    create(
      'events',
      { organizer: names.map((organizer) => ({ organizer, description: '<div>'.repeat(1_000) })) },
      201,
    ),
    create('events', { venue: hundred(venues[0]), organizer: [] }, 201),
    create('events', { cost: hundred('1-2') }, 201),
    create('events', { cost: hundred('a') }, 201),
    create('events', { tags: hundred('Same') }, 201),
    json('PATCH', `/events/${events[0]}`, { tags: names.map((name) => ({ id: 1, name })) }, 200),
    get(`/events?${names.map((_, at) => `tags[${at}]=name-${at}`).join('&')}`, 200),
    get('/tags?hide_empty=0&per_page=50', 200),
  ]
}

const EVENT = JSON.stringify(LEAST.events).slice(1, -1)
const many = (count: number, entry: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => entry(at)).join()

/** Bodies of as many bytes as there may be, and one more. */
const BODIES: readonly (readonly [body: string, expected: number])[] = [
  [`{${EVENT},"x":"${'x'.repeat(MEGABYTE - 100)}"}`, 201],
  [`{${EVENT},"description":"${'x'.repeat(MEGABYTE)}"}`, 413],
  [`{${EVENT}${' '.repeat(MEGABYTE - 100)}}`, 201],
  [`{${EVENT},"title":"${'x'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"slug":"${'x'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"cost":"${'x'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"cost":"${'<'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"image":"http://${'x'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"website":"http://${'x'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"timezone":"${'x/'.repeat(500_000)}"}`, 400],
  [`{${EVENT},"date":"${'1'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"author":"${'1'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"author":${'1'.repeat(1_000_000)}}`, 400],
  [`{${EVENT},"post_parent":"${'0'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"all_day":"${'t'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"status":"${'p'.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"tags":"${'a,'.repeat(500_000)}"}`, 400],
  [`{${EVENT},"venue":"${'1,'.repeat(500_000)}"}`, 400],
  [`{${EVENT},"venue":"${','.repeat(1_000_000)}"}`, 400],
  [`{${EVENT},"description":{"a":"${'x'.repeat(1_000_000)}"}}`, 400],
  [`{${EVENT},${many(40_000, (at) => `"${at}a":1`)}}`, 201],
  [`{${EVENT},${many(60_000, (at) => `"\\u0000${at}":1`)}}`, 400],
  [`{${EVENT},${many(60_000, () => `"title":"x"`)}}`, 201],
  [`{${EVENT},"x":[${many(500_000, () => '0')}]}`, 400],
  [`{${EVENT},"x":[${many(300_000, () => '{}')}]}`, 400],
  [`{${EVENT},"x":[${many(300_000, () => '""')}]}`, 400],
  [`{${EVENT},"x":[${many(60_000, () => '[[[[[[]]]]]]')}]}`, 400],
  [`{${EVENT},"x":{${many(90_000, (at) => `"${at}":1`)}}}`, 400],
  ...[
    'title',
    'description',
    'cost',
    'website',
    'image',
    'tags',
    'venue',
    'status',
    'slug',
    'password',
    'start_date',
  ].map((name) => [`{${EVENT},"${name}":[${many(500_000, () => '0')}]}`, 400] as const),
  ...['image', 'tags', 'venue', 'cost', 'title'].map(
    (name) => [`{${EVENT},"${name}":{${many(90_000, (at) => `"${at}":1`)}}}`, 400] as const,
  ),
  ...['tags', 'venue', 'organizer', 'image'].map(
    (name) => [`{${EVENT},"${name}":[${many(300_000, () => '{}')}]}`, 400] as const,
  ),
  [`{${EVENT},"venue":{"venue":"x",${many(85_000, (at) => `"${at}a":1`)}}}`, 400],
  [`{${EVENT},"venue":[${many(50_000, () => '{"venue":"x"}')}]}`, 400],
]

const bodies: Theme = () => [
  ...BODIES.map(([body, expected]) => send('POST', '/events', JSON_TYPE, body, expected)),
  ...['a', '%', '+', '=', '&', '[', ']', 'a[]', 'a=1&', '%41', '%C3%A9', 'a[b]=', '%00'].map((piece) =>
    send('POST', '/events', FORM_TYPE, fill(piece, MEGABYTE), 400),
  ),
  ...['title=', 'tags=', 'tags[]=', 'description=', 'slug=', 'venue=', 'cost=', 'start_date='].map((name) =>
    send('POST', '/events', FORM_TYPE, `${name}${'%2C'.repeat(300_000)}`, 400),
  ),
]

export const SIZES = {
  descriptions,
  refusedDescriptions,
  whole,
  lines,
  dates,
  urls,
  longQueries: queries,
  longPaths: paths,
  lists,
  largeBodies: bodies,
}
