import { setTimeout } from 'node:timers/promises'
import { createEventsApi } from 'kalends'
import type { Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../examples/node/at-once.ts'
import { loadCalendar } from '../../examples/node/load.ts'

const event = {
  title: 'Fair',
  start_date: '2030-05-10 10:00',
  end_date: '2030-05-10 12:00',
  venue: { venue: 'Hall' },
  categories: ['Markets'],
}
const calendarOver = (storage: Storage) =>
  createEventsApi(storage, { authenticate: () => ({ id: 1, role: 'administrator' }) })
const load = (storage: Storage) => loadCalendar(calendarOver(storage), [event, { ...event, title: 'Dance' }])

describe('loading at once', () => {
  test('writes what was made in memory, under IDs that nothing else has', async () => {
    const storage = memoryStorage()
    const [earlier = 0] = await storage.allocate('post', 1)
    expect(await atOnce(storage, load)).toMatchObject({ created: 2, refused: [] })
    const url = 'http://localhost/vendor/events/v1/events/by-slug/fair'
    const read = await (await calendarOver(storage).fetch(new Request(url))).json()
    expect(read).toMatchObject({ title: 'Fair', venue: { venue: 'Hall' }, categories: [{ name: 'Markets' }] })
    expect(read.id).toBeGreaterThan(earlier)
    expect(await storage.count('venue', {})).toBe(1)
  })

  test('names a place once, however long the database takes', async () => {
    const memory = memoryStorage()
    const slow: Storage = {
      ...memory,
      allocate: async (...asked) => setTimeout(10, memory.allocate(...asked)),
    }
    const events = Array.from({ length: 8 }, (_, n) => ({ ...event, title: `Fair ${n}` }))
    await atOnce(slow, (staging) => loadCalendar(calendarOver(staging), events))
    expect(await memory.count('venue', {})).toBe(1)
  })

  test('writes nothing before all is made', async () => {
    const storage = memoryStorage()
    const half = atOnce(storage, async (staging) => {
      expect(await load(staging)).toMatchObject({ created: 2 })
      expect(await staging.count('event', {})).toBe(2)
      throw new Error('stopped')
    })
    await expect(half).rejects.toThrow('stopped')
    expect(await storage.count('event', {})).toBe(0)
  })

  test('writes nothing where others were quicker', async () => {
    const storage = memoryStorage()
    const slower = atOnce(storage, async (staging) => {
      await atOnce(storage, load)
      return load(staging)
    })
    expect(await slower).toBeUndefined()
    expect(await storage.count('event', {})).toBe(2)
  })

  test('takes an outage for no fault of the events, and stops', async () => {
    const storage: Storage = {
      ...memoryStorage(),
      allocate: () => Promise.reject(new Error('out of reach')),
    }
    await expect(atOnce(storage, load)).rejects.toThrow('POST /events answered 500')
    expect(await storage.count('event', {})).toBe(0)
  })
})
