import fc from 'fast-check'
import { memoryStorage } from 'kalends/storage/memory'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, at, type Calendar, eventOf, idOf, openCalendar, textAt } from '../routes/calendar.ts'
import { dangersIn, dangersInLine, inQuotes, inScript, isPlain, shownText } from './safe-html.ts'
import {
  COLLECTIONS,
  type Collection,
  ENCODINGS,
  type Encoding,
  fieldsOf,
  isHtml,
  isRefused,
  mayWrite,
  send,
  textsIn,
  WRITERS,
  type Writer,
} from './sending.ts'
import { GROUPS, VECTORS } from './vectors.ts'

/*
 * Attacks by text, through every field that takes text, as JSON and as a form, by everybody who may write. What
 * comes out is read by a browser's parser; how the sanitizer cleans is seen in test/unit/html.test.ts.
 */

const PRISTINE = Object.getOwnPropertyNames(Object.prototype).sort()
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(PRISTINE)
})

/** What was sent, and what came of it: the answer to the write and, of whole records, to a read; else the same again. */
interface Sent {
  readonly vector: string
  readonly collection: Collection
  readonly writer: Writer
  readonly encoding: Encoding
  readonly whole: boolean
  readonly made: Answer
  readonly read: Answer
}

const nameOf = ({ vector, collection, writer, encoding }: Sent): string =>
  `${JSON.stringify(vector.slice(0, 200))} in ${collection} by the ${writer} as ${encoding}`

