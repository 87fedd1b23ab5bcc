import { check, equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleEvent, exampleOrganizer, exampleTerm, exampleVenue, put } from './examples.ts'
import { matching, matchingEvents, one, write, writeEvents, writeUnlessTooLarge } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/** Texts that break wrong escaping, encodings, patterns or collations. */
export const AWKWARD: readonly string[] = [
  '%',
  '_',
  '100%_sure',
  '\\',
  '\\%',
  "it's",
  '"quoted"',
  '`tick`',
  "'; drop table events; --",
  '$1 ?1 :a @b {{c}}',
  '[a-z]*',
  'é',
  'e\u0301',
  'Straße',
  'İstanbul',
  '日本語',
  '😀',
  '👩‍👩‍👧',
  ' leading and trailing ',
  'tab\tand\nlines\r\n',
  '\u2028\u200b\ufeff',
  'A',
  'a',
  'null',
  '0',
  '',
]

const LARGEST = 2 ** 53 - 1

/** Letters of one to four bytes. Folding does not change them. */
const SCRIPTS = [
  ['of one byte', 0x61, 26],
  ['of two bytes', 0x561, 38],
  ['of three bytes', 0x4e00, 20_000],
  ['of four bytes', 0x20000, 40_000],
] as const

export function contentTests(test: StorageTest): void {
  test('content: keys, text and data come back as they were given', async (storage) => {
    const content = exampleEvent(1, {
      unique_slug: null,
      category: [3, 1, 2],
      tag: [7],
      hidden: true,
      text: ['first', '', 'third'],
      data: '{"a": 1,  "b":"\\u00e9"}\n',
    })
    await write(storage, [put('event', 1, content)])
    equal(await storage.get('event', [1]), [{ id: 1, version: 1, ...content }], 'document')
    equal(
      await storage.find('event', { order: 'id', limit: 1 }),
      [{ id: 1, version: 1, ...content }],
      'found document',
    )
  })

  test('content: data is not JSON, numbers or dates to the storage, but characters', async (storage) => {
    const data = ['', ' ', '1.0', '01', '{"b":1,"a":1,"a":2}', 'null', '2031-06-01T00:00:00Z', ...AWKWARD]
    await writeEvents(storage, ...data.map((text) => ({ data: text })))
    const ids = data.map((_, index) => index + 1)
    equal(
      (await storage.get('event', ids)).map((document) => document.data),
      data,
      'data',
    )
  })

  test('content: long data and texts are kept: of a million characters, or of as many as can be written', async (storage) => {
    for (let length = 1_000_000; ; length /= 2) {
      const data = 'naïve 😀 " \\ '.repeat(length / 12)
      const text = ['word '.repeat(length / 50), 'end']
      const isWritten = await writeUnlessTooLarge(storage, [put('event', 1, exampleEvent(1, { data, text }))])
      const document = await one(storage, 'event', 1)
      if (!isWritten && length > 100_000) {
        equal(document, undefined, 'what is too large leaves nothing behind')
        continue
      }
      check(document?.data === data, 'the data is the same')
      equal(document?.text, text, 'text')
      return
    }
  })

  test('content: text has any number of fields', async (storage) => {
    await writeEvents(storage, { text: [] }, { text: [''] }, { text: Array.from({ length: 20 }, String) })
    const texts = (await storage.get('event', [1, 2, 3])).map((document) => document.text)
    equal(texts, [[], [''], Array.from({ length: 20 }, String)], 'texts')
  })

  test('content: integers are exact up to 2^53-1, positive and negative', async (storage) => {
    const numbers = [LARGEST, LARGEST - 1, -LARGEST, -1, 0, 2 ** 31, -(2 ** 31) - 1]
    await writeEvents(storage, ...numbers.map((author) => ({ author, category: [author] })))
    for (const [index, author] of numbers.entries()) {
      equal((await one(storage, 'event', index + 1))?.keys.author, author, 'author')
      equal(
        await matchingEvents(storage, { key: 'author', in: [author] }),
        [index + 1],
        `author in [${author}]`,
      )
      equal(
        await matchingEvents(storage, { key: 'category', in: [author] }),
        [index + 1],
        `category in [${author}]`,
      )
    }
    equal(await matchingEvents(storage, { key: 'author', gt: LARGEST - 1 }), [1], 'author > 2^53-2')
    equal(await matchingEvents(storage, { key: 'author', lt: 0 }), [3, 4, 7], 'author < 0')
  })

  test('content: the largest ID is an ID like others', async (storage) => {
    await write(storage, [put('event', LARGEST, exampleEvent(1)), put('event', LARGEST - 1, exampleEvent(2))])
    equal(await matchingEvents(storage, { key: 'id', in: [LARGEST] }), [LARGEST], 'id in')
    equal(await matchingEvents(storage, { key: 'id', lt: LARGEST }), [LARGEST - 1], 'id <')
    equal((await one(storage, 'event', LARGEST))?.keys.slug, 'event-1', 'slug')
  })

  test('content: coordinates are exact reals', async (storage) => {
    const numbers = [-89.999999999999, -0.1, -0, 1e-9, 0.1 + 0.2, 52.52000659999999, 90]
    await write(
      storage,
      numbers.map((latitude, index) =>
        put('venue', index + 1, exampleVenue(index + 1, { latitude, longitude: 0 })),
      ),
    )
    const found = await storage.find('venue', { order: 'id', limit: 10 })
    equal(
      found.map((document) => document.keys.latitude),
      numbers,
      'latitudes',
    )
    const below = await matching(storage, 'venue', 'id', { key: 'latitude', lt: 0 })
    equal(below, [1, 2], 'latitude < 0; -0 is not')
    const zero = await matching(storage, 'venue', 'id', { key: 'latitude', gte: 0, lte: 0 })
    equal(zero, [3], '0 <= latitude <= 0; -0 is in it')
    const exact = await matching(storage, 'venue', 'id', {
      key: 'latitude',
      gte: 0.30000000000000004,
      lt: 52.5200066,
    })
    equal(exact, [5, 6], 'bounds are compared exactly')
  })

  test('content: texts are kept and found exactly, whatever characters they are of', async (storage) => {
    await writeEvents(storage, ...AWKWARD.map((slug) => ({ slug, unique_slug: null })))
    for (const [index, slug] of AWKWARD.entries()) {
      const name = JSON.stringify(slug)
      equal((await one(storage, 'event', index + 1))?.keys.slug, slug, `slug ${name}`)
      equal(await matchingEvents(storage, { key: 'slug', in: [slug] }), [index + 1], `slug in [${name}]`)
    }
  })

  // Random characters, because an index may compress repeated ones and then accept texts that are too long for it.
  for (const [name, first, count] of SCRIPTS) {
    const dice = new Dice(first)
    const random = (length: number) =>
      Array.from({ length }, () => String.fromCodePoint(first + dice.upTo(count))).join('')

    test(`content: slugs of 500 and names of 1,000 characters are found by all of them: ${name}`, async (storage) => {
      const slug = random(499)
      const long = random(999)
      for (const [index, end] of ['a', 'b'].entries()) {
        const id = 5 * index
        const keys = { slug: slug + end, unique_slug: slug + end }
        const named = { ...keys, name: long + end }
        await write(storage, [put('event', id + 1, exampleEvent(id + 1, keys))])
        await write(storage, [put('venue', id + 2, exampleVenue(id + 2, named))])
        await write(storage, [put('organizer', id + 3, exampleOrganizer(id + 3, named))])
        await write(storage, [put('category', id + 4, exampleTerm(id + 4, named))])
        await write(storage, [put('tag', id + 5, exampleTerm(id + 5, named))])
      }
      for (const [index, kind] of (['event', 'venue', 'organizer', 'category', 'tag'] as const).entries()) {
        const second = 6 + index
        for (const key of ['slug', 'unique_slug'] as const) {
          equal(await matching(storage, kind, 'id', { key, in: [`${slug}b`] }), [second], `${kind} by ${key}`)
        }
        equal((await one(storage, kind, second))?.keys.slug, `${slug}b`, `slug of the ${kind}`)
      }
      for (const [index, kind] of (['venue', 'organizer', 'category', 'tag'] as const).entries()) {
        const second = 7 + index
        const name = { key: 'name', in: [`${long}b`, 'another'] } as const
        equal(await matching(storage, kind, 'id', name), [second], `${kind} by name`)
        equal(
          await matching(storage, kind, 'id', { ...name, in: [long] }),
          [],
          `${kind} by a part of its name`,
        )
        equal((await one(storage, kind, second))?.keys.name, `${long}b`, `name of the ${kind}`)
      }
      const taken = await storage.commit([put('event', 11, exampleEvent(11, { unique_slug: `${slug}a` }))])
      equal(taken, { conflict: 'taken', kind: 'event', id: 11 }, 'a slug that is taken')
    })

    test(`content: a part is found in 20,000 characters: ${name}`, async (storage) => {
      const [left, part, right] = [random(10_000), random(50), random(10_000)]
      await writeEvents(storage, { text: [left + part + right] }, { text: [left + right] })
      const text = { all: [part], none: [], oneField: false }
      const found = await storage.find('event', { text, order: 'id', limit: 9 })
      equal(
        found.map(({ id }) => id),
        [1],
        'found',
      )
      equal(found[0]?.text, [left + part + right], 'text')
    })
  }
}
