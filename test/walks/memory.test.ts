import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'
import { walk } from './walk.ts'
import { walksOn } from './walks.ts'

const opened = (storage: Storage) => async () => ({ storage, close: () => storage.close() })

/** A storage as it was before the contract had `after`, with the number of its finds. */
function withoutAfter() {
  const storage = memoryStorage()
  const finds: string[] = []
  const old: Storage = {
    ...methodsOf(storage),
    find: (kind, { after: _after, ...query }) => {
      finds.push(kind)
      return storage.find(kind, query)
    },
  }
  return { old, finds }
}

describe('in memory', () => walksOn(opened(memoryStorage())))

describe('a storage that does not know `after`', () => {
  walksOn(opened(withoutAfter().old))

  test('is asked several times for a page, and the others once', async () => {
    const { old, finds } = withoutAfter()
    for (const [storage, most] of [
      [memoryStorage(), 1],
      [old, 4],
    ] as const) {
      const calendar = openCalendar({}, storage)
      for (let one = 0; one < 6; one++) await calendar.make('venues', { venue: `Hall ${one}` })
      finds.length = 0
      expect((await walk(calendar, 'venues', 'per_page=2')).pages).toBe(3)
      if (storage === old) expect(finds.length).toBeGreaterThan(3)
      expect(finds.length).toBeLessThanOrEqual(most * 3)
    }
  })
})
