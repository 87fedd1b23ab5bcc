import { equal } from './assert.ts'
import { exampleBlob, exampleMedia, put } from './examples.ts'
import { matching, one, write } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Images, and their files in parts. */

const LARGEST = Number.MAX_SAFE_INTEGER

/** As many characters as a part may have. */
const LONGEST = 65_536

export function imageTests(test: StorageTest): void {
  test('media: are found by their author, by a date, and by words; the latest first', async (storage) => {
    await write(storage, [
      put('media', 1, exampleMedia(1, { author: 7, text: ['the old bridge', 'img_0001.jpg'] })),
      put('media', 2, exampleMedia(2, { author: 8, date: '2031-01-02 12:00:00', text: ['a bridge'] })),
      put('media', 3, exampleMedia(3, { author: 7, date: '2031-01-03 12:00:00', text: ['a tower'] })),
    ])
    equal(await matching(storage, 'media', 'id', { key: 'author', in: [7] }), [1, 3], 'of an author')
    equal(
      await matching(storage, 'media', 'id', { key: 'date', lte: '2031-01-02 12:00:00' }),
      [1, 2],
      'by date',
    )
    const text = { all: ['bridge'], none: [], oneField: true }
    equal(await storage.count('media', { text }), 2, 'with a word')
    const found = await storage.find('media', { text, order: 'id', reverse: true, limit: 1 })
    equal(
      found.map(({ id }) => id),
      [2],
      'the latest of them',
    )
    await write(storage, [
      put('media', 1, exampleMedia(1, { author: 9, text: ['a gate'] }), 1),
      { do: 'remove', kind: 'media', id: 3, expect: 1 },
    ])
    equal(
      await matching(storage, 'media', 'id', { key: 'author', in: [7] }),
      [],
      'after a change and a removal',
    )
    equal(await matching(storage, 'media', 'id', { key: 'author', in: [9] }), [1], 'of the new author')
    equal(await storage.count('media', { text }), 1, 'with the word that is left')
  })

  test('blobs: have any ID, are found by their heads, and keep every character', async (storage) => {
    const data = 'QUJD/+=='.repeat(LONGEST / 8)
    await write(storage, [
      put('blob', LARGEST, exampleBlob(LARGEST, { data })),
      put('blob', 1, exampleBlob(1, { head: 1 })),
      put('blob', 2, exampleBlob(2)),
    ])
    equal(await matching(storage, 'blob', 'id', { key: 'head', in: [1] }), [1], 'the head')
    equal((await one(storage, 'blob', LARGEST))?.data === data, true, 'a part as it was')
    await write(storage, [
      put('blob', 2, exampleBlob(2, { head: 1 }), 1),
      { do: 'remove', kind: 'blob', id: 1, expect: 1 },
    ])
    equal(
      await matching(storage, 'blob', 'id', { key: 'head', in: [1] }),
      [2],
      'after a change and a removal',
    )
  })
}
