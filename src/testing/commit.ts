import type { Change, Kind, Storage } from '../storage/contract.ts'
import { check, equal } from './assert.ts'
import { exampleEvent, exampleOrganizer, exampleReceipt, exampleTerm, exampleVenue, put } from './examples.ts'
import { idsOf, matchingEvents, one, write, writeEvents, writeUnlessTooLarge } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const remove = (kind: Kind, id: number, expect: number): Change => ({ do: 'remove', kind, id, expect })
const hold = (kind: Kind, id: number, expect: number): Change => ({ do: 'check', kind, id, expect })
const event = (id: number, expect = 0, slug = `event-${id}`) =>
  put('event', id, exampleEvent(id, { slug, unique_slug: slug }), expect)

async function refused(
  storage: Storage,
  changes: readonly Change[],
  conflict: 'exists' | 'stale' | 'taken',
  kind: Kind,
  id: number,
): Promise<void> {
  equal(await storage.commit(changes), { conflict, kind, id }, `${conflict} of ${kind} ${id}`)
}

export function commitTests(test: StorageTest): void {
  test('commit: nothing to do is done', async (storage) => {
    equal(await storage.commit([]), { conflict: null }, 'result')
  })

  test('commit: the version is 1 on creation, and one more with every put', async (storage) => {
    for (let version = 0; version < 5; version++) {
      await write(storage, [event(1, version, `slug-${version}`)])
      const document = await one(storage, 'event', 1)
      equal([document?.version, document?.keys.slug], [version + 1, `slug-${version}`], 'version and slug')
    }
  })

  test('commit: a put can name its version, and the next one counts on from it', async (storage) => {
    await write(storage, [
      { ...event(1), version: 7 },
      { ...put('receipt', 8, exampleReceipt(8)), version: 3 },
    ])
    equal((await one(storage, 'event', 1))?.version, 7, 'version of a new event')
    equal((await one(storage, 'receipt', 8))?.version, 3, 'version of a receipt')
    await refused(storage, [event(1, 1)], 'stale', 'event', 1)
    await write(storage, [event(1, 7)])
    equal((await one(storage, 'event', 1))?.version, 8, 'version after a put')
    await write(storage, [{ ...event(1, 8), version: 20 }])
    equal((await one(storage, 'event', 1))?.version, 20, 'version after another copy')
    equal((await storage.find('event', { order: 'id', limit: 9 }))[0]?.version, 20, 'version in a list')
  })

  test('commit: a put can bring the keys of the version before it, and means the same', async (storage) => {
    const links = { category: [1, 2], venue: [3] }
    const first = exampleEvent(1, links)
    const contents = [
      first,
      exampleEvent(1, { ...links, start: '2031-05-06 10:00:00', end: '2031-05-09 12:00:00' }),
      exampleEvent(1, { ...links, status: 'draft' }),
      exampleEvent(1, { category: [2, 4], unique_slug: 'another' }),
    ]
    for (const [version, content] of contents.entries()) {
      const before = contents[version - 1]?.keys
      await write(storage, [{ ...put('event', 1, content, version), ...(before && { before }) }])
      const { keys } = content
      for (const category of [1, 2, 4]) {
        const isIn = keys.category.includes(category)
        const counts = await storage.tally('category', { where: [{ key: 'status', in: [keys.status] }] })
        equal(counts.get(category), isIn ? 1 : undefined, `count of category ${category}`)
        const found = await storage.find('event', {
          where: [
            { key: 'category', in: [category] },
            { key: 'start', gte: keys.start, lte: keys.start },
            { key: 'status', in: [keys.status] },
          ],
          order: 'start',
          limit: 9,
        })
        equal(idsOf(found), isIn ? [1] : [], `events of category ${category}, version ${version + 1}`)
      }
    }
    await refused(storage, [{ ...put('event', 1, first, 1), before: first.keys }], 'stale', 'event', 1)
    equal((await one(storage, 'event', 1))?.version, contents.length, 'version')
  })

  test('commit: a check holds a version without making another', async (storage) => {
    await writeEvents(storage, {}, {})
    const before = await one(storage, 'event', 1)
    await write(storage, [hold('event', 1, 1), hold('event', 9, 0), event(2, 1)])
    equal(await one(storage, 'event', 1), before, 'the document is as it was')
    equal((await one(storage, 'event', 2))?.version, 2, 'version of the other')
  })

  test('commit: what was removed is gone, and its ID can begin anew at version 1', async (storage) => {
    await writeEvents(storage, { tag: [1] })
    await write(storage, [event(1, 1), hold('event', 2, 0)])
    await write(storage, [remove('event', 1, 2)])
    equal(await storage.get('event', [1]), [], 'get')
    equal(await matchingEvents(storage), [], 'find')
    await write(storage, [event(1, 0)])
    equal((await one(storage, 'event', 1))?.version, 1, 'version')
  })

  test('commit: removal leaves links to the removed', async (storage) => {
    await write(storage, [put('venue', 5, exampleVenue(5)), put('event', 1, exampleEvent(1, { venue: [5] }))])
    await write(storage, [remove('venue', 5, 1)])
    equal((await one(storage, 'event', 1))?.keys.venue, [5], 'venue of the event')
    equal((await one(storage, 'event', 1))?.version, 1, 'version of the event')
    equal(await matchingEvents(storage, { key: 'venue', in: [5] }), [1], 'events at the venue')
  })

  test('commit: exists, where nothing was expected', async (storage) => {
    await writeEvents(storage, {})
    await refused(storage, [event(1, 0, 'other')], 'exists', 'event', 1)
    await refused(storage, [hold('event', 1, 0)], 'exists', 'event', 1)
    equal((await one(storage, 'event', 1))?.keys.slug, 'event-1', 'slug')
  })

  test('commit: stale, where another version is there', async (storage) => {
    await writeEvents(storage, {})
    await write(storage, [event(1, 1)])
    for (const expect of [1, 3]) {
      await refused(storage, [event(1, expect, 'other')], 'stale', 'event', 1)
      await refused(storage, [remove('event', 1, expect)], 'stale', 'event', 1)
      await refused(storage, [hold('event', 1, expect)], 'stale', 'event', 1)
    }
    const document = await one(storage, 'event', 1)
    equal([document?.version, document?.keys.slug], [2, 'event-1'], 'version and slug')
  })

  test('commit: stale, where the document is gone or never was', async (storage) => {
    await writeEvents(storage, {})
    await write(storage, [remove('event', 1, 1)])
    for (const id of [1, 2]) {
      await refused(storage, [event(id, 1)], 'stale', 'event', id)
      await refused(storage, [remove('event', id, 1)], 'stale', 'event', id)
      await refused(storage, [hold('event', id, 1)], 'stale', 'event', id)
    }
    equal(await matchingEvents(storage), [], 'nothing was written')
  })

  test('commit: a conflict names the kind of the document', async (storage) => {
    await write(storage, [put('venue', 1, exampleVenue(1))])
    await refused(storage, [event(1), hold('venue', 1, 2)], 'stale', 'venue', 1)
    await refused(
      storage,
      [put('tag', 1, exampleTerm(1)), put('venue', 1, exampleVenue(1))],
      'exists',
      'venue',
      1,
    )
    equal(await storage.get('event', [1]), [], 'event')
    equal(await storage.get('tag', [1]), [], 'tag')
  })

  test('commit: all or nothing, wherever in the list the conflict is', async (storage) => {
    await writeEvents(storage, { tag: [1] }, { tag: [1] }, { tag: [1] })
    const before = await storage.get('event', [1, 2, 3])
    const good: readonly Change[] = [
      event(1, 1, 'changed'),
      remove('event', 2, 1),
      event(4),
      put('tag', 9, exampleTerm(9)),
    ]
    for (let place = 0; place <= good.length; place++) {
      await refused(storage, good.toSpliced(place, 0, event(3, 8)), 'stale', 'event', 3)
      await refused(storage, good.toSpliced(place, 0, event(5, 0, 'event-3')), 'taken', 'event', 5)
    }
    equal(await storage.get('event', [1, 2, 3, 4, 5]), before, 'events')
    equal(await storage.get('tag', [9]), [], 'tag')
    equal(await storage.tally('tag', {}), new Map([[1, 3]]), 'tally')
    equal(
      await matchingEvents(storage, { key: 'slug', in: ['changed', 'event-4'] }),
      [],
      'slugs of the refused',
    )
    await write(storage, good)
    equal(await matchingEvents(storage), [1, 3, 4], 'without the conflict everything is written')
  })

  test('commit: every kind at once', async (storage) => {
    await write(storage, [
      put('event', 1, exampleEvent(1, { venue: [2], organizer: [3], category: [4], tag: [5] })),
      put('venue', 2, exampleVenue(2)),
      put('organizer', 3, exampleOrganizer(3)),
      put('category', 4, exampleTerm(4)),
      put('tag', 5, exampleTerm(5)),
      put('receipt', 6, exampleReceipt(6)),
    ])
    equal(await matchingEvents(storage, { key: 'tag', in: [5] }), [1], 'events')
    equal(idsOf(await storage.find('organizer', { order: 'newest', limit: 9 })), [3], 'organizers')
    equal(idsOf(await storage.find('receipt', { order: 'id', limit: 9 })), [6], 'receipts')
  })

  test('commit: 200 changes, or as many as can be written at once, or none of them', async (storage) => {
    let count = 200
    const first = () => Array.from({ length: count }, (_, index) => event(index + 1))
    while (!(await writeUnlessTooLarge(storage, first()))) {
      equal(await storage.count('event', {}), 0, 'what is too large leaves nothing behind')
      count = Math.floor(count / 2)
    }
    check(count >= 10, 'ten documents are not too large')
    // A rewrite writes twice as much, because old entries are removed too. So it uses half of the documents.
    const some = Array.from({ length: Math.ceil(count / 2) }, (_, index) => index + 1)
    const again = some.map((id) => (id % 2 === 0 ? remove('event', id, 1) : event(id, 1, `again-${id}`)))
    const last = some.length
    await refused(storage, again.with(last - 1, event(last, 2)), 'stale', 'event', last)
    equal(await storage.count('event', {}), count, 'events after the refusal')
    await write(storage, again)
    equal(await storage.count('event', {}), count - Math.floor(last / 2), 'events afterwards')
    equal((await one(storage, 'event', 1))?.keys.slug, 'again-1', 'slug of the first')
  })

  test('commit: what callers do afterwards with what they gave changes nothing', async (storage) => {
    const category = [1]
    const text = ['first']
    const keys = { ...exampleEvent(1).keys, category }
    const content = { keys, text, data: 'data' }
    await write(storage, [put('event', 1, content)])
    category.push(2)
    text[0] = 'second'
    keys.slug = 'changed'
    keys.status = 'draft'
    content.data = 'changed'
    const document = await one(storage, 'event', 1)
    equal(
      document,
      { id: 1, version: 1, ...exampleEvent(1, { category: [1], text: ['first'], data: 'data' }) },
      'document',
    )
    equal(await matchingEvents(storage, { key: 'category', in: [2] }), [], 'found by what was added')
  })

  test('commit: what callers do with what they got changes nothing', async (storage) => {
    await writeEvents(storage, { tag: [1], text: ['text'], data: 'data' })
    const document = await one(storage, 'event', 1)
    check(document !== undefined, 'the event is there')
    // Both are allowed: a frozen object that rejects the change, or a copy.
    Reflect.set(document, 'data', 'changed')
    Reflect.set(document, 'version', 9)
    Reflect.set(document.keys, 'slug', 'changed')
    Reflect.set(document.keys.tag, 0, 2)
    Reflect.set(document.text, 0, 'changed')
    const content = exampleEvent(1, { tag: [1], text: ['text'], data: 'data' })
    equal(await one(storage, 'event', 1), { id: 1, version: 1, ...content }, 'document')
    equal(
      await storage.find('event', { order: 'id', limit: 9 }),
      [{ id: 1, version: 1, ...content }],
      'found document',
    )
    equal(await matchingEvents(storage, { key: 'tag', in: [2] }), [], 'found by the change')
  })
}