/** Events by each writer in each encoding, whole ones and the others by one writer each, in turn. */
async function sendEverywhere(calendar: Calendar, vectors: readonly string[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const post = async (by: Omit<Sent, 'made' | 'read'>, turn: number) => {
    const { vector, collection, writer, encoding, whole } = by
    const mark = `${writer.slice(0, 2)}${encoding.slice(0, 1)}${turn}`
    const fields = fieldsOf(collection, vector, writer, mark, whole)
    const made = await send(calendar, 'POST', `/${collection}`, fields, encoding, writer)
    const isRead = whole && made.status === 201
    const path = isRead ? `/${collection}/${idOf(made.body)}` : ''
    sent.push({ ...by, made, read: isRead ? await calendar.ask('GET', path, undefined, writer) : made })
  }
  for (const [turn, vector] of vectors.entries()) {
    for (const collection of COLLECTIONS) {
      const writers = WRITERS.filter((writer) => mayWrite(writer, collection))
      for (const [index, writer] of writers.entries()) {
        const whole = index === turn % writers.length
        if (!whole && collection !== 'events') continue
        for (const encoding of ENCODINGS) await post({ vector, collection, writer, encoding, whole }, turn)
      }
    }
  }
  return sent
}

test('there are some hundred attacks, most of which would work', () => {
  expect(VECTORS.length).toBeGreaterThan(600)
  expect(VECTORS.filter((vector) => dangersIn(vector).length > 0).length).toBeGreaterThan(450)
})

describe.each(GROUPS)('$name', ({ vectors }) => {
  const storage = memoryStorage()
  const calendar = openCalendar({}, storage)
  let sent: readonly Sent[] = []
  let stored: readonly Sent[] = []
  beforeAll(async () => {
    sent = await sendEverywhere(calendar, vectors)
    stored = sent.filter(({ made }) => made.status === 201)
  })

  test('are stored, or refused by name where no text may hold them', () => {
    for (const one of sent) {
      expectJson(one.made)
      const isExpected = isRefused(one.vector, one.encoding) ? 400 : 201
      expect(one.made.status, `${nameOf(one)}: ${one.made.text.slice(0, 300)}`).toBe(isExpected)
      if (one.whole) expect(one.read.status).toBe(isExpected === 201 ? 200 : 400)
      if (isExpected === 400) expect(one.made.body.code).toBe('rest_invalid_param')
    }
    expect(stored.length).toBeGreaterThan(0)
    expect(calendar.errors).toEqual([])
  })

  /** The texts of all answers to reads that are shown in some way and wrong in that, each with what it came of. */
  const wrong = (
    isShown: (path: readonly string[]) => boolean,
    isRight: (text: string) => boolean,
  ): string[] =>
    stored.flatMap((one) =>
      textsIn(one.read.body)
        .filter(({ path, text }) => isShown(path) && !isRight(text))
        .map(({ path, text }) => `${nameOf(one)}: ${path.join('.')} ${text}`),
    )

  test('leave nothing active in HTML, wherever it is shown', () => {
    const isBlock = (path: readonly string[]) => /^(?:description|excerpt)$/.test(path.at(-1) ?? '')
    const isLine = (path: readonly string[]) => isHtml(path) && !isBlock(path)
    expect(wrong(isHtml, (text) => dangersIn(text).length === 0)).toEqual([])
    expect(wrong(isLine, (text) => dangersInLine(text).length === 0)).toEqual([])
  })

  test('leave nothing but text in all that is plain, addresses and slugs', () => {
    const isNamed = (names: RegExp) => (path: readonly string[]) => names.test(path.at(-1) ?? '')
    expect(wrong((path) => !isHtml(path) && !path.includes('json_ld'), isPlain)).toEqual([])
    expect(wrong(isNamed(/^slug$/), (text) => /^[\w%-]*$/.test(text))).toEqual([])
    expect(wrong(isNamed(/^(?:rest_)?url$|^self$|^website$/), (text) => OWN.test(text))).toEqual([])
  })

  test('are text, escaped, in names of terms and in the cost, between quotes too', () => {
    const isEscaped = (path: readonly string[]) =>
      isHtml(path) && ['name', 'cost'].includes(path.at(-1) ?? '')
    expect(wrong(isEscaped, isEscapedText)).toEqual([])
    expect(wrong(isEscaped, () => false).length).toBeGreaterThan(0)
  })

  test('are the same for everybody who may write', () => {
    const first = new Map<string, unknown>()
    for (const { vector, collection, made, ...by } of stored) {
      if (collection !== 'events') continue
      const { title, description, excerpt, cost } = made.body
      const texts = { title, description, excerpt, cost }
      // A form cannot say half a character: it holds another one.
      const key = /\p{Surrogate}/u.test(vector) ? `${by.encoding} ${vector}` : vector
      if (!first.has(key)) first.set(key, texts)
      expect(texts, nameOf({ vector, collection, made, ...by })).toEqual(first.get(key))
    }
  })

  test('cannot end the script element that holds json_ld, and are plain text in it', () => {
    let seen = 0
    for (const one of stored) {
      const { json_ld } = one.read.body
      if (json_ld === undefined) continue
      seen++
      const escaped = JSON.stringify(json_ld).replaceAll('<', '\\u003c')
      expect(JSON.parse(inScript(escaped) ?? 'null'), nameOf(one)).toEqual(json_ld)
      for (const [name, html] of [
        ['name', at(one.read.body, 'title') ?? at(one.read.body, 'venue') ?? at(one.read.body, 'organizer')],
        ['description', at(one.read.body, 'excerpt') ?? at(one.read.body, 'description') ?? ''],
      ] as const)
        expectText(at(json_ld, name), html, nameOf(one))
      for (const [name, line] of [
        ['telephone', at(one.read.body, 'phone')],
        ['email', at(one.read.body, 'email')],
        ['address', at(one.read.body, 'address')],
      ] as const) {
        const said = name === 'address' ? at(json_ld, name, 'streetAddress') : at(json_ld, name)
        if (one.collection !== 'events') expect(said ?? '', nameOf(one)).toBe(line ?? '')
      }
    }
    expect(seen).toBeGreaterThan(0)
  })

  test('written back as they were read, change nothing', async () => {
    const written = new Set<string>()
    for (const [turn, one] of stored.entries()) {
      // Of the two in each collection, which hold the same, one.
      const which = `${one.collection} ${one.vector}`
      if (!one.whole || written.has(which)) continue
      written.add(which)
      await expectStable(one, turn)
    }

    async function expectStable(one: Sent, turn: number): Promise<void> {
      const path = `/${one.collection}/${idOf(one.read.body)}`
      const before = await documentOf(one)
      const back = send(calendar, 'PUT', path, sendable(one), ENCODINGS[turn % 2] ?? 'json', one.writer)
      expect((await back).status, `${nameOf(one)}: ${(await back).text.slice(0, 300)}`).toBe(200)
      const again = await calendar.ask('GET', path, undefined, one.writer)
      expect(unstamped(again.text), nameOf(one)).toBe(unstamped(one.read.text))
      expect(await documentOf(one), nameOf(one)).toEqual(before)
    }

    async function documentOf({ collection, read }: Sent) {
      const kind = KINDS[collection]
      const [document] = await storage.get(kind, [idOf(read.body)])
      return { data: unstamped(document?.data ?? ''), text: document?.text, keys: document?.keys }
    }
  })

  test('break out of no link, and are refused as JSON', async () => {
    for (const [turn, vector] of vectors.entries()) {
      const encoding = ENCODINGS[turn % 2] ?? 'json'
      const search = new URLSearchParams({ search: vector, venue: '', tags: vector }).toString()
      const answers = [
        ...(search.length < 6000 ? [await calendar.send(`/events?${search}`, {})] : []),
        await send(
          calendar,
          'POST',
          '/events',
          { ...eventOf(), tags: [`x ${vector}`] },
          encoding,
          'contributor',
        ),
        await send(
          calendar,
          'POST',
          '/events',
          {
            title: vector,
            start_date: vector,
            end_date: vector,
            status: vector,
            timezone: vector,
            author: vector,
          },
          encoding,
          'editor',
        ),
      ]
      for (const answer of answers) {
        expect([200, 400, 403], `${JSON.stringify(vector)}: ${answer.text.slice(0, 200)}`).toContain(
          answer.status,
        )
        expectJson(answer)
        const { rest_url: url } = answer.body
        if (typeof url === 'string') expect(inQuotes(url.replaceAll('&', '&amp;'), "'"), url).toBe(url)
      }
    }
    expect(calendar.errors).toEqual([])
  })
})

/** An address of our own, with nothing in it that anything would have to be escaped for. */
const OWN = /^https:\/\/calendar\.example\/[\w%/.?=&-]*$/

/** Whether a browser reads nothing but its text, between tags and in quotes of both kinds. */
const isEscapedText = (html: string): boolean =>
  isPlain(html) && ['"', "'"].every((quote) => inQuotes(html, quote)?.replace(/\s/g, '') === shownText(html))

const KINDS = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const

/** That no browser takes it for a page. */
function expectJson({ headers }: Answer): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

/** Without the times of the last change, which a write changes. */
const unstamped = (json: string): string => json.replace(/"modified(?:_utc)?":"[^"]*"/g, '')

/** What a form for editors would send back of what it has read. */
function sendable({ collection, read: { body } }: Sent): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(body)) {
    const isOwn = /^(?:title|description|excerpt|cost|venue|organizer|name|slug)$/.test(name)
    const isLine = /^(?:address|city|country|province|state|stateprovince|zip|phone|email)$/.test(name)
    if (typeof value === 'string' && value !== '' && (isOwn || isLine)) fields[name] = value
  }
  if (collection !== 'events') return fields
  for (const name of ['categories', 'tags']) {
    const terms: unknown = body[name]
    if (Array.isArray(terms) && terms.length > 0) fields[name] = terms.map((term) => textAt(term, 'name'))
  }
  return fields
}

