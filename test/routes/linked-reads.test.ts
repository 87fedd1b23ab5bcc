import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Conflict } from '../../src/storage/contract.ts'
import { eventOf, openCalendar } from './calendar.ts'

/*
 * What a write of an event reads of the records that the event names.
 */

const LINKED = { venue: 1, organizer: 2, categories: [1], tags: [2] }
const ONCE = ['category 1', 'organizer 2', 'tag 2', 'venue 1']

async function opened() {
  const storage = memoryStorage()
  const seen = { reads: [] as string[], conflicts: [] as Conflict[] }
  const calendar = openCalendar(
    {},
    {
      ...storage,
      get(kind, ids) {
        seen.reads.push(...ids.map((id) => `${kind} ${id}`))
        return storage.get(kind, ids)
      },
      commit: async (changes) => seen.conflicts.shift() ?? storage.commit(changes),
    },
  )
  await calendar.make('venues', { venue: 'Hall' })
  await calendar.make('organizers', { organizer: 'Ada' })
  await calendar.make('categories', { name: 'Music' })
  await calendar.make('tags', { name: 'loud' })
  const linkedReads = async (write: () => Promise<unknown>) => {
    seen.reads.length = 0
    await write()
    return seen.reads.filter((read) => !read.startsWith('event')).sort()
  }
  return { ...calendar, seen, linkedReads }
}

test('a create reads each record that it names once, and shows it', async () => {
  const { ask, linkedReads } = await opened()
  let shown: unknown
  const reads = await linkedReads(async () => {
    shown = (await ask('POST', '/events', eventOf(LINKED))).body
  })
  expect(reads).toEqual(ONCE)
  expect(shown).toMatchObject({
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'Ada' }],
    categories: [{ name: 'Music', count: 1 }],
    tags: [{ name: 'loud', count: 1 }],
  })
})

test('where another write came first, all of it is read anew', async () => {
  const { make, seen, linkedReads } = await opened()
  seen.conflicts.push({ conflict: 'taken', kind: 'event', id: 3 })
  const reads = await linkedReads(() => make('events', eventOf(LINKED)))
  expect(reads).toEqual([...ONCE, ...ONCE].sort())
})

test('an update shows what was renamed since the last write', async () => {
  const { ask, make } = await opened()
  const id = await make('events', eventOf(LINKED))
  await ask('POST', '/venues/1', { venue: 'Barn' })
  const { body } = await ask('POST', `/events/${id}`, { venue: 1, title: 'Later' })
  expect(body).toMatchObject({ title: 'Later', venue: { venue: 'Barn' } })
})
