import { type Case, FORM_TYPE, JSON_TYPE, LEAST, send, type Theme } from './case.ts'

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values)
const utf16 = (text: string, mark: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...mark, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])])
const EVENT = JSON.stringify(LEAST.events)
const with_ = (members: string): string => `${EVENT.slice(0, -1)},${members}}`
const nested = (depth: number, open = '{"a":', close = '}'): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`

const PATHS = ['/events', '/venues', '/tags'] as const

const NO_JSON: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '{]',
    '[}',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '[1,]',
    '[,]',
    '{,}',
    '{a:1}',
    "{'a':1}",
    '{"a" 1}',
  ],
  ...[
    '"',
    '"a',
    'tru',
    'True',
    'NaN',
    'Infinity',
    '-',
    '+1',
    '01',
    '.5',
    '5.',
    '1e',
    '0x10',
    'undefined',
    'None',
    '//x',
    '/* */{}',
    '{}{}',
  ],
  ...[
    '{} x',
    '{"a":1}\n{"b":2}',
    '{"a":"\n"}',
    '{"a":"\t"}',
    '{"a":"\\x41"}',
    '{"a":"\\u12"}',
    '{"a":"\\u{41}"}',
    '\u00a0{}',
    '{}\u2028',
    '\0',
    ' ',
  ],
  ...[
    'a=1&b=2',
    '<a/>',
    '--x\r\n',
    'null null',
    '{"__proto__":',
    '{"a":1e}',
    '[1 2]',
    '\u200b{}',
    ")]}',\n{}",
    'callback({})',
  ],
  ...[
    '['.repeat(100_000),
    '{"a":'.repeat(50_000),
    '"'.repeat(100_001),
    '\\'.repeat(10_000),
    `[${'1,'.repeat(100_000)}`,
    `{"a":"${'\\u'.repeat(1_000)}`,
  ],
  ...[
    bytes(0xff),
    bytes(0xc0, 0xaf),
    bytes(0xed, 0xa0, 0x80),
    bytes(0xf4, 0x90, 0x80, 0x80),
    bytes(0x7b, 0x22, 0x80, 0x22),
    bytes(0xe2, 0x82),
  ],
  ...[
    utf16('{}', [0xff, 0xfe]),
    utf16('{}', []),
    bytes(0xfe, 0xff, 0, 0x7b, 0, 0x7d),
    bytes(0x1f, 0x8b, 8, 0),
    bytes(0xef, 0xbb),
    bytes(0xef, 0xbb, 0xbf),
  ],
]

/** What does not parse is no JSON, whatever is missing beside. */
const brokenJson: Theme = () =>
  PATHS.flatMap((path) => NO_JSON.map((body) => send('POST', path, JSON_TYPE, body, 400)))

const DEEP = [
  with_(`"x":${nested(32)}`),
  with_(`"x":${nested(32, '[', ']')}`),
  with_(`"venue":${nested(200)}`),
  with_(`"description":${nested(10_000, '[', ']')}`),
  nested(33),
  nested(5_000),
  nested(33, '[', ']'),
  nested(100_000, '[', ']'),
  `{"__proto__":${nested(40)}}`,
]

const deep: Theme = () => DEEP.map((body) => send('POST', '/events', JSON_TYPE, body, 400))

/** Values that are no object hold no fields: the same as an empty body. */
const SCALARS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '1e-400',
  '""',
  '"title"',
  '[]',
  '[[]]',
  '[{"title":"x"}]',
  '{}',
  ' {} ',
  '\ufeff{}',
  '"\\ud800"',
  '123456789012345678901234567890',
  '[1,2,3]',
  '"\\u0000"',
  '\n[]\n',
] as const

const scalars: Theme = ({ venues }) =>
  SCALARS.flatMap((body): Case[] => [
    send('POST', '/events', JSON_TYPE, body, 400),
    send('POST', '/categories', JSON_TYPE, body, 400),
    send('PATCH', `/venues/${venues[0]}`, JSON_TYPE, body, 200),
  ])

