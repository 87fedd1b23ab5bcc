import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import type { Shot } from '../shot.ts'
import type { Collection, Ids } from '../stock.ts'

/** A request with the statuses that it may be answered with. */
export interface Case {
  readonly shot: Shot
  readonly expected: readonly number[]
}

/** Requests of one sort: random ones, or a list that is sent as a whole. Each theme has a calendar of its own. */
export type Theme = (ids: Ids) => fc.Arbitrary<Case> | readonly Case[]

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

const listed = (expected: number | readonly number[]): readonly number[] =>
  typeof expected === 'number' ? [expected] : expected

/** A GET by an editor, unless said otherwise. */
export const get = (path: string, expected: number | readonly number[], more: Partial<Shot> = {}): Case => ({
  shot: { method: 'GET', path, as: 'editor', ...more },
  expected: listed(expected),
})

/** A request with a body of any type. */
export const send = (
  method: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => ({
  shot: { method, path, as: 'editor', body, ...more, headers: { 'content-type': type, ...more.headers } },
  expected: listed(expected),
})

export const json = (
  method: string,
  path: string,
  value: unknown,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => send(method, path, JSON_TYPE, JSON.stringify(value), expected, more)

/** The least that each collection takes. */
export const LEAST: Readonly<Record<Collection, Readonly<Record<string, unknown>>>> = {
  events: { title: 'Open day', start_date: '2027-05-10', end_date: '2027-05-11' },
  venues: { venue: 'House' },
  organizers: { organizer: 'Ann' },
  categories: { name: 'Music' },
  tags: { name: 'Loud' },
}

export const NAME_FIELD: Readonly<Record<Collection, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}

/** A create with one field more, or another. */
export const create = (
  collection: Collection,
  fields: object,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => json('POST', `/${collection}`, { ...LEAST[collection], ...fields }, expected, more)

/** Percent-encoded, lone surrogates as the bytes that they would be. */
export const escaped = (text: string): string =>
  Array.from(text, (character) =>
    /\p{Surrogate}/u.test(character)
      ? `%${(0xe0 | (character.charCodeAt(0) >> 12)).toString(16)}%${(0x80 | ((character.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%${(0x80 | (character.charCodeAt(0) & 0x3f)).toString(16)}`
      : encodeURIComponent(character),
  ).join('')

export const POSTS = ['events', 'venues', 'organizers'] as const satisfies Collection[]

/** Texts that parsers, databases and object lookups often get wrong. */
const ODD_TEXTS = [
  ...[...words('0 00 -1 +1 1.5 1e3 1e400 0x10 1,2 1;2 \u0661 \uff11'), '9'.repeat(400)],
  ...['NaN', 'Infinity', 'null', 'undefined', 'true', '[]', '{}', '[object Object]', '{id}', ':id', '$1'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length'],
  ...[
    ...words(`
    " ' \\ % %25 _ * (.*) (a+)+$ - -- ? | ^ &
  `),
    "' OR 1=1 --",
    '/* */',
  ],
  ...[...words('<script> &lt; &amp;amp; ../.. a/b , ; = # + @ ! ~'), 'x y', '\t', '\n'],
  ...[...words('\u200b \u202e \u0301 \u0301\u0316 \u0e33 \uff9e \ufdfa \uffff \u0085'), '\ufeff'],
  ...['\u0130', '\u00df', '\u00e9', '\u65e5\u672c', '\u{1f600}', '\u{10ffff}', 'x'.repeat(60)],
]

/** Well-formed and without NUL, which no request may hold. */
export const oddTexts = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.constantFrom(...ODD_TEXTS), { minLength: 2, maxLength: 6 })
        .map((all) => all.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
  )
  .filter((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text))

/** The same, as far as header fields can hold it; never blank. */
export const oddFields = oddTexts
  .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '\u00e9'))
  .filter((text) => text.trim() !== '')

/** With a NUL or half a character in it. */
export const unreadableTexts = fc
  .tuple(
    fc.constantFrom('', 'a'),
    fc.constantFrom('\0', '\ud800', '\udfff', 'a\ud83d'),
    fc.constantFrom('', 'b'),
  )
  .map((parts) => parts.join(''))

const badEscapes = fc.constantFrom(
  ...['%', '%a', '%zz', '%C0%AF', '%E0%A4', '%E0%80%AF', '%ED%A0%80', '%F4%90%80%80', '%FF', '%00'],
)

/** One part of a path, of odd letters and bad escapes. */
export const segments = fc
  .array(fc.oneof({ weight: 4, arbitrary: oddTexts.map(escaped) }, { weight: 1, arbitrary: badEscapes }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(''))
  .filter((text) => !/^(\.|%2e){1,2}$/i.test(text))

const brackets = (names: readonly string[]): string => names.map((name) => `[${name}]`).join('')
const harmless = fc.array(fc.constantFrom('', 'a', '0', '5'), { maxLength: 3 })

/** Pairs of queries and forms whose names or escapes are refused. */
export const badPairs = fc.oneof(
  fc.constantFrom('[]=1', '[a]=1', 'a[=1', 'a[b=1', 'a[b]c=1', 'a[b][=1', '=1'),
  badEscapes.map((text) => `a=${text}`),
  badEscapes.map((text) => `${text}=1`),
  fc
    .tuple(harmless, fc.constantFrom('__proto__', 'constructor', 'prototype', '%5F%5Fproto%5F%5F'), harmless)
    .map(([before, name, after]) => {
      const [first = 'a', ...rest] = [...(before.length > 0 ? ['a'] : []), ...before, name, ...after]
      return `${first}${brackets(rest)}=1`
    }),
  fc.integer({ min: 33, max: 400 }).map((depth) => `a${'[b]'.repeat(depth)}=1`),
)

/** Pairs of no meaning that are taken. */
export const finePairs = fc
  .tuple(
    fc.constantFrom('a', 'A', 'toString', 'valueOf', 'length', 'a b', 'a;b', '\u00e9', '\u202e', '\u{1f600}'),
    fc.array(fc.constantFrom('', 'b', '0', '5', '-1', '9999999', 'toString', 'length', ' '), {
      maxLength: 5,
    }),
    oddTexts,
  )
  .map(([name, path, value]) => `${escaped(name)}${brackets(path)}=${escaped(value)}`)

/** A piece again and again, up to a length. */
export const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))
