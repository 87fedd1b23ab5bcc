import type { Condition, Document } from '../storage/contract.ts'
import { ordersOf } from '../storage/shared/orders.ts'
import { equal } from './assert.ts'
import { exampleEvent, exampleTerm, exampleVenue, type Overrides, put } from './examples.ts'
import { matching, matchingEvents, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/** Checks the documents of a `keysOnly` query: text and data are either complete or empty. */
function bareAs(bare: readonly Document[], whole: readonly Document[], what: string): void {
  const keysOf = ({ id, version, keys }: Document) => ({ id, version, keys: { ...keys } })
  equal(bare.map(keysOf), whole.map(keysOf), what)
  for (const [index, { text, data }] of bare.entries()) {
    const [isBare, isWhole] = [text.length === 0 && data === '', data === whole[index]?.data]
    equal(isBare || isWhole, true, `${what}: text and data`)
  }
}

type Row = readonly [condition: Condition<'event'>, ids: readonly number[]]

export function findTests(test: StorageTest): void {
  const eventRows = (name: string, events: readonly Overrides<'event'>[], rows: readonly Row[]) =>
    test(`find: ${name}`, async (storage) => {
      await writeEvents(storage, ...events)
      for (const [condition, ids] of rows) {
        equal(await matchingEvents(storage, condition), ids, JSON.stringify(condition))
      }
    })

  test('find: without conditions everything of the kind matches', async (storage) => {
    await writeEvents(storage, {}, {})
    await write(storage, [put('venue', 3, exampleVenue(3))])
    equal(await matchingEvents(storage), [1, 2], 'events')
    equal(await matching(storage, 'venue', 'id'), [3], 'venues')
    equal(await matching(storage, 'tag', 'id'), [], 'tags')
  })

  eventRows(
    'integers',
    [{ author: 1 }, { author: 2 }, { author: 3 }, { author: -3 }],
    [
      [{ key: 'author', in: [2] }, [2]],
      [{ key: 'author', in: [1, 3, 9, 1] }, [1, 3]],
      [{ key: 'author', in: [] }, []],
      [{ key: 'author', notIn: [1, -3] }, [2, 3]],
      [{ key: 'author', notIn: [] }, [1, 2, 3, 4]],
      [{ key: 'author', gte: 2 }, [2, 3]],
      [{ key: 'author', gt: 2 }, [3]],
      [{ key: 'author', lte: 1 }, [1, 4]],
      [{ key: 'author', lt: 1 }, [4]],
      [{ key: 'author', gt: 1, lt: 3 }, [2]],
      [{ key: 'author', gte: 1, gt: 1, lte: 9, lt: 3 }, [2]],
      [{ key: 'author', gt: 3, lt: 1 }, []],
      [{ key: 'author', gte: -(2 ** 53), lt: 2 ** 53 }, [1, 2, 3, 4]],
      [{ key: 'author', gte: 2 ** 53 }, []],
      [{ key: 'author', lte: -(2 ** 53) }, []],
      [{ key: 'author', in: [1, 2, 3], notIn: [2], gt: 1 }, [3]],
    ],
  )

  eventRows(
    'IDs',
    [{}, {}, {}, {}],
    [
      [{ key: 'id', in: [4, 2, 9] }, [2, 4]],
      [{ key: 'id', in: [] }, []],
      [{ key: 'id', notIn: [1, 4, 9] }, [2, 3]],
      [{ key: 'id', gt: 1, lte: 3 }, [2, 3]],
      [{ key: 'id', in: [1, 2, 3], gte: 2 }, [2, 3]],
    ],
  )

  eventRows(
    'texts',
    [{ status: 'publish' }, { status: 'draft' }, { status: 'private' }, { status: 'Draft' }],
    [
      [{ key: 'status', in: ['draft'] }, [2]],
      [{ key: 'status', in: ['publish', 'private', 'other'] }, [1, 3]],
      [{ key: 'status', in: [] }, []],
      [{ key: 'status', notIn: ['draft', 'private'] }, [1, 4]],
      [{ key: 'status', gte: 'draft', lt: 'publish' }, [2, 3]],
      // By code unit, upper case comes before lower case.
      [{ key: 'status', lt: 'a' }, [4]],
    ],
  )

  eventRows(
    'dates are texts in their order',
    [
      { start: '1999-12-31 23:59:59' },
      { start: '2031-01-01 00:00:00' },
      { start: '2031-01-01 00:00:01' },
      { start: '9999-12-31 23:59:59' },
      { start: '0001-01-01 00:00:00' },
    ],
    [
      [{ key: 'start', gte: '2031-01-01 00:00:00' }, [2, 3, 4]],
      [{ key: 'start', gt: '2031-01-01 00:00:00' }, [3, 4]],
      [{ key: 'start', lte: '2031-01-01 00:00:00' }, [1, 2, 5]],
      [{ key: 'start', lt: '2031-01-01 00:00:00' }, [1, 5]],
      [{ key: 'start', gte: '1999-12-31 23:59:59', lt: '2031-01-01 00:00:01' }, [1, 2]],
      [{ key: 'start', in: ['9999-12-31 23:59:59'] }, [4]],
      [{ key: 'start', gte: '2031' }, [2, 3, 4]],
    ],
  )

  eventRows(
    'booleans',
    [{ hidden: true }, { hidden: false }, { hidden: true, featured: true }],
    [
      [{ key: 'hidden', in: [true] }, [1, 3]],
      [{ key: 'hidden', in: [false] }, [2]],
      [{ key: 'hidden', in: [true, false] }, [1, 2, 3]],
      [{ key: 'hidden', in: [] }, []],
      [{ key: 'hidden', notIn: [true] }, [2]],
      [{ key: 'featured', notIn: [true] }, [1, 2]],
    ],
  )

  eventRows(
    'null equals null, and is in no range',
    [{ unique_slug: null }, { unique_slug: 'b' }, { unique_slug: null }, { unique_slug: 'null' }],
    [
      [{ key: 'unique_slug', in: [null] }, [1, 3]],
      [{ key: 'unique_slug', in: ['b', null] }, [1, 2, 3]],
      [{ key: 'unique_slug', in: ['b', 'c'] }, [2]],
      [{ key: 'unique_slug', notIn: ['b'] }, [1, 3, 4]],
      [{ key: 'unique_slug', notIn: [null] }, [2, 4]],
      [{ key: 'unique_slug', notIn: [null, 'b'] }, [4]],
      [{ key: 'unique_slug', notIn: [] }, [1, 2, 3, 4]],
      [{ key: 'unique_slug', gte: '' }, [2, 4]],
      [{ key: 'unique_slug', lt: 'c' }, [2]],
    ],
  )

  eventRows(
    'many-valued keys share a value, or none',
    [{ category: [1, 2] }, { category: [2, 3] }, { category: [] }, { category: [12] }],
    [
      [{ key: 'category', in: [2] }, [1, 2]],
      [{ key: 'category', in: [1, 2, 3] }, [1, 2]],
      [{ key: 'category', in: [3, 12] }, [2, 4]],
      [{ key: 'category', in: [9] }, []],
      [{ key: 'category', in: [] }, []],
      [{ key: 'category', notIn: [1] }, [2, 3, 4]],
      [{ key: 'category', notIn: [3, 12] }, [1, 3]],
      [{ key: 'category', notIn: [] }, [1, 2, 3, 4]],
      [{ key: 'category', in: [2], notIn: [3] }, [1]],
    ],
  )

  test('find: each many-valued key is its own', async (storage) => {
    await writeEvents(storage, { category: [1] }, { tag: [1] }, { venue: [1, 5] }, { organizer: [5, 1] })
    equal(await matchingEvents(storage, { key: 'category', in: [1] }), [1], 'category')
    equal(await matchingEvents(storage, { key: 'tag', in: [1] }), [2], 'tag')
    equal(await matchingEvents(storage, { key: 'venue', in: [5, 1] }), [3], 'venue')
    equal(await matchingEvents(storage, { key: 'organizer', in: [1] }), [4], 'organizer')
  })

  const long = (end: string) => `text=${'long '.repeat(40)}${end}`
  eventRows(
    'lists of texts',
    [
      { field: ['size=10', 'size=30', 'text=a b'] },
      { field: ['size=20', long('a')] },
      { field: ['sizes=20', long('b')] },
      { field: ['SIZE=20', 'text=~ !'] },
      {},
    ],
    [
      [{ key: 'field', in: ['size=20'] }, [2]],
      [{ key: 'field', in: ['size=30', 'sizes=20', 'size=10'] }, [1, 3]],
      [{ key: 'field', in: ['size='] }, []],
      [{ key: 'field', in: [long('b')] }, [3]],
      [{ key: 'field', in: [] }, []],
      [{ key: 'field', notIn: ['size=10', 'size=20'] }, [3, 4, 5]],
      [{ key: 'field', notIn: [] }, [1, 2, 3, 4, 5]],
      [{ key: 'field', gte: 'size=10', lte: 'size=20' }, [1, 2]],
      [{ key: 'field', gt: 'size=10', lt: 'size=30' }, [2]],
      [{ key: 'field', gt: 'size=20', lt: 'size=30' }, []],
      [{ key: 'field', gte: 'size=', lt: 'size>' }, [1, 2]],
      [{ key: 'field', gte: long('a') }, [2, 3, 4]],
      [{ key: 'field', gt: long('a'), lte: long('b') }, [3]],
      [{ key: 'field', lt: long('a') }, [1, 2, 3, 4]],
      [{ key: 'field', gte: 'text=', lt: long('a') }, [1]],
      [{ key: 'field', in: ['size=10'], gte: 'text=' }, [1]],
      [{ key: 'field', in: ['size=10'], notIn: ['size=30'] }, []],
      [{ key: 'field', gte: 'size=30', lte: 'size=10' }, []],
    ],
  )

  test('find: reals and their nulls', async (storage) => {
    const at = (id: number, latitude: number | null) => put('venue', id, exampleVenue(id, { latitude }))
    await write(storage, [at(1, -33.5), at(2, null), at(3, 51.25)])
    const find = (condition: Omit<Condition<'venue'>, 'key'>) =>
      matching(storage, 'venue', 'id', { key: 'latitude', ...condition })
    equal(await find({ gte: -33.5, lte: 51.25 }), [1, 3], 'range')
    equal(await find({ gt: -33.5 }), [3], 'above')
    equal(await find({ lt: 0 }), [1], 'below')
    equal(await find({ in: [null] }), [2], 'null')
    equal(await find({ notIn: [null] }), [1, 3], 'not null')
    equal(await find({ in: [51.25, null] }), [2, 3], 'a value or null')
  })

  test('find: conditions are joined by AND, several on one key too', async (storage) => {
    await writeEvents(
      storage,
      { status: 'publish', author: 1, tag: [1, 2], field: ['a=2', 'b=1'] },
      { status: 'publish', author: 2, tag: [1], field: ['a=3', 'b=2'] },
      { status: 'draft', author: 1, tag: [2], field: ['a=1', 'b=2'] },
    )
    const published = { key: 'status', in: ['publish'] } as const
    equal(await matchingEvents(storage, published, { key: 'author', in: [1] }), [1], 'status and author')
    equal(await matchingEvents(storage, published, { key: 'status', in: ['draft'] }), [], 'two statuses')
    equal(
      await matchingEvents(storage, { key: 'tag', in: [1] }, { key: 'tag', in: [2] }),
      [1],
      'both tags, each by a condition of its own',
    )
    equal(
      await matchingEvents(
        storage,
        published,
        { key: 'field', gte: 'a=1', lt: 'a=3' },
        { key: 'field', in: ['b=1', 'b=2'] },
      ),
      [1],
      'a range of one field and the value of another',
    )
    equal(
      await matchingEvents(
        storage,
        { key: 'author', gte: 1 },
        { key: 'author', gt: 1 },
        { key: 'id', lt: 3 },
      ),
      [2],
      'bounds in several conditions',
    )
  })

  test('find: a thousand values in one condition', async (storage) => {
    await writeEvents(storage, { author: 5 }, { author: 2000 }, { slug: 'value-7', tag: [77] })
    const numbers = Array.from({ length: 1000 }, (_, index) => index)
    equal(await matchingEvents(storage, { key: 'author', in: numbers }), [1, 3], 'author')
    equal(await matchingEvents(storage, { key: 'author', notIn: numbers }), [2], 'not author')
    equal(await matchingEvents(storage, { key: 'tag', in: numbers }), [3], 'tag')
    const texts = numbers.map((number) => `value-${number}`)
    equal(await matchingEvents(storage, { key: 'slug', in: texts }), [3], 'slug')
  })

  test('find: terms by name, slug and parent', async (storage) => {
    await write(storage, [
      put('category', 1, exampleTerm(1, { name: 'music' })),
      put('category', 2, exampleTerm(2, { name: 'music', parent: 1 })),
      put('tag', 3, exampleTerm(3, { name: 'music' })),
    ])
    equal(await matching(storage, 'category', 'id', { key: 'name', in: ['music'] }), [1, 2], 'name')
    equal(await matching(storage, 'category', 'id', { key: 'parent', in: [1] }), [2], 'parent')
    equal(await matching(storage, 'category', 'id', { key: 'parent', in: [0] }), [1], 'no parent')
    equal(await matching(storage, 'tag', 'id', { key: 'slug', in: ['term-3'] }), [3], 'slug')
  })

  test('find: with `keysOnly`, the same documents with their keys, and text and data whole or empty', async (storage) => {
    await writeEvents(storage, { author: 2, tag: [7, 8] }, { author: 2, featured: true }, { author: 3 })
    await write(storage, [put('event', 2, exampleEvent(2, { author: 2, hidden: true }), 1)])
    await write(storage, [put('venue', 4, exampleVenue(4, { latitude: 1.5, longitude: -2.25 }))])
    for (const order of ordersOf('event')) {
      for (const where of [
        [],
        [{ key: 'author', in: [2] }] as const,
        [{ key: 'tag', in: [7, 8] }] as const,
      ]) {
        const query = { where, order, limit: 2 }
        bareAs(
          await storage.find('event', { ...query, keysOnly: true }),
          await storage.find('event', query),
          `by ${order} ${JSON.stringify(where)}`,
        )
      }
    }
    const venues = { order: 'newest', limit: 9 } as const
    bareAs(
      await storage.find('venue', { ...venues, keysOnly: true }),
      await storage.find('venue', venues),
      'venues',
    )
  })

  test('find: what was changed or removed is found by what it is now', async (storage) => {
    await writeEvents(
      storage,
      { tag: [1], field: ['a=1'] },
      { tag: [1], field: ['a=1', 'b=1'] },
      { tag: [2], field: ['a=2'] },
    )
    await write(storage, [
      put('event', 1, exampleEvent(1, { tag: [2], status: 'draft', field: ['a=2'] }), 1),
      { do: 'remove', kind: 'event', id: 3, expect: 1 },
    ])
    equal(await matchingEvents(storage, { key: 'tag', in: [1] }), [2], 'tag 1')
    equal(await matchingEvents(storage, { key: 'tag', in: [2] }), [1], 'tag 2')
    equal(await matchingEvents(storage, { key: 'field', in: ['a=1'] }), [2], 'field 1')
    equal(await matchingEvents(storage, { key: 'field', gt: 'a=1', lt: 'b' }), [1], 'field 2')
    equal(await matchingEvents(storage, { key: 'status', in: ['publish'] }), [2], 'published')
    equal(await matchingEvents(storage), [1, 2], 'all')
  })
}