/** One field is bad among good ones: named, and nothing is stored. */
const BAD_MEMBERS = [
  ...[
    '"__proto__":{"polluted":1}',
    '"__proto__":1',
    '"constructor":{"prototype":{"polluted":1}}',
    '"prototype":1',
    '"x":{"__proto__":{"polluted":1}}',
  ],
  ...[
    '"x":[{"constructor":1}]',
    '"venue":{"venue":"x","__proto__":{"polluted":1}}',
    '"tags":[{"prototype":1}]',
    '"\\u005f_proto__":1',
    '"x":{"y":{"__proto__":null}}',
  ],
  ...[
    '"x":"\\u0000"',
    '"x\\u0000":1',
    '"x":"\\ud800"',
    '"x":["\\udc00"]',
    '"\\ud800":1',
    '"x":{"\\u0000":1}',
    '"description":"a\\u0000b"',
    '"x":[[["\\ud83d"]]]',
  ],
  ...[
    '"slug":"\\ud800"',
    '"venue":{"venue":"\\u0000"}',
    '"cost":["\\udfff"]',
    '"title":"\\u0000"',
    '"password":"\\u0000"',
    '"timezone":"\\u0000"',
  ],
]

const members: Theme = ({ events }) =>
  BAD_MEMBERS.flatMap((one): Case[] => [
    send('POST', '/events', JSON_TYPE, with_(one), 400),
    send('PUT', `/events/${events[0]}`, JSON_TYPE, `{${one}}`, 400),
    send('DELETE', `/events/${events[1]}`, JSON_TYPE, `{${one}}`, 400),
  ])

/** Odd, and taken: repeated names (the last counts), names of no meaning, numbers in any spelling. */
const ODD_MEMBERS = [
  ...[
    '"title":"Other"',
    '"x":1',
    '"":1',
    '"toString":1',
    '"hasOwnProperty":null',
    '"valueOf":{}',
    '"length":-1',
    '"x":1e400',
    '"x":-0',
    '"x":1E+2',
  ],
  ...[
    '"id":null',
    '"title":"\\u202eevil"',
    '"title":"a\\u200bb"',
    '"title":"\\ufeffa"',
    '"title":"e\\u0301"',
    '"title":"\\u00e9"',
    '"title":"\\ud83d\\ude00"',
  ],
  ...[
    '"title":"\\u0001\\u0002x"',
    '"title":"x\\u007f\\u0085"',
    '"title":"\\uffff\\ufffe"',
    '"title":"\\ufdfa"',
    '"title":"\\u0e33"',
    '"title":"0"',
    '"title":"null"',
  ],
  ...[
    '"categories":[0,0.5,1e300]',
    '"venue":0',
    '"venue":[]',
    '"venue":[null,"",0]',
    '"venue":{"id":0,"city":""}',
    '"cost":0',
    '"cost":-5',
    '"cost":1e21',
  ],
  ...[
    '"cost":1e-7',
    '"cost":"1,,5"',
    '"cost":"$"',
    '"cost":"-"',
    '"cost":"5 - - 6"',
    '"cost":"to to to"',
    '"cost":["",""]',
    '"cost":"€ 5 - 7 $"',
    '"cost":"1e5"',
  ],
  ...[
    '"website":false',
    '"website":0',
    '"website":[]',
    '"website":"https://user:pass@a.example/"',
    '"website":"http://127.0.0.1:1/"',
    '"website":"HTTPS://A.EXAMPLE"',
  ],
  ...[
    '"image":false',
    '"image":"0"',
    '"image":{"id":0,"url":"https://a.example/b.png"}',
    '"image":"https://user:pass@a.example/%00.png"',
    '"password":null',
  ],
  ...[
    '"all_day":"FALSE"',
    '"featured":0',
    '"post_parent":null',
    '"post_parent":""',
    '"timezone":""',
    '"timezone":"utc"',
    '"timezone":"europe/BERLIN"',
    '"timezone":"UTC+5.75"',
  ],
  ...[
    '"start_date":"2027-05-10 24:00"',
    '"start_date":"20270510"',
    '"start_date":" 2027-05-10 "',
    '"start_date":"1800000000"',
    '"start_date":"0001-01-01"',
    '"end_date":"9999-12-31 23:59:59"',
  ],
]

const oddMembers: Theme = () => ODD_MEMBERS.map((one) => send('POST', '/events', JSON_TYPE, with_(one), 201))

const FORM = 'title=Open+day&start_date=2027-05-10&end_date=2027-05-11'

