import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import {
  badPairs,
  type Case,
  FORM_TYPE,
  finePairs,
  JSON_TYPE,
  LEAST,
  oddFields,
  oddTexts,
  send,
  type Theme,
  unreadableTexts,
} from './theme.ts'

const EVENT = JSON.stringify(LEAST.events)
/** The event with members more, as JSON. */
const withMembers = (members: string): string => `${EVENT.slice(0, -1)},${members}}`

/** Begins no character of UTF-8, or ends none. */
const noUtf8 = fc
  .uint8Array({ minLength: 1, maxLength: 8 })
  .map((bytes) => Uint8Array.from(bytes))
  .filter((bytes) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return false
    } catch {
      return true
    }
  })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const tokens = fc.constantFrom(
  ...words(`
    { } [ ] : , " "a" 'a' 1 01 .5 5. 1e +1 0x10 NaN tru
  `),
  ...[
    ...words(`
      null undefined \\u12 \\x41 \u200b //x a=1&b=2 <a/> )]}',
    `),
    '\n',
    '\u00a0',
    '/* */',
  ],
)
const noJson = fc.oneof(
  fc.array(tokens, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  fc.tuple(fc.nat(EVENT.length), tokens).map(([at, token]) => EVENT.slice(0, at) + token + EVENT.slice(at)),
  fc.nat(EVENT.length - 1).map((length) => EVENT.slice(0, length)),
  fc.constantFrom(
    '['.repeat(100_000),
    '{"a":'.repeat(50_000),
    '"'.repeat(100_001),
    `{"a":"${'\\u'.repeat(1_000)}`,
  ),
)

/** What does not parse is refused, whatever is missing beside. */
const brokenJson: Theme = () =>
  fc
    .tuple(
      fc.constantFrom('/events', '/venues', '/tags'),
      fc.oneof(
        noJson.filter((text) => text.trim() !== '' && !isJson(text)),
        noUtf8,
      ),
    )
    .map(([path, body]) => send('POST', path, JSON_TYPE, body, 400))

const deep: Theme = () =>
  fc
    .tuple(fc.constantFrom(33, 100, 5_000, 50_000), fc.constantFrom(['{"a":', '}'], ['[', ']']), fc.boolean())
    .map(([depth, [open = '', close = ''], isField]) => {
      const nested = `${open.repeat(depth)}1${close.repeat(depth)}`
      return send('POST', '/events', JSON_TYPE, isField ? withMembers(`"x":${nested}`) : nested, 400)
    })

/** Values that are no object hold no fields: the same as an empty body. */
const scalars: Theme = ({ venues }) =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom(
          'null',
          'true',
          '-0',
          '1e400',
          '[]',
          '[{"title":"x"}]',
          ' {} ',
          '\ufeff{}',
          '"\\ud800"',
        ),
        fc.oneof(fc.double(), fc.string(), fc.array(fc.nat())).map((value) => JSON.stringify(value)),
      ),
      fc.boolean(),
    )
    .map(([body, isCreate]) =>
      isCreate
        ? send('POST', '/events', JSON_TYPE, body, 400)
        : send('PATCH', `/venues/${venues[0]}`, JSON_TYPE, body, /^\s*\ufeff?\{/.test(body) ? 200 : 400),
    )

const FIELDS = ['x', 'title', 'description', 'venue', 'tags', 'cost', 'slug', 'password', 'timezone']

/** A name that leads to a prototype, NUL or half a character, anywhere in a body. */
const badMembers = fc
  .tuple(
    fc.constantFrom(...FIELDS),
    fc.array(fc.constantFrom('list', 'object'), { maxLength: 3 }),
    fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype').map((name) => `{"${name}":{"polluted":1}}`),
      unreadableTexts.map((text) => JSON.stringify(text)),
      unreadableTexts.map((text) => `{${JSON.stringify(text)}:1}`),
      fc.constant('{"\\u005f_proto__":1}'),
    ),
  )
  .map(([field, wraps, inner]) => {
    const value = wraps.reduce((one, wrap) => (wrap === 'list' ? `[${one}]` : `{"y":${one}}`), inner)
    return `"${field}":${value}`
  })

