import { equal } from './assert.ts'
import { AWKWARD } from './content.ts'
import { exampleEvent, exampleOrganizer, exampleTerm, exampleVenue, put } from './examples.ts'
import { matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const event = (id: number, unique_slug: string | null, expect = 0) =>
  put('event', id, exampleEvent(id, { slug: 'shared', unique_slug }), expect)

const taken = (id: number) => ({ conflict: 'taken', kind: 'event', id })

export function uniqueTests(test: StorageTest): void {
  test('unique: a value belongs to one document of the kind', async (storage) => {
    await write(storage, [event(1, 'a'), event(2, 'b')])
    equal(await storage.commit([event(3, 'a')]), taken(3), 'a new document')
    equal(await storage.commit([event(2, 'a', 1)]), taken(2), 'a document that is there')
    equal(await matchingEvents(storage, { key: 'unique_slug', in: ['a'] }), [1], 'owner')
    equal((await one(storage, 'event', 2))?.version, 1, 'version of the refused')
  })

  test('unique: a document may keep its value', async (storage) => {
    await write(storage, [event(1, 'a')])
    await write(storage, [event(1, 'a', 1)])
    equal((await one(storage, 'event', 1))?.version, 2, 'version')
  })

  test('unique: null collides with nothing', async (storage) => {
    await write(storage, [event(1, null), event(2, null)])
    await write(storage, [event(3, null)])
    await write(storage, [event(1, null, 1)])
    equal(await matchingEvents(storage, { key: 'unique_slug', in: [null] }), [1, 2, 3], 'documents')
  })

  test('unique: other keys may be shared', async (storage) => {
    await write(storage, [event(1, 'a'), event(2, 'b')])
    equal(await matchingEvents(storage, { key: 'slug', in: ['shared'] }), [1, 2], 'documents')
  })

  test('unique: each kind has its own values', async (storage) => {
    const unique_slug = 'jazz'
    await write(storage, [
      put('event', 1, exampleEvent(1, { unique_slug })),
      put('venue', 2, exampleVenue(2, { unique_slug })),
      put('organizer', 3, exampleOrganizer(3, { unique_slug })),
      put('category', 4, exampleTerm(4, { unique_slug })),
      put('tag', 5, exampleTerm(5, { unique_slug })),
    ])
    for (const change of [
      put('venue', 6, exampleVenue(6, { unique_slug })),
      put('organizer', 6, exampleOrganizer(6, { unique_slug })),
      put('category', 6, exampleTerm(6, { unique_slug })),
      put('tag', 6, exampleTerm(6, { unique_slug })),
    ]) {
      const { kind, id } = change
      equal(await storage.commit([change]), { conflict: 'taken', kind, id }, kind)
    }
  })

  test('unique: two documents of one commit cannot have the same value', async (storage) => {
    const result = await storage.commit([event(1, 'a'), event(2, 'b'), event(3, 'a')])
    equal([result.conflict, 'kind' in result && result.kind], ['taken', 'event'], 'conflict')
    equal(await matchingEvents(storage), [], 'nothing was written')
  })

  test('unique: a value that its owner gives up can be taken, later or in the same commit', async (storage) => {
    await write(storage, [event(1, 'a'), event(2, 'b'), event(3, 'c')])
    await write(storage, [event(1, null, 1)])
    await write(storage, [event(4, 'a')])
    await write(storage, [event(2, 'd', 1), event(5, 'b')])
    await write(storage, [event(6, 'c'), { do: 'remove', kind: 'event', id: 3, expect: 1 }])
    const found = await storage.find('event', { order: 'id', limit: 9 })
    equal(
      found.map((document) => [document.id, document.keys.unique_slug]),
      [
        [1, null],
        [2, 'd'],
        [4, 'a'],
        [5, 'b'],
        [6, 'c'],
      ],
      'owners',
    )
  })

  test('unique: documents can swap their values, and pass them round', async (storage) => {
    await write(storage, [event(1, 'a'), event(2, 'b'), event(3, 'c')])
    await write(storage, [event(1, 'b', 1), event(2, 'a', 1)])
    await write(storage, [event(1, 'a', 2), event(2, 'c', 2), event(3, 'b', 1)])
    const found = await storage.get('event', [1, 2, 3])
    equal(
      found.map((document) => document.keys.unique_slug),
      ['a', 'c', 'b'],
      'values',
    )
    equal(await storage.commit([event(4, 'c')]), taken(4), 'the new owner holds the value')
  })

  test('unique: a checked document keeps its value', async (storage) => {
    await write(storage, [event(1, 'a')])
    equal(
      await storage.commit([{ do: 'check', kind: 'event', id: 1, expect: 1 }, event(2, 'a')]),
      taken(2),
      'result',
    )
  })

  test('unique: what a refused commit would have given up stays taken', async (storage) => {
    await write(storage, [event(1, 'a'), event(2, 'b')])
    equal(await storage.commit([event(1, 'c', 1), event(3, 'b')]), taken(3), 'refusal')
    equal(await storage.commit([event(3, 'a')]), taken(3), 'a is still taken')
    await write(storage, [event(3, 'c')])
  })

  test('unique: values are the same when all of their characters are', async (storage) => {
    const values = [...AWKWARD, 'jazz', 'Jazz', 'jäzz', 'jazz ', 'ja\u0308zz']
    await writeEvents(storage, ...values.map((unique_slug) => ({ unique_slug })))
    for (const [index, value] of values.entries()) {
      const name = JSON.stringify(value)
      equal(await storage.commit([event(1000, value)]), taken(1000), `${name} is taken`)
      equal(
        await matchingEvents(storage, { key: 'unique_slug', in: [value] }),
        [index + 1],
        `owner of ${name}`,
      )
    }
  })
}