const BAD_FORMS: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...[
    '%',
    '%zz=1',
    'a=%',
    'a=%f',
    'a=%E0%A4',
    '%FF=1',
    'a=%00',
    '%00',
    '[]=1',
    '[a]=1',
    'a[=1',
    'a[b=1',
    'a[b]c=1',
    'a[b][=1',
    '=',
    '=1',
  ],
  ...[
    '__proto__=1',
    '__proto__[polluted]=1',
    'a[__proto__][polluted]=1',
    'constructor[prototype][polluted]=1',
    'a[][prototype]=1',
    'a[constructor]=1',
  ],
  ...[
    `a${'[b]'.repeat(32)}=1`,
    `a${'[]'.repeat(10_000)}=1`,
    `${'a=1&'.repeat(2_000)}a=1`,
    '&'.repeat(2_001),
    `${'a[]=1&'.repeat(2_001)}`,
  ],
  ...[
    `${'a%5B'.repeat(20_000)}=1`,
    `a=${'%'.repeat(100_000)}`,
    `${'['.repeat(100_000)}`,
    `a${']['.repeat(50_000)}]=1`,
  ],
]

/** The form names enough for an event; what is wrong beside is refused. */
const forms: Theme = () => [
  ...BAD_FORMS.map((text) => send('POST', '/events', FORM_TYPE, `${FORM}&${text}`, 400)),
  ...BAD_FORMS.map((text) => send('POST', '/venues', FORM_TYPE, text, 400)),
  ...[
    bytes(0xff, 0x3d),
    bytes(0xc0, 0xaf),
    bytes(0x61, 0x3d, 0xed, 0xa0, 0x80),
    utf16('a=1', [0xff, 0xfe]),
  ].map((body) => send('POST', '/events', FORM_TYPE, body, 400)),
  ...[
    'title[]=a&title=b',
    'title=a&title[x]=b',
    'title[toString]=a',
    'start_date[]=2027-05-10',
    'venue[venue][]=x',
    'venue[]=x',
    'tags[__proto__]=x',
  ].map((text) =>
    send(
      'POST',
      '/events',
      FORM_TYPE,
      `${FORM}&${text}`.replace(
        'title=Open+day&',
        text.startsWith('title') && !text.includes('&') ? '' : 'title=Open+day&',
      ),
      text.startsWith('title[]') ? 201 : 400,
    ),
  ),
  ...[
    '&&&',
    'x=1',
    'x[]=1&x[]=2',
    'x[3]=1&x[]=2',
    '+=+',
    'x=%2B',
    'venue[venue]=Hall',
    'tags[]=a&tags[1]=b',
    'tags[5]=a&tags[9]=b',
    'x;y=1',
    'title=a&title=b',
    `x=${'a'.repeat(500_000)}`,
  ].map((text) => send('POST', '/events', FORM_TYPE, `${FORM}&${text}`, 201)),
]

