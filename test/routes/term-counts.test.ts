import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { libsqlMemory } from '../setup/databases.ts'
import { ASKERS, type Asker, openCalendar, USERS } from './calendar.ts'

const STORAGES: readonly (readonly [string, () => Storage])[] = [
  ['memory', memoryStorage],
  ['SQLite', () => sqlStorage(libsqlMemory().client)],
  ['a key-value store', () => keyValueStorage(memoryKeyValue())],
]

/** Long ago and far ahead: no date leaves an event out. */
const ALL = 'start_date=2000-01-01&end_date=2099-12-31&status=publish'
const DAY = { start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }

describe.each(STORAGES)('the count of a term in %s', (_, openStorage) => {
  async function filled() {
    const storage = openStorage()
    await storage.migrate()
    const calendar = openCalendar({}, storage)
    const { make } = calendar
    const event = (fields: object, as: Asker = 'editor') =>
      make('events', { ...DAY, title: 'Fair', ...fields }, as)
    const closed = { password: 'sesame' }
    await event({ tags: ['mixed'], categories: ['Open'] })
    await event({ tags: ['mixed', 'secret'], categories: ['Closed'], ...closed })
    await event({ tags: ['mixed', 'old'], start_date: '2001-01-01', end_date: '2001-01-02', ...closed })
    await event({ tags: ['mixed'], author: USERS.author.id, categories: ['Closed'], ...closed })
    // Published by an editor for somebody who may not publish.
    await event({ tags: ['mixed', 'theirs'], author: USERS.contributor.id, ...closed })
    await event({ tags: ['mixed'], status: 'draft' })
    await event({ tags: ['mixed'], status: 'draft', ...closed }, 'author')
    return calendar
  }

  test.each(ASKERS)('for a caller (%s) is the total of the list by that term', async (as) => {
    const { ask } = await filled()
    for (const [terms, filter] of [
      ['tags', 'tags'],
      ['categories', 'categories'],
    ] as const) {
      const { body } = await ask('GET', `/${terms}?hide_empty=false`, undefined, as)
      const all = body[terms]
      if (!Array.isArray(all)) expect.unreachable('there are terms')
      expect(all.length).toBeGreaterThan(1)
      for (const { id, slug, count } of all) {
        const list = await ask('GET', `/events?${ALL}&${filter}=${id}`, undefined, as)
        expect([slug, count]).toEqual([slug, list.body.total])
        // The term alone, and in the events that show it.
        expect((await ask('GET', `/${terms}/${id}`, undefined, as)).body.count).toBe(count)
        const embedded = Array.isArray(list.body.events)
          ? list.body.events.flatMap((event) => event[terms]).filter((term) => term.id === id)
          : []
        expect(embedded.map((term) => term.count)).toEqual(embedded.map(() => count))
      }
    }
  })

  test('is 0 for a visitor, and the term is empty, if all its events have a password', async () => {
    const { ask } = await filled()
    const shown = async (as: Asker) => {
      const { body } = await ask('GET', '/tags', undefined, as)
      return Array.isArray(body.tags) ? body.tags.map(({ slug }) => slug) : []
    }
    expect(await shown('visitor')).toEqual(['mixed'])
    expect(await shown('editor')).toEqual(['mixed', 'old', 'secret', 'theirs'])
  })

  test('follows the password of an event', async () => {
    const { ask, make } = await filled()
    const id = await make('events', { ...DAY, title: 'Show', tags: ['late'] })
    const count = async () =>
      (await ask('GET', '/tags?slug=late&hide_empty=false', undefined, 'visitor')).body.tags
    expect(await count()).toMatchObject([{ count: 1 }])
    await ask('PATCH', `/events/${id}`, { password: 'sesame' })
    expect(await count()).toMatchObject([{ count: 0 }])
    await ask('PATCH', `/events/${id}`, { password: '' })
    expect(await count()).toMatchObject([{ count: 1 }])
    await ask('DELETE', `/events/${id}`)
    expect(await count()).toMatchObject([{ count: 0 }])
  })
})
