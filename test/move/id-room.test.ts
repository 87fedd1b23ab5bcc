import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { event, SITE, smallSite, term, venue } from './small-site.ts'

const sleep = async () => {}

const bring = (storage: Storage, records: Parameters<typeof smallSite>[0]) =>
  importSite(storage, { url: SITE, fetch: smallSite(records).fetch, sleep })

async function next(storage: Storage, sequence: 'post' | 'term'): Promise<number> {
  const [id = 0] = await storage.allocate(sequence, 1)
  return id
}

test('the first import leaves the old site a million IDs above its highest, images included', async () => {
  const storage = memoryStorage()
  const image = { url: `${SITE}/a.png`, id: 250_000 }
  const { ids } = await bring(storage, { events: [event(7, { image }), event(30)], categories: [term(4)] })
  expect(ids).toEqual({
    post: { reached: 250_000, boundary: 1_300_000, isNear: false },
    term: { reached: 4, boundary: 1_100_000, isNear: false },
  })
  expect(await next(storage, 'post')).toBe(1_300_000)
  expect(await next(storage, 'term')).toBe(1_100_000)
})

test('an empty site gets its room as well', async () => {
  const storage = memoryStorage()
  await bring(storage, {})
  expect(await next(storage, 'post')).toBe(1_100_000)
  const { kinds } = await bring(storage, { events: [event(1)] })
  expect(kinds.event.created).toBe(1)
})

test('both sides create records, and the next import brings those of the old site', async () => {
  const storage = memoryStorage()
  await bring(storage, { events: [event(30)] })
  const ours = await next(storage, 'post')
  const { ids, kinds, notes } = await bring(storage, { events: [event(30), event(31), event(32)] })
  expect(kinds.event).toMatchObject({ created: 2, unchanged: 1 })
  expect(notes).toEqual([])
  // The room does not move.
  expect(ids.post).toEqual({ reached: 32, boundary: ours, isNear: false })
  expect(await next(storage, 'post')).toBe(ours + 1)
})

test.each([
  [999_999, false],
  [1_000_000, true],
  [1_099_999, true],
  [1_100_500, true],
])('a later import warns within 100,000 IDs of the boundary: %d, %s', async (id, isNear) => {
  const storage = memoryStorage()
  await bring(storage, { events: [event(30)] })
  const { ids } = await bring(storage, { events: [event(30), event(id)] })
  expect(ids.post).toEqual({ reached: id, boundary: 1_100_000, isNear })
  // Beyond the boundary, only what the old site has reached is reserved.
  expect(await next(storage, 'post')).toBe(Math.max(id + 1, 1_100_000))
})

test('a record of ours under an ID that the old site uses now is named, and stays', async () => {
  const storage = memoryStorage()
  await bring(storage, { events: [event(30)] })
  const [made] = await storage.get('event', [30])
  if (made === undefined) return expect.unreachable('no event 30')
  const content = { ...made, keys: { ...made.keys, slug: 'ours', unique_slug: 'ours' } }
  await storage.commit([{ do: 'put', kind: 'event', id: 31, expect: 0, content }])
  const { kinds, notes } = await bring(storage, { events: [event(30), event(31)] })
  expect(kinds.event).toMatchObject({ created: 0, skipped: 1 })
  expect(notes).toEqual([{ kind: 'event', id: 31, reason: 'id taken' }])
  expect((await storage.get('event', [31]))[0]).toMatchObject({ version: 1, data: made.data })
})

test('a calendar that was imported without a room gets one by its next import', async () => {
  const storage = memoryStorage()
  await bring(storage, { venues: [venue(30)] })
  // As the version before left it: no room was written down.
  const written = await storage.find('extra', { order: 'id', limit: 99 })
  const room = written.filter(({ data }) => data.includes('"post"'))
  expect(room.length).toBe(1)
  await storage.commit(room.map(({ id, version }) => ({ do: 'remove', kind: 'extra', id, expect: version })))
  const { ids } = await bring(storage, { venues: [venue(30), venue(200_000)] })
  expect(ids.post).toEqual({ reached: 200_000, boundary: 1_300_000, isNear: false })
  expect(await next(storage, 'post')).toBe(1_300_000)
})

test('an import that was cut off leaves its room to the next one', async () => {
  const storage = memoryStorage()
  const site = smallSite({ events: [event(30)], venues: [venue(20)] })
  let requests = 0
  const cut: typeof fetch = (...args) =>
    ++requests > 5 ? Promise.reject(new Error('cut off')) : site.fetch(...args)
  await expect(importSite(storage, { url: SITE, fetch: cut, sleep })).rejects.toThrow('cut off')
  const { ids } = await bring(storage, { events: [event(30), event(600_000)] })
  expect(ids.post.boundary).toBe(1_700_000)
})

test('two first imports at once agree on one room', async () => {
  const storage = memoryStorage()
  const reports = await Promise.all([
    bring(storage, { events: [event(30)] }),
    bring(storage, { events: [event(30), event(150_000)] }),
  ])
  const boundaries = new Set(reports.map(({ ids }) => ids.post.boundary))
  expect(boundaries.size).toBe(1)
  expect(await next(storage, 'post')).toBeGreaterThanOrEqual(Math.max(...boundaries))
})