/** That a text is what a browser shows of the HTML, or its beginning. */
function expectText(text: unknown, html: unknown, why: string): void {
  if (typeof html !== 'string') throw new TypeError(`no HTML: ${why}`)
  // Names that only browsers know stay as they are.
  if (/&(?!(?:amp|lt|gt|quot|nbsp);)[a-zA-Z]/.test(html)) return
  const plain = typeof text === 'string' ? text.replace(/\s/g, '') : ''
  const shown = shownText(html)
  if (plain.endsWith('…')) expect(shown.startsWith(plain.slice(0, -1)), `${why}: ${plain}`).toBe(true)
  else expect(plain, why).toBe(shown)
}

/** Pieces that mean something to a parser, so that what is made of them is seldom just text. */
const PIECES = (
  '< > </ /> " \' ` = & ; &# &#x &lt; &gt; &amp; &quot; &colon; <!-- --> --!> <! <? <![CDATA[ ]]> <p> </p> <b> </b> ' +
  '<i> </i> <a href=" <a href=x> </a> <img src= <table> </table> <tr> <td> </td> <caption> <ul> <li> </ul> <h1> ' +
  '<h2> </h1> <div> </div> <script> </script> <style> </style> <svg> </svg> <math> <mtext> <mglyph> <title> ' +
  '</title> <textarea> </textarea> <noscript> </noscript> <template> </template> <select> <form> javascript: ' +
  'data: https://a.example/ mailto: onerror=alert(1) onclick= style= title= target=_blank alert(1) x 1'
).split(' ')
const hostileHtml = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(' ', '\n', '\t', '\u00a0', '\ufeff', 'é')), {
    minLength: 1,
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''))

describe('anything', () => {
  const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31))

  test(`is harmless, and the same when it is read, written back and read again (FC_SEED=${seed})`, async () => {
    const calendar = openCalendar()
    const text = fc.oneof(hostileHtml, fc.string({ unit: 'binary', maxLength: 60 }))
    let turn = 0
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(...WRITERS),
        fc.constantFrom(...ENCODINGS),
        async (html, writer, encoding) => {
          fc.pre(!isRefused(html, encoding))
          const fields = fieldsOf('events', html, writer, `z${turn}`, turn++ % 4 === 0)
          const made = await send(calendar, 'POST', '/events', fields, encoding, writer)
          expect(made.status, made.text.slice(0, 300)).toBe(201)
          const path = `/events/${idOf(made.body)}`
          const read = await calendar.ask('GET', path, undefined, writer)
          for (const { path: names, text: shown } of textsIn(read.body)) {
            if (isHtml(names)) expect(dangersIn(shown)).toEqual([])
            else if (!names.includes('json_ld')) expect(isPlain(shown)).toBe(true)
          }
          const one: Sent = { vector: html, collection: 'events', writer, encoding, whole: true, made, read }
          expect((await send(calendar, 'PUT', path, sendable(one), encoding, writer)).status).toBe(200)
          const again = await calendar.ask('GET', path, undefined, writer)
          expect(unstamped(again.text)).toBe(unstamped(read.text))
        },
      ),
      { numRuns: 500, seed },
    )
    expect(calendar.errors).toEqual([])
  })
})
