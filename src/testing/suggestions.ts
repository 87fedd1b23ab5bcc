import { equal } from './assert.ts'
import { exampleEvent, exampleSuggestion, put } from './examples.ts'
import { matching, one, write } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Who suggested an event, under the ID of the event. */

export function suggestionTests(test: StorageTest): void {
  test('suggestions: have the IDs of events, and are found by when they were decided', async (storage) => {
    const data = JSON.stringify({ contact: { name: 'Zoë 🎷', email: 'zoe@example.org' } })
    await write(storage, [
      put('event', 7, exampleEvent(7)),
      put('suggestion', 7, exampleSuggestion(7, { data })),
      put('suggestion', 8, exampleSuggestion(8, { decided: '2031-03-01 12:00:00' })),
      put('suggestion', 9, exampleSuggestion(9, { decided: '2031-03-02 12:00:00' })),
    ])
    const until = (lte: string) => matching(storage, 'suggestion', 'id', { key: 'decided', lte })
    equal(await until('2031-03-01 12:00:00'), [8], 'up to a time')
    equal(
      await matching(storage, 'suggestion', 'id', { key: 'decided', gt: '2031-03-02 12:00:00' }),
      [7],
      'those that wait',
    )
    equal((await one(storage, 'suggestion', 7))?.data, data, 'every character')
    await write(storage, [
      put('suggestion', 7, exampleSuggestion(7, { decided: '2031-02-01 12:00:00' }), 1),
      { do: 'remove', kind: 'suggestion', id: 8, expect: 1 },
    ])
    equal(await until('2031-03-01 12:00:00'), [7], 'after a change and a removal')
    equal(await storage.count('suggestion', {}), 2, 'how many there are')
    equal((await one(storage, 'event', 7))?.version, 1, 'the event beside it')
  })
}
