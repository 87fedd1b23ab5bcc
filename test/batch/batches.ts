import { sqlStorage } from 'kalends/storage/sql'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, idOf, listOf } from '../routes/calendar.ts'
import type { Open, TestDatabase } from '../setup/databases.ts'
import { openBatches, type Part, statuses } from './opened.ts'

/* The same batches on every storage, also many at once. */

const titleOf = (part: Part | null | undefined) => at(part?.body, 'title')

export function batchesOn(opened: () => Promise<Storage>): void {
  test.each([true, false])(
    'a calendar is made, read, changed and removed in one batch; atomic: %s',
    async (atomic) => {
      const { batch, ask } = openBatches({ changes: true }, await opened())
      const requests = [
        { id: 'hall', path: '/venues', body: { venue: 'Hall' } },
        { id: 'music', path: '/categories', body: { name: 'Music' } },
        { id: 'jazz', path: '/categories', body: { name: 'Jazz', parent: { $ref: 'music' } } },
        {
          id: 'new',
          path: '/events',
          body: eventOf({
            title: 'Ball',
            venue: { $ref: 'hall' },
            categories: [{ $ref: 'jazz' }],
            tags: ['warm'],
          }),
        },
        { id: 'copy', path: '/events', body: eventOf({ title: 'Ball', tags: ['warm', 'cold'] }) },
        { method: 'PATCH', path: '/events/$new', body: { title: 'Great ball' } },
        { method: 'GET', path: '/events?categories=jazz' },
        { method: 'DELETE', path: '/events/$copy' },
        { method: 'GET', path: '/tags?orderby=name' },
      ]
      const parts = await batch(requests, { atomic, key: 'K' })
      expect(statuses(parts)).toEqual([201, 201, 201, 201, 201, 200, 200, 200, 200])
      expect(at(parts[4]?.body, 'slug')).toBe('ball-2')
      expect(titleOf(parts[5])).toBe('Great ball')
      expect(at(parts[6]?.body, 'total')).toBe(1)
      expect(listOf(at(parts[8]?.body, 'tags')).map((tag) => at(tag, 'count'))).toEqual([1])
      const event = (await ask('GET', `/events/${idOf(parts[3]?.body)}`)).body
      expect(event).toMatchObject({ title: 'Great ball', venue: { venue: 'Hall' } })
      const changes = listOf((await ask('GET', '/changes?per_page=50')).body.changes)
      const again = await batch(requests, { atomic, key: 'K' })
      expect(statuses(again)).toEqual(statuses(parts))
      expect(listOf((await ask('GET', '/changes?per_page=50')).body.changes)).toEqual(changes)
    },
  )

  test('an atomic batch that fails leaves nothing', async () => {
    const { batch, ask } = openBatches({}, await opened())
    const requests = [
      { id: 'hall', path: '/venues', body: { venue: 'Hall' } },
      { path: '/events', body: eventOf({ venue: { $ref: 'hall' }, tags: ['warm'] }) },
      { path: '/events', body: {} },
    ]
    expect(statuses(await batch(requests, { atomic: true, key: 'K' }))).toEqual([424, 424, 400])
    expect((await ask('GET', '/venues')).body.total).toBe(0)
    expect((await ask('GET', '/tags?hide_empty=0')).body.total).toBe(0)
    // No receipt is left either.
    expect(statuses(await batch(requests.slice(0, 2), { atomic: true, key: 'K' }))).toEqual([201, 201])
  })

  test.each([true, false])(
    'batches race for the same records: no change is lost, none is half; atomic: %s',
    async (atomic) => {
      const { batch, ask, make } = openBatches({}, await opened())
      const ids = [
        await make('events', eventOf({ title: 'A' })),
        await make('events', eventOf({ title: 'B' })),
      ]
      const mark = (number: number) => [
        ...ids.map((id) => ({ method: 'PATCH', path: `/events/${id}`, body: { excerpt: `by ${number}` } })),
        { path: '/tags', body: { name: `tag ${number}` } },
      ]
      const all = await Promise.all([0, 1, 2, 3, 4].map((number) => batch(mark(number), { atomic })))
      for (const parts of all) expect(statuses(parts)).toEqual([200, 200, 201])
      const [first, second] = await Promise.all(ids.map((id) => ask('GET', `/events/${id}`)))
      // Five changes each, whose order is the same where each batch is one commit.
      for (const one of [first, second]) expect(one?.headers.get('etag')).toMatch(/^"6\./)
      if (atomic) expect(first?.body.excerpt).toBe(second?.body.excerpt)
      expect((await ask('GET', '/tags?hide_empty=0')).body.total).toBe(5)
    },
  )

  test('the same batch at once, with the same key, takes effect once', async () => {
    const { batch, ask } = openBatches({}, await opened())
    const requests = [
      { path: '/tags', body: { name: 'warm' } },
      { id: 'new', path: '/events', body: eventOf() },
      { method: 'PATCH', path: '/events/$new', body: { cost: '5' } },
    ]
    const all = await Promise.all([1, 2, 3].map(() => batch(requests, { key: 'K', atomic: true })))
    for (const parts of all) expect(statuses(parts)).toEqual([201, 201, 200])
    expect(new Set(all.map((parts) => idOf(parts[1]?.body))).size).toBe(1)
    expect((await ask('GET', '/events')).body.total).toBe(1)
    expect((await ask('GET', `/events/${idOf(all[0]?.[1]?.body)}`)).headers.get('etag')).toMatch(/^"2\./)
  })
}

let tables = 0
export const tablesIn =
  ({ client, schema }: TestDatabase) =>
  async () => {
    const storage = sqlStorage(client, {
      tablePrefix: `b${tables++}_`,
      ...(schema === undefined ? {} : { schema }),
    })
    await storage.migrate()
    return storage
  }
export const emptyIn = (open: Open) => async () => {
  const { storage } = await open()
  await storage.migrate()
  return storage
}