const part = (name: string, value: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const EVENT_PARTS = Object.entries(LEAST.events)
  .map(([name, value]) => part(name, String(value)))
  .join('')
const MULTIPART = 'multipart/form-data; boundary=b'

const NO_MULTIPART: readonly (readonly [type: string, body: string])[] = [
  ['multipart/form-data', `${EVENT_PARTS}--b--\r\n`],
  ['multipart/form-data; boundary', `${EVENT_PARTS}--b--\r\n`],
  ['multipart/form-data; boundary=', `${EVENT_PARTS}--b--\r\n`],
  ['multipart/form-data; boundary=c', `${EVENT_PARTS}--b--\r\n`],
  ['multipart/form-data; boundary="b', `${EVENT_PARTS}--c--\r\n`],
  [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, `${EVENT_PARTS}--b--\r\n`],
  ['multipart/form-data; boundary=b; boundary=c', `${EVENT_PARTS.replaceAll('--b', '--x')}--x--\r\n`],
  [MULTIPART, EVENT_PARTS],
  [MULTIPART, `${EVENT_PARTS}--b`],
  [MULTIPART, EVENT_PARTS.slice(0, -10)],
  [MULTIPART, '--b'],
  [MULTIPART, '--b\r\n'],
  [MULTIPART, 'x'],
  [MULTIPART, '\r\n\r\n'],
  [MULTIPART, '--'.repeat(100_000)],
  [MULTIPART, '--b\r\n'.repeat(50_000)],
  [MULTIPART, `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n`],
  [MULTIPART, `--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--\r\n`],
  [MULTIPART, `--b\r\n\r\nx\r\n--b--\r\n`],
  [MULTIPART, `--b\r\n${'X: y\r\n'.repeat(10_000)}\r\nx\r\n--b--\r\n`],
  [MULTIPART, `--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\n`],
  [MULTIPART, `--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--\n`],
  [MULTIPART, `--b\r\nContent-Disposition: form-data; name="a\r\n\r\nx\r\n--b--\r\n`],
  [MULTIPART, `${part('__proto__', 'x')}--b--\r\n`],
  [MULTIPART, `${part('a[__proto__][polluted]', 'x')}--b--\r\n`],
  [MULTIPART, `${part('constructor[prototype][polluted]', 'x')}--b--\r\n`],
  [MULTIPART, `${part('', 'x')}--b--\r\n`],
  [MULTIPART, `${part('[]', 'x')}--b--\r\n`],
  [MULTIPART, `${part('a', 'b\0c')}--b--\r\n`],
  [MULTIPART, `${part('title', 'x', '; filename="../../x.html"')}--b--\r\n`],
  [
    MULTIPART,
    `${EVENT_PARTS}${part('image', '<svg onload=alert(1)>', '; filename="a.svg"\r\nContent-Type: image/svg+xml')}--b--\r\n`,
  ],
  [MULTIPART, `${EVENT_PARTS}${part('x%0D%0ASet-Cookie: a=b', 'x', '; filename="x"')}--b--\r\n`],
  [MULTIPART, `${part('a', '1').repeat(2_001)}--b--\r\n`],
  [MULTIPART, `${part(`a${'[b]'.repeat(40)}`, '1')}--b--\r\n`],
  [MULTIPART, `${part('a', '1').repeat(16_000)}--b--\r\n`],
]

const multipart: Theme = () => [
  ...NO_MULTIPART.map(([type, body]) => send('POST', '/events', type, body, 400)),
  send('POST', '/events', MULTIPART, `${EVENT_PARTS}--b--\r\n`, 201),
  send('POST', '/events', 'Multipart/Form-Data; Boundary="b"', `${EVENT_PARTS}--b--`, [201, 400]),
  send('POST', '/events', MULTIPART, `preamble\r\n${EVENT_PARTS}--b--\r\nepilogue`, [201, 400]),
  send('POST', '/events', MULTIPART, `${EVENT_PARTS}${part('x', '\r\n--c--\r\n')}--b--\r\n`, 201),
  send(
    'POST',
    '/events',
    MULTIPART,
    `${EVENT_PARTS}${part('tags[]', 'a')}${part('tags[]', 'c')}--b--\r\n`,
    201,
  ),
]

const TYPES = [
  ...[
    'text/plain',
    'text/html',
    'text/json',
    'application/xml',
    'application/octet-stream',
    'application/jsonx',
    'application/x-json',
    'json',
    'application',
    '/',
  ],
  ...[
    'application/',
    '/json',
    '*/*',
    'application/*',
    'image/png',
    'application/json, text/plain',
    'application /json',
    'application/json/x',
    'x'.repeat(5_000),
  ],
  ...[
    'application/x-www-form-urlencodedx',
    'multipart/mixed; boundary=b',
    'multipart/form-datax',
    'text/+json',
    '+json',
    '__proto__',
    '<script>',
    ';',
    'charset=utf-8',
  ],
] as const

const JSON_TYPES = [
  ...[
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;',
    'application/json;;;',
    'application/json;charset',
    ' application/json ',
    'application/ld+json',
  ],
  ...[
    'application/+json',
    'application/json; boundary=b',
    `application/json; ${'x'.repeat(5_000)}`,
    'application/json;charset="\u00e9"',
    'application/vnd.a.b-c+json',
  ],
] as const

/** A body of another type is not read, and that is said where nothing else is wrong. */
const types: Theme = ({ events }) => [
  ...TYPES.flatMap((type): Case[] => [
    send('POST', '/events', type, EVENT, 400),
    send('PATCH', `/events/${events[0]}`, type, '{"title":"New"}', 415),
    send('DELETE', `/events/${events[1]}`, type, 'x', 415),
  ]),
  ...JSON_TYPES.map((type) => send('POST', '/events', type, EVENT, 201)),
  send('POST', '/events', FORM_TYPE, EVENT, 400),
  send('POST', '/events', JSON_TYPE, FORM, 400),
  send('POST', '/events', JSON_TYPE, utf8(EVENT), 201),
]

const LENGTHS = [
  '0',
  '-1',
  '1',
  '99',
  'x',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '1048577',
  '9007199254740993',
  '1, 1',
  '',
  ' ',
  '1048576.5',
  '+5',
  '00',
] as const

/** The header is believed only where it makes a refusal cheaper. */
const lengths: Theme = () =>
  LENGTHS.map((length) => {
    const isMore = Number(length) > 1_048_576
    return send('POST', '/events', JSON_TYPE, EVENT, isMore ? 413 : 201, {
      headers: { 'content-length': length },
    })
  })

export const BODIES = { brokenJson, deep, scalars, members, oddMembers, forms, multipart, types, lengths }
