import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import { create, FORM_TYPE, fill, get, JSON_TYPE, json, LEAST, send, type Theme } from './theme.ts'

/*
 * As much as the limits let through, of every character that something of ours loops over.
 */

const MEGABYTE = 1_048_576
const TEXT = 200_000
const LINE = 1_000

/** One to three of them, to be repeated. */
const piecesOf = (...all: readonly string[]) =>
  fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))

const markup = piecesOf(
  ...[
    ...words(`
    < <a = =" =' " ' / </ > </a> <! <!-- --> <? <![CDATA[
  `),
    '<a ',
    ' b',
  ],
  ...[...words('<p> </p> <div> <b> <li> <ul> <td> <tr> <table> <caption> <h1> <br>'), '<a href="x">'],
  ...words('<script> <style> </script> <svg> <math> <template> <textarea> <plaintext> <x-y> <ann@a>'),
  ...['&', '&#', '&#x', '&#1', '&amp;', '&lt;', '&nope;', ';', '`', ' ', '\n', '\u00a0', '\u2028', ']]>'],
)
const letters = piecesOf(
  ...words('\u0301 \u0316 \u05b0 \u05c1 \u064b \u0e38 \uff9e \u0344 \u3099 \u034f \u200d \ufe0f'),
  ...words('a \ufdfa \u3356 \ufb03 \u0130 \u00df \u1e9e \u03a3 \u00e6 \uac01 \u65e5 \u{1f600}'),
  ...[...words('\u1100\u1161\u11a8 \u00bd \u2460 \ufb1d \u200b \u202e \u201c \u2014 \u00a9'), '\ufeff'],
)
const signs = piecesOf(
  ...[...words('< & &amp; - -- _ . / % %4 %41 %E7 + ( [ \\ * .*'), '<a ', ' '],
  ...['1', ',', '$', '\u20ac', '1-', ' to ', 'free', 'USD ', 'R', 'kr.'],
)
const texts = fc.oneof(markup, letters)

/** Too long as the HTML that is stored, for some of them: then refused. */
const descriptions: Theme = () =>
  texts.map((piece) => create('events', { description: fill(piece, TEXT) }, [201, 400]))

/** Refused for another field all the same, which looks at everything twice. */
const refusedDescriptions: Theme = () =>
  texts.map((piece) => create('events', { description: fill(piece, TEXT), status: 'none' }, 400))

/** Several at once, up to the limit of bodies. */
const whole: Theme = () =>
  texts.map((piece) => {
    const bytes = new TextEncoder().encode(JSON.stringify(piece)).length - 2
    const room = Math.floor((MEGABYTE - 2_000) / 4 / bytes) * piece.length
    const text = fill(piece, Math.min(TEXT, room))
    const venue = { venue: 'Whole', description: text }
    const organizer = { organizer: 'Whole', description: text }
    return create('events', { description: text, excerpt: text, venue, organizer }, [201, 400])
  })

const lines: Theme = () =>
  fc
    .tuple(fc.oneof(signs, letters), fc.nat(4))
    .map(
      ([piece, which]) =>
        [
          create('events', { title: `x${fill(piece, LINE - 1)}` }, [201, 400]),
          create('events', { slug: `x${fill(piece, LINE - 1)}` }, 201),
          create('events', { cost: fill(piece, LINE - 2) }, [201, 400]),
          create('venues', { venue: `y${fill(piece, LINE - 1)}`, zip: fill(piece, LINE) }, [201, 400]),
        ][which] ?? create('tags', { name: `z${fill(piece, 199)}`, slug: fill(piece, LINE) }, [201, 400]),
    )

const dates: Theme = () => {
  const pieces = piecesOf(
    ...[...words('1 - + 0 2027- 10: t z , @'), ' ', '+1 day', '-1 month ', 'ago ', 'next ', 'may '],
    ...['monday ', 'first day of ', 'a/', '.', '/', 'w', 'utc+', '\t'],
  )
  return fc
    .tuple(pieces, fc.boolean())
    .map(([piece, isCreate]) =>
      isCreate
        ? create('events', { end_date: fill(piece, 128), start_date: fill(piece, 127) }, [201, 400])
        : get(`/events?starts_after=${encodeURIComponent(fill(piece, 128))}`, [200, 400]),
    )
}

const urls: Theme = () =>
  fc
    .tuple(
      fc.constantFrom(
        'http://a/',
        'https://a.example/?',
        'http://[',
        'http://a@',
        'http://a:',
        'http://%',
        'http://xn--',
      ),
      fc.constantFrom('x', '1.', '%41', '../', '#', '\\', '/', '-', '%CC%81%CC%96'),
      fc.boolean(),
    )
    .map(([start, piece, isEvent]) => {
      const url = start + fill(piece, 8_192 - start.length)
      return isEvent
        ? create('events', { website: url, image: url }, [201, 400])
        : create('venues', { venue: start, website: url }, [201, 400])
    })

