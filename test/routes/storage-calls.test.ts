import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { wrapped } from '../setup/wrapped-storage.ts'
import { eventOf, openCalendar } from './calendar.ts'

/*
 * How often a read waits for the storage: calls that need not wait for each other are one wave, which is what a
 * round trip to a database costs.
 */

function counting(storage: Storage) {
  const seen = { calls: 0, waves: 0 }
  let wave: Promise<void> | undefined
  const turn = (): Promise<void> => {
    seen.calls++
    if (wave !== undefined) return wave
    seen.waves++
    wave = new Promise((resolve) => {
      setImmediate(() => {
        wave = undefined
        resolve()
      })
    })
    return wave
  }
  const counted: Storage = { ...storage, ...wrapped(storage, (_name, call) => turn().then(call)) }
  return { seen, counted }
}

test.each([
  ['/events/1', 7, 2],
  ['/events/by-slug/open-day', 7, 2],
  ['/events', 8, 2],
  ['/events?categories=3', 11, 3],
  ['/events?categories=1', 12, 4],
  ['/events?categories=indoors', 10, 4],
  // A page that is not full tells the total of a search. Of a full one it is counted.
  ['/events?search=open', 7, 2],
  ['/events?search=open&per_page=1', 8, 3],
  ['/events?search=nowhere', 1, 1],
  ['/venues?search=hall', 1, 1],
  ['/venues', 2, 1],
  ['/venues/2', 1, 1],
  ['/categories', 2, 1],
  ['/categories/1', 2, 2],
  ['/categories/2', 3, 2],
])('%s takes %d calls in %d waves', async (path, calls, waves) => {
  const storage = memoryStorage()
  const { make } = openCalendar({}, storage)
  await make('categories', { name: 'Music' })
  await make('categories', { name: 'Jazz', parent: 1 })
  await make('categories', { name: 'Indoors' })
  const linked = {
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Ada' },
    categories: [2, 3],
    tags: 'loud',
  }
  await make('events', eventOf(linked))
  const { seen, counted } = counting(storage)
  const { ask } = openCalendar({}, counted)
  // The first request of all also looks for what is due for publication.
  await ask('GET', '/tags/999', undefined, 'visitor')
  Object.assign(seen, { calls: 0, waves: 0 })
  const { status, text } = await ask('GET', path, undefined, 'visitor')
  expect(status, text).toBe(200)
  expect(seen).toEqual({ calls, waves })
})