/** One field is bad among good ones: refused, and nothing is stored. */
const members: Theme = ({ events }) =>
  fc
    .tuple(fc.oneof(badMembers, fc.constant('"__proto__":{"polluted":1}')), fc.nat(2))
    .map(
      ([one, which]): Case =>
        [
          send('POST', '/events', JSON_TYPE, withMembers(one), 400),
          send('PUT', `/events/${events[0]}`, JSON_TYPE, `{${one}}`, 400),
        ][which] ?? send('DELETE', `/events/${events[1]}`, JSON_TYPE, `{${one}}`, 400),
    )

/** Odd, and taken: repeated names (the last counts), numbers in any spelling, what a field takes for nothing. */
const ODD_MEMBERS: readonly string[] = [
  ...words('"title":"Other" "":1 "valueOf":{} "length":-1 "x":1e400 "x":-0 "x":1E+2 "id":null'),
  ...[
    '"title":"\\u0001\\u0002x"',
    ...words('"title":"0" "categories":[0,0.5,1e300] "venue":0 "venue":[null,"",0]'),
  ],
  ...words(`
    "venue":{"id":0,"city":""} "cost":-5 "cost":1e21 "cost":1e-7 "cost":["",""] "website":false
  `),
  ...[
    '"website":"https://user:pass@a.example/"',
    '"website":"HTTPS://A.EXAMPLE"',
    '"image":false',
    '"image":"0"',
  ],
  ...[
    '"image":{"id":0,"url":"https://a.example/b.png"}',
    '"password":null',
    '"all_day":"FALSE"',
    '"featured":0',
  ],
  ...['"post_parent":null', '"timezone":""', '"timezone":"europe/BERLIN"', '"timezone":"UTC+5.75"'],
  ...['"start_date":"2027-05-10 24:00"', '"start_date":"0001-01-01"', '"end_date":"9999-12-31 23:59:59"'],
]

const oddMembers: Theme = () => {
  const texts = fc
    .tuple(fc.constantFrom('title', 'description', 'cost', 'slug', 'excerpt'), oddTexts)
    .map(([name, text]) => `"${name}":${JSON.stringify(`x${text}`)}`)
  return fc
    .oneof(fc.constantFrom(...ODD_MEMBERS), texts)
    .map((one) => send('POST', '/events', JSON_TYPE, withMembers(one), 201))
}

const FORM = new URLSearchParams(
  Object.entries(LEAST.events).map(([name, value]) => [name, String(value)]),
).toString()

/** The form names enough for an event; what is wrong beside is refused. */
const badForms: Theme = () => {
  const large = fc.constantFrom(
    ...[
      `a${'[]'.repeat(10_000)}=1`,
      'a=1&'.repeat(2_001),
      `${'a%5B'.repeat(20_000)}=1`,
      `a=${'%'.repeat(100_000)}`,
    ],
    ...[
      '['.repeat(100_000),
      `a${']['.repeat(50_000)}]=1`,
      ...words('title[]=a title[x]=b venue[venue][]=x venue[]=x'),
    ],
  )
  return fc.oneof(
    fc
      .oneof({ weight: 4, arbitrary: badPairs }, { weight: 1, arbitrary: large })
      .map((text) => send('POST', '/events', FORM_TYPE, `${FORM}&${text}`, 400)),
    noUtf8.map((body) => send('POST', '/events', FORM_TYPE, body, 400)),
  )
}

const fineForms: Theme = () =>
  fc
    .oneof(
      finePairs,
      fc.constantFrom('&&&', 'x[3]=1&x[]=2', '+=+', 'venue[venue]=Hall', 'tags[5]=a&tags[9]=b', 'title=b'),
    )
    .map((text) => send('POST', '/events', FORM_TYPE, `${FORM}&${text}`, 201))