const longPaths: Theme = () => {
  const pieces = piecesOf(
    'a',
    'a=1&',
    'a[]=1&',
    '[',
    ']',
    '[]',
    '+',
    '=',
    '&',
    '%41',
    '%C3%A9',
    'include=1,',
    '%5B',
    '%CC%81',
    '*',
    '(',
  )
  return fc
    .tuple(
      fc.constantFrom(
        '/events?',
        '/events?search=',
        '/tags?',
        '/events/',
        '/events/by-slug/',
        `/events/1${'/'.repeat(4_000)}`,
      ),
      fc.oneof(pieces, piecesOf('/', '/.', '/..', '/%2e', '/a', ';', '%', ':', '/by-slug')),
    )
    .map(([start, piece]) =>
      get(start + fill(piece, start.length > 4_000 ? 4_000 : 8_000), [200, 400, 403, 404], { as: 'visitor' }),
    )
}

/** A hundred of everything that lists may hold. */
const lists: Theme = ({ categories, venues, events }) => {
  const hundred = <T>(value: T): T[] => Array.from({ length: 100 }, () => value)
  const names = Array.from({ length: 100 }, (_, at) => `Name ${at}`)
  const organizers = names.map((organizer) => ({ organizer, description: '<div>'.repeat(1_000) }))
  return [
    get(`/events?categories=${hundred('FOOD').join()}`, 200),
    get(`/events?categories=${hundred('Stra\u00dfe').map(encodeURIComponent).join()}`, 400),
    get(`/events?tags=${names.map(encodeURIComponent).join()}`, 400),
    get(`/events?venue=${hundred(venues[0]).join()}`, 200),
    get(`/categories?include=${hundred(categories[0]).join()}`, 200),
    create('events', { categories: names, tags: names.join() }, 201),
    create('events', { venue: names.map((venue) => ({ venue })) }, 201),
    create('events', { organizer: organizers }, 201),
    create('events', { venue: hundred(venues[0]), organizer: [] }, 201),
    create('events', { cost: hundred('1-2'), tags: hundred('Same') }, 201),
    json('PATCH', `/events/${events[0]}`, { tags: names.map((name) => ({ id: 1, name })) }, 200),
    get(`/events?${names.map((_, at) => `tags[${at}]=name-${at}`).join('&')}`, 200),
  ]
}

const EVENT = JSON.stringify(LEAST.events).slice(1, -1)
const many = (count: number, entry: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => entry(at)).join()

const FIELDS = [
  ...words('title slug cost image website timezone date author post_parent all_day status'),
  ...['tags', 'venue', 'organizer', 'password', 'start_date'],
]

/** Every field, as a text, list or object of as many bytes as a body may have. */
const largeFields: Theme = () =>
  fc
    .tuple(
      fc.constantFrom(...FIELDS),
      fc.oneof(
        fc
          .constantFrom('x', '<', '1', '0', 'x/', 'a,', '1,', ',')
          .map((piece) => `"${fill(piece, 1_000_000)}"`),
        fc
          .constantFrom('0', '{}', '""', '[[[[[[]]]]]]')
          .map((entry) => `[${many(900_000 / (entry.length + 1), () => entry)}]`),
        fc.constant(`{${many(90_000, (at) => `"${at}":1`)}}`),
      ),
    )
    .map(([name, value]) => send('POST', '/events', JSON_TYPE, `{${EVENT},"${name}":${value}}`, 400))

/** Bodies of as many bytes as there may be, and more. */
const largeBodies: Theme = () =>
  [
    [`{${EVENT},"x":"${'x'.repeat(MEGABYTE - 100)}"}`, 201] as const,
    [`{${EVENT},"description":"${'x'.repeat(MEGABYTE)}"}`, 413] as const,
    [`{${EVENT}${' '.repeat(MEGABYTE - 100)}}`, 201] as const,
    [`{${EVENT},${many(60_000, (at) => `"\\u0000${at}":1`)}}`, 400] as const,
    [`{${EVENT},${many(60_000, () => `"title":"x"`)}}`, 201] as const,
    [`{${EVENT},"venue":{"venue":"x",${many(85_000, (at) => `"${at}a":1`)}}}`, 400] as const,
    [`{${EVENT},"venue":[${many(50_000, () => '{"venue":"x"}')}]}`, 400] as const,
  ].map(([body, expected]) => send('POST', '/events', JSON_TYPE, body, expected))

const largeForms: Theme = () => {
  const pieces = piecesOf('a', '%', '+', '=', '&', '[', ']', 'a[]', 'a=1&', '%41', '%C3%A9', 'a[b]=', '%00')
  const names = fc.constantFrom(
    'title=',
    'tags=',
    'tags[]=',
    'description=',
    'slug=',
    'venue=',
    'cost=',
    'start_date=',
  )
  return fc
    .oneof(
      pieces.map((piece) => fill(piece, MEGABYTE)),
      names.map((name) => `${name}${'%2C'.repeat(300_000)}`),
    )
    .map((body) => send('POST', '/events', FORM_TYPE, body, 400))
}

export const SIZES = {
  ...{
    descriptions,
    refusedDescriptions,
    whole,
    lines,
    dates,
    urls,
    longPaths,
    lists,
    largeFields,
    largeBodies,
    largeForms,
  },
}
