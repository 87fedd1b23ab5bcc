import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { exampleEvent, exampleReceipt, exampleTerm, exampleVenue, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import { lines } from '../../src/storage/key-value/keyspace.ts'
import { keysIn, watched } from '../setup/watched-store.ts'
import { words } from '../setup/words.ts'

/** What a store, a pattern or a cluster could take for more than text. */
const HOSTILE = [
  ...words('a/b ../../x h/e/00000000001 * ?[a-z]* {tag} }{'),
  'a b',
  'a\u0000b',
  'line\nbreak',
  '~',
  '!',
  '\uffff',
  'naïve',
  '日本語',
  '😀',
  'x'.repeat(3000),
  '__proto__',
]

describe('keys of a key-value storage', () => {
  test('are short ASCII whatever users write, and hold none of it', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store)
    await storage.migrate()
    await storage.commit(
      HOSTILE.flatMap((text, index) => [
        put('event', index + 1, exampleEvent(index + 1, { slug: text, unique_slug: text, text: [text] })),
        put('venue', index + 101, exampleVenue(index + 101, { name: text, status: text })),
        put('tag', index + 1, exampleTerm(index + 1, { name: text, slug: text, unique_slug: text })),
      ]),
    )
    for (const [index, text] of HOSTILE.entries()) {
      const page = { order: 'id', limit: 9 } as const
      const events = await storage.find('event', { where: [{ key: 'slug', in: [text] }], ...page })
      const owners = await storage.find('event', { where: [{ key: 'unique_slug', in: [text] }], ...page })
      const tags = await storage.find('tag', { where: [{ key: 'name', in: [text] }], ...page })
      expect([events, owners, tags].map((found) => found.map(({ id }) => id))).toEqual([
        [index + 1],
        [index + 1],
        [index + 1],
      ])
      const status = [{ key: 'status', in: [text] }] as const
      const venues = await storage.find('venue', { where: status, order: 'newest', limit: 9 })
      expect(venues.map(({ id }) => id)).toEqual([index + 101])
      const all = { all: [text], none: [], oneField: false }
      expect(await storage.count('event', { text: all })).toBeGreaterThan(0)
    }
    const odd = keysIn(store.asked).filter((key) => !/^[\x21-\x7e]{1,150}$/.test(key))
    expect(odd).toEqual([])
    const telling = HOSTILE.filter(
      (text) => text.length > 3 && keysIn(store.asked).some((key) => key.includes(text)),
    )
    // This one is no text of a user's, but also the key of the first event.
    expect(telling).toEqual(['h/e/00000000001'])
  })

  test('of one sort are of one width', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store)
    await storage.commit(
      [1, 1000, 10 ** 9, Number.MAX_SAFE_INTEGER].flatMap((id) => [
        put(
          'event',
          id,
          exampleEvent(id, { tag: [id], venue: [1], featured: true, parent: 7, slug: 'x'.repeat(id % 90) }),
        ),
        put('receipt', id, exampleReceipt(id)),
      ]),
    )
    const widths = new Map<string, Set<number>>()
    for (const [key] of store.asked.commits.flatMap(({ sets }) => sets)) {
      const sort = key
        .split('/')
        .slice(1, 3)
        .join('/')
        .replace(/\d.*|s[0-9a-z]{14}/, '')
        // Lists in other orders have keys of other widths.
        .concat(/\/[dmt]\//.exec(key.replace(/^[^/]*\/\w\//, ''))?.[0] ?? '')
      widths.set(sort, (widths.get(sort) ?? new Set()).add(key.length))
    }
    const uneven = [...widths].filter(([sort, found]) => found.size > 1 && sort !== 'n/e')
    expect(uneven).toEqual([])
    expect(widths.size).toBeGreaterThan(8)
  })

  test('are short where the name of the calendar and the values of custom fields are long', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store, { calendar: 'c'.repeat(64) })
    const field = HOSTILE.map((text) => `${'n'.repeat(64)}=${text} and more than a key has room for`)
    await storage.commit([
      put('event', 1, exampleEvent(1, { field, title: 'x'.repeat(250), end: '2031-06-09 20:00:00' })),
    ])
    for (const value of field) {
      expect(await storage.count('event', { where: [{ key: 'field', in: [value] }] })).toBe(1)
    }
    expect(keysIn(store.asked).filter((key) => !/^[\x21-\x7e]{1,150}$/.test(key))).toEqual([])
  })

  test('of values of a custom field sort like the values, in one width', () => {
    const values = ['', ' ', ' /', ...words('! - . .z / // /a 0 a'), 'a ', ...words('a/b a0 a~ b } ~')]
    for (const start of ['', 'x', 'x'.repeat(20), 'x'.repeat(40)]) {
      const found = values.map((value) => `t/${lines.ofFieldValue('name', start + value)}/a/`)
      expect([...found].sort()).toEqual(found)
      expect(new Set(found.map(({ length }) => length)).size).toBe(1)
    }
    const [one, other] = ['name', 'Name'].map((name) => lines.ofFieldValue(name, 'a'))
    expect(one).not.toBe(other)
  })

  test('keep calendars apart whose names are alike, or look like keys', async () => {
    const store = memoryKeyValue()
    const names = ['a', 'a/', 'a/h', 'A', 'a~2f', 'a-', 'a b', '{a}', 'a*', 'ä', 'calendar']
    const storages = names.map((calendar) => keyValueStorage(store, { calendar }))
    for (const [index, storage] of storages.entries()) {
      await storage.migrate()
      await storage.commit([put('event', index + 1, exampleEvent(index + 1, { tag: [index] }))])
    }
    for (const [index, storage] of storages.entries()) {
      const found = await storage.find('event', { order: 'id', limit: 99 })
      expect(found.map(({ id }) => id)).toEqual([index + 1])
      expect(await storage.tally('tag', {})).toEqual(new Map([[index, 1]]))
      expect(await storage.count('event', { where: [{ key: 'status', in: ['publish'] }] })).toBe(1)
    }
  })

  test.each(['', 'x'.repeat(65), 'ä'.repeat(11)])('refuse %j as the name of a calendar', (calendar) => {
    expect(() => keyValueStorage(memoryKeyValue(), { calendar })).toThrow(TypeError)
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('refuse %d as an ID, and write nothing', async (id) => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store)
    await expect(storage.commit([put('event', id, exampleEvent(1))])).rejects.toThrow(TypeError)
    expect(store.asked.commits).toEqual([])
  })

  test('refuse what is no date where events are sorted by it, and write nothing', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store)
    const change = put('event', 1, exampleEvent(1, { start: '2031-06-01' }))
    await expect(storage.commit([change])).rejects.toThrow(TypeError)
    expect(store.asked.commits).toEqual([])
  })
})