const part = (name: string, value: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const PARTS = Object.entries(LEAST.events)
  .map(([name, value]) => part(name, String(value)))
  .join('')
const MULTIPART = 'multipart/form-data; boundary=b'
const HEAD = '--b\r\nContent-Disposition: form-data; name='

const BAD_PARTS = [
  ...['--b', 'x', '\r\n\r\n', '--'.repeat(100_000), '--b\r\n'.repeat(50_000), '--b\r\n\r\nx\r\n--b--\r\n'],
  ...[
    `--b\r\n${'X: y\r\n'.repeat(10_000)}\r\nx\r\n--b--\r\n`,
    `${HEAD}a\r\n\r\nx\r\n--b--\r\n`,
    `${HEAD}"a\r\n\r\nx\r\n--b--\r\n`,
  ],
  ...[
    '__proto__',
    'a[__proto__][polluted]',
    'constructor[prototype][x]',
    '',
    '[]',
    `a${'[b]'.repeat(40)}`,
  ].map((name) => `${part(name, 'x')}--b--\r\n`),
  ...[`${part('a', 'b\0c')}--b--\r\n`, `${part('title', 'x', '; filename="../../x.html"')}--b--\r\n`],
  ...[2_001, 16_000].map((count) => `${part('a', '1').repeat(count)}--b--\r\n`),
]

const multipart: Theme = () => {
  const cut = fc.nat(PARTS.length).map((length) => PARTS.slice(0, length))
  const types = fc
    .constantFrom('', '; boundary', '; boundary=', '; boundary=c', `; boundary=${'b'.repeat(5_000)}`)
    .map((rest) => send('POST', '/events', `multipart/form-data${rest}`, `${PARTS}--b--\r\n`, 400))
  const fine = fc
    .constantFrom('', part('x', '\r\n--c--\r\n'), part('tags[]', 'a') + part('tags[]', 'c'))
    .map((more) => send('POST', '/events', MULTIPART, `${PARTS}${more}--b--\r\n`, 201))
  const bad = fc
    .oneof(cut, fc.constantFrom(...BAD_PARTS))
    .map((body) => send('POST', '/events', MULTIPART, body, 400))
  return fc.oneof(bad, bad, types, fine)
}

const isKnown = (type: string): boolean =>
  /^\s*(application\/([\w.-]*\+)?json|application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(
    type,
  )

/** A body of another type is not read, and that is said where nothing else is wrong. */
const otherTypes: Theme = ({ events }) =>
  fc
    .tuple(
      fc.oneof(
        oddFields,
        fc.constantFrom(
          'text/plain',
          'text/json',
          'application/jsonx',
          'application',
          '/',
          'application/json/x',
          '+json',
        ),
        fc.constantFrom(
          'application/json, text/plain',
          'application /json',
          'multipart/mixed; boundary=b',
          ';',
          '*/*',
        ),
      ),
      fc.nat(2),
    )
    .filter(([type]) => !isKnown(type))
    .map(
      ([type, which]): Case =>
        [
          send('POST', '/events', type, EVENT, 400),
          send('PATCH', `/events/${events[0]}`, type, '{"title":"New"}', 415),
        ][which] ?? send('DELETE', `/events/${events[1]}`, type, 'x', 415),
    )

const jsonTypes: Theme = () =>
  fc
    .tuple(
      fc.constantFrom(
        'application/json',
        'APPLICATION/JSON',
        ' application/json ',
        'application/ld+json',
        'application/+json',
      ),
      fc.constantFrom(
        '',
        ';',
        ';;;',
        ';charset',
        '; charset=utf-16',
        '; boundary=b',
        ';charset="\u00e9"',
        `; ${'x'.repeat(5_000)}`,
      ),
    )
    .map((type) => send('POST', '/events', type.join(''), EVENT, 201))

/** The header is believed only where it makes a refusal cheaper. */
const lengths: Theme = () =>
  fc
    .oneof(
      fc.integer({ min: -1, max: 3_000_000 }).map(String),
      fc.constantFrom('x', '1e9', 'NaN', '0x10', '1, 1', '', '+5'),
    )
    .map((length) =>
      send('POST', '/events', JSON_TYPE, EVENT, Number(length) > 1_048_576 ? 413 : 201, {
        headers: { 'content-length': length },
      }),
    )

export const BODIES = {
  ...{
    brokenJson,
    deep,
    scalars,
    members,
    oddMembers,
    badForms,
    fineForms,
    multipart,
    otherTypes,
    jsonTypes,
    lengths,
  },
}
