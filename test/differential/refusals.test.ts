import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'

/** Of two kinds the first is answered for later than the second, whatever is asked. */
function slowFor(slow: string): Storage {
  const storage = memoryStorage()
  return {
    ...storage,
    async get(kind, ids) {
      if (kind === slow) await new Promise((resolve) => setImmediate(resolve))
      return storage.get(kind, ids)
    },
    async find(kind, query) {
      if (kind === slow) await new Promise((resolve) => setImmediate(resolve))
      return storage.find(kind, query)
    },
  }
}

test('what is wrong with the filters of a list is named in one order, however fast the storage finds it', async () => {
  const query = 'categories=a&tags=b&venue=1&organizer=2&post_parent=3'
  for (const slow of ['category', 'tag', 'venue', 'organizer', 'event']) {
    const { ask } = openCalendar({}, slowFor(slow))
    const { body } = await ask('GET', `/events?${query}`)
    expect(body.message, slow).toBe('Invalid parameter(s): categories, tags, venue, organizer, post_parent')
  }
})
