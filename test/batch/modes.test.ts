import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test, vi } from 'vitest'
import { type Change, CommitTooLarge, type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import type { AuditEntry } from '../../src/types/index.ts'
import { at, census, eventOf, expectRefusal, idOf } from '../routes/calendar.ts'
import { memoryStore } from '../setup/stores.ts'
import { methodsOf, wrapped } from '../setup/wrapped-storage.ts'
import { codeOf, openBatches, statuses } from './opened.ts'

/* How the requests of a batch are carried out: each alone, as one commit, after a look at all of them. */

/** A storage whose commits pass through a function. */
function withCommits(
  around: (changes: readonly Change[], commit: Storage['commit']) => ReturnType<Storage['commit']>,
) {
  const below = memoryStorage()
  return {
    below,
    storage: {
      ...methodsOf(below),
      commit: (changes: readonly Change[]) => around(changes, (all) => below.commit(all)),
    },
  }
}

const eventsIn = (changes: readonly Change[]) => changes.filter(({ kind }) => kind === 'event').length
const creates = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path: '/events',
    body: eventOf({ title: `Event ${index}` }),
  }))

describe('each alone', () => {
  test('takes one commit where that succeeds', async () => {
    const sizes: number[] = []
    const { storage } = withCommits((changes, commit) => {
      sizes.push(eventsIn(changes))
      return commit(changes)
    })
    const { batch } = openBatches({}, storage)
    const parts = await batch([...creates(20), { path: '/events', body: {} }])
    expect(statuses(parts)).toEqual([...Array.from({ length: 20 }, () => 201), 400])
    expect(sizes).toEqual([20])
  })

  test('another write in between refuses what it concerns, and nothing else', async () => {
    let isFirst = true
    const { below, storage } = withCommits(async (changes, commit) => {
      if (isFirst && eventsIn(changes) > 1) {
        isFirst = false
        await openBatches({}, below).ask('PATCH', '/events/2', { title: 'By another' })
      }
      return commit(changes)
    })
    const calendar = openBatches({}, below)
    for (const title of ['A', 'B', 'C']) await calendar.make('events', eventOf({ title }))
    const etag = async (id: number) => (await calendar.ask('GET', `/events/${id}`)).headers.get('etag')
    const tags = [await etag(1), await etag(2), await etag(3)]
    const { batch, ask } = openBatches({}, storage)
    const parts = await batch(
      tags.map((tag, index) => ({
        path: `/events/${index + 1}`,
        headers: { 'If-Match': tag },
        body: { cost: '5' },
      })),
    )
    expect(statuses(parts)).toEqual([200, 412, 200])
    expect((await ask('GET', '/events/2')).body).toMatchObject({ title: 'By another', cost: '' })
    expect((await ask('GET', '/events/3')).body.cost).toBe('$5')
  })

  test('a storage with small commits gets smaller ones', async () => {
    const sizes: number[] = []
    const { storage } = withCommits(async (changes, commit) => {
      if (eventsIn(changes) > 4) throw new CommitTooLarge('five events')
      sizes.push(eventsIn(changes))
      return commit(changes)
    })
    const { batch, ask } = openBatches({}, storage)
    expect(statuses(await batch(creates(16)))).toEqual(Array.from({ length: 16 }, () => 201))
    expect(sizes).toEqual([4, 4, 4, 4])
    expect((await ask('GET', '/events?per_page=50')).body.total).toBe(16)
  })

  test('nothing is tried again when nobody knows whether it took effect', async () => {
    const { below, storage } = withCommits(async (changes, commit) => {
      await commit(changes)
      throw new StorageUnavailable('cut')
    })
    const { batch, errors } = openBatches({}, storage)
    const parts = await batch([
      ...creates(3),
      { path: '/events', body: {} },
      { method: 'GET', path: '/tags' },
    ])
    expect(statuses(parts)).toEqual([503, 503, 503, 400, 200])
    expect(await below.count('event', {})).toBe(3)
    expect(errors).toHaveLength(1)
  })
})

describe('atomic', () => {
  test('one failure makes all others 424, and nothing is written', async () => {
    const { storage, below } = withCommits((changes, commit) => commit(changes))
    const calendar = openBatches({}, storage)
    const before = await census(calendar)
    const parts = await calendar.batch(
      [
        ...creates(2),
        { method: 'GET', path: '/events' },
        { method: 'DELETE', path: '/events/999' },
        ...creates(1),
      ],
      { atomic: true },
    )
    expect(statuses(parts)).toEqual([424, 424, 424, 404, 424])
    expect(codeOf(parts[0])).toBe('rest_failed_dependency')
    expect(await census(calendar)).toEqual(before)
    expect(await below.count('receipt', {})).toBe(0)
  })

  test('reads see what the requests before have done: lists, counts, search, terms', async () => {
    const { batch, make } = openBatches()
    for (let index = 0; index < 5; index++)
      await make('events', eventOf({ title: `Old ${index}`, tags: ['warm'] }))
    const list = { method: 'GET', path: '/events?tags=warm&per_page=3&page=2' }
    const parts = await batch(
      [
        { id: 'tag', method: 'GET', path: '/tags/1' },
        { path: '/events', body: eventOf({ title: 'New', tags: ['warm'] }) },
        { method: 'DELETE', path: '/events/1' },
        { path: '/events/2', body: { title: 'Other', tags: [] } },
        list,
        { method: 'GET', path: '/events?search=new' },
        { method: 'GET', path: '/events/by-slug/new' },
        { method: 'GET', path: '/tags/1' },
        { method: 'GET', path: '/tags' },
      ],
      { atomic: true },
    )
    expect(statuses(parts)).toEqual([200, 201, 200, 200, 200, 200, 200, 200, 200])
    expect(at(parts[4]?.body, 'total')).toBe(4)
    expect(at(parts[4]?.body, 'events')).toHaveLength(1)
    expect(at(parts[4]?.body, 'events', 0, 'title')).toBe('New')
    expect(at(parts[5]?.body, 'total')).toBe(1)
    expect(at(parts[7]?.body, 'count')).toBe(4)
    expect(at(parts[8]?.body, 'tags', 0, 'count')).toBe(4)
  })

  test('is decided again when another write was first', async () => {
    let others = 3
    const { below, storage } = withCommits(async (changes, commit) => {
      if (eventsIn(changes) > 0 && others-- > 0)
        await openBatches({}, below).ask('PATCH', '/events/1', { cost: String(others) })
      return commit(changes)
    })
    const calendar = openBatches({}, below)
    await calendar.make('events', eventOf())
    const { batch, ask } = openBatches({}, storage)
    const parts = await batch(
      [
        { path: '/events/1', body: { title: 'Mine' } },
        { path: '/events', body: eventOf() },
      ],
      { atomic: true },
    )
    expect(statuses(parts)).toEqual([200, 201])
    expect(parts[0]?.headers.etag).toMatch(/^"5\./)
    expect((await ask('GET', '/events/1')).body).toMatchObject({ title: 'Mine', cost: 'Free' })
  })

  test('loses for ever: 503, and nothing is written', async () => {
    const { below, storage } = withCommits(async (changes) => ({
      conflict: 'stale',
      kind: 'event',
      id: changes[0]?.id ?? 0,
    }))
    const { sendBatch: send } = openBatches({}, storage)
    expectRefusal(await send({ atomic: true, requests: creates(2) }), 503, 'rest_unavailable')
    expect(await below.count('event', {})).toBe(0)
  })

  test('too large for the storage: 413 as a whole, or 400 for what is written in parts there', async () => {
    const { below, storage } = withCommits(async (changes, commit) => {
      if (eventsIn(changes) > 8) throw new CommitTooLarge('nine events')
      return commit(changes)
    })
    const { sendBatch: send, batch } = openBatches({}, storage)
    expectRefusal(await send({ atomic: true, requests: creates(9) }), 413, 'rest_record_too_large')
    const series = { path: '/events', body: eventOf({ recurrence: { rrule: 'FREQ=DAILY;COUNT=20' } }) }
    expect(statuses(await batch([...creates(2), series], { atomic: true }))).toEqual([424, 424, 400])
    expect(await below.count('event', {})).toBe(0)
    // Alone, it is written in parts.
    expect(statuses(await batch([...creates(2), series]))).toEqual([201, 201, 201])
  })

  test('merges are for themselves', async () => {
    const { batch } = openBatches()
    const venues = [
      { id: 'a', path: '/venues', body: { venue: 'A' } },
      { id: 'b', path: '/venues', body: { venue: 'B' } },
    ]
    const merge = { path: '/venues/1/merge', body: { from: [2] } }
    expect(statuses(await batch([...venues, merge]))).toEqual([201, 201, 200])
    expect(statuses(await batch([...venues, merge], { atomic: true }))).toEqual([424, 424, 400])
  })
})

describe('require-all-validate', () => {
  test.each([true, false])('carries out none if one would be refused; atomic: %s', async (atomic) => {
    const calendar = openBatches()
    await calendar.make('events', eventOf())
    const before = await census(calendar)
    const answer = await calendar.sendBatch({
      atomic,
      validation: 'require-all-validate',
      requests: [
        ...creates(1),
        { path: '/events', body: {} },
        { path: '/events/1', headers: { 'If-Match': '"9"' }, body: { title: 'x' } },
        { path: '/events/77', body: { title: 'x' } },
        { method: 'GET', path: '/events' },
        { path: '/events/$none', body: {} },
      ],
    })
    expect(answer.status).toBe(207)
    expect(answer.body.failed).toBe('validation')
    const parts = answer.body.responses
    expect([0, 1, 2, 3, 4, 5].map((index) => at(parts, index, 'status'))).toEqual([
      undefined,
      400,
      412,
      404,
      undefined,
      400,
    ])
    expect(at(parts, 0)).toBeNull()
    expect(await census(calendar)).toEqual(before)
  })

  test.each([true, false])('carries out all if none would be; atomic: %s', async (atomic) => {
    const { sendBatch: send, ask } = openBatches()
    const answer = await send({ atomic, validation: 'require-all-validate', requests: creates(3) })
    expect(answer.body.failed).toBeUndefined()
    expect((await ask('GET', '/events')).body.total).toBe(3)
  })

  test('is a look: what happens then may still refuse one', async () => {
    let isFirst = true
    const { below, storage } = withCommits(async (changes, commit) => {
      if (isFirst) {
        isFirst = false
        await openBatches({}, below).ask('DELETE', '/tags/1')
      }
      return commit(changes)
    })
    await openBatches({}, below).make('tags', { name: 'A' })
    const { batch } = openBatches({}, storage)
    const requests = [
      { path: '/tags/1', body: { name: 'B' } },
      { path: '/tags', body: { name: 'C' } },
    ]
    expect(statuses(await batch(requests, { validation: 'require-all-validate' }))).toEqual([404, 201])
  })
})

describe('an Idempotency-Key', () => {
  test.each([true, false])(
    'answers writes that were carried out, and reads anew; atomic: %s',
    async (atomic) => {
      const calendar = openBatches()
      const old = await calendar.make('events', eventOf({ title: 'Old' }))
      const requests = [
        { id: 'new', path: '/events', body: eventOf({ venue: { venue: 'Hall' } }) },
        {
          method: 'PATCH',
          path: '/events/$new',
          headers: { 'If-Match': '*' },
          body: { title: 'Other', slug: 'else' },
        },
        { method: 'PATCH', path: '/events/by-slug/old', body: { slug: 'older', title: 'Older' } },
        { method: 'DELETE', path: `/events/${old}` },
        { path: '/tags', body: { name: 'own' }, headers: { 'Idempotency-Key': 'mine' } },
        { method: 'GET', path: '/events/$new' },
      ]
      const first = await calendar.batch(requests, { key: 'K', atomic })
      expect(statuses(first)).toEqual([201, 200, 200, 200, 201, 200])
      await calendar.ask('PATCH', `/events/${idOf(first[0]?.body)}`, { cost: '7' })
      const before = await census(calendar)
      const again = await calendar.batch(requests, { key: 'K', atomic })
      expect(statuses(again)).toEqual([201, 200, 200, 200, 201, 200])
      expect(again.map((part) => part?.headers['idempotent-replayed'])).toEqual([
        'true',
        'true',
        'true',
        'true',
        'true',
        undefined,
      ])
      expect(at(again[1]?.body, 'cost')).toBe('$7')
      expect(at(again[5]?.body, 'cost')).toBe('$7')
      expect(at(again[1]?.headers, 'etag')).toBe(at(again[5]?.headers, 'etag'))
      expect(await census(calendar)).toEqual(before)
    },
  )

  test('with other fields is refused in its place', async () => {
    const { batch } = openBatches()
    await batch([...creates(1), { path: '/events/1', body: { cost: '1' } }], { key: 'K' })
    const parts = await batch([...creates(1), { path: '/events/1', body: { cost: '2' } }], { key: 'K' })
    expect(statuses(parts)).toEqual([201, 422])
  })

  test('what failed is tried again, and a deletion for good is known', async () => {
    const { batch, make } = openBatches()
    const id = await make('events', eventOf())
    const requests = [
      { method: 'DELETE', path: `/events/${id}?force=true` },
      { path: '/events/by-slug/hall', body: { title: 'Ball' } },
    ]
    expect(statuses(await batch(requests, { key: 'K' }))).toEqual([200, 404])
    await make('events', eventOf({ title: 'Hall' }))
    const [gone, done] = await batch(requests, { key: 'K' })
    expect(gone).toMatchObject({ status: 200, body: { id, deleted: true } })
    expect(done?.status).toBe(200)
  })
})

describe('limits', () => {
  test('responses beyond limits.batchBytes are 413 in their place, and what they did is done', async () => {
    const { text } = await openBatches().ask('POST', '/events', eventOf({ title: 'Event 0' }))
    const { batch, ask } = openBatches({ limits: { batchBytes: Math.round(text.length * 2.5) } })
    for (const atomic of [false, true]) {
      const parts = await batch([...creates(4), { method: 'GET', path: '/tags/9' }], { atomic: false })
      expect(statuses(parts)).toEqual([201, 201, 413, 413, 404])
      expect(codeOf(parts[2])).toBe('rest_response_too_large')
      expect(statuses(await batch([...creates(3), { method: 'GET', path: '/events' }], { atomic }))).toEqual([
        ...[201, 201, 413, 413],
      ])
    }
    expect((await ask('GET', '/events')).body.total).toBe(14)
  })

  test('after a read that had no room, others are not carried out', async () => {
    const reads: string[] = []
    const storage = wrapped(memoryStorage(), (name, call) => {
      reads.push(name)
      return call()
    })
    const { batch, make } = openBatches({ limits: { batchBytes: 20_000 } }, storage)
    for (const title of ['A', 'B']) await make('events', eventOf({ title, description: 'x'.repeat(15_000) }))
    const searches = (count: number) =>
      Array.from({ length: count }, () => ({ method: 'GET', path: '/events?search=xxx' }))
    reads.length = 0
    expect(statuses(await batch(searches(2)))).toEqual([413, 413])
    const few = reads.length
    reads.length = 0
    const parts = await batch([...searches(60), { path: '/tags', body: { name: 'Made all the same' } }])
    expect(statuses(parts)).toEqual([...Array.from({ length: 60 }, () => 413), 201])
    expect(reads.filter((name) => name === 'find event')).toHaveLength(1)
    expect(few).toBeLessThan(20)
  })

  test('with `_fields`, what counts is what is shown of long events', async () => {
    const { batch, make } = openBatches({ limits: { batchBytes: 40_000 } })
    const id = await make('events', eventOf({ description: 'x'.repeat(39_000) }))
    const paths = [`/events/${id}?_fields=id`, '/events?_fields=id,title', `/events/${id}?_fields[]=id`]
    const requests = Array.from({ length: 99 }, (_, at) => ({ method: 'GET', path: paths[at % 3] }))
    const parts = await batch(requests)
    expect(new Set(statuses(parts))).toEqual(new Set([200]))
    expect(parts[0]?.body).toEqual({ id })
    expect(
      statuses(await batch([{ method: 'GET', path: `/events/${id}` }, ...requests.slice(0, 1)])),
    ).toEqual([413, 413])
  })

  test('other requests have a turn after each read', async () => {
    let turns = 0
    const { batch, make } = openBatches()
    const id = await make('events', eventOf())
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await batch(Array.from({ length: 50 }, () => ({ method: 'GET', path: `/events/${id}` })))
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test('a signal has few listeners, however many requests there are and whatever they read', async () => {
    const most = new Map<AbortSignal, number>()
    const [add, remove] = [AbortSignal.prototype.addEventListener, AbortSignal.prototype.removeEventListener]
    const count = (signal: AbortSignal, by: number) => {
      const now = (most.get(signal) ?? 0) + by
      most.set(signal, now)
      highest = Math.max(highest, now)
    }
    let highest = 0
    const spies = [
      vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
        this: AbortSignal,
        ...given: Parameters<typeof add>
      ) {
        count(this, 1)
        add.apply(this, given)
      }),
      vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (
        this: AbortSignal,
        ...given: Parameters<typeof remove>
      ) {
        count(this, -1)
        remove.apply(this, given)
      }),
    ]
    const { store } = await memoryStore()
    const { batch } = openBatches({ changes: true }, keyValueStorage(store))
    const organizer = Array.from({ length: 20 }, (_, at) => ({ organizer: `Organizer ${at}` }))
    await batch([{ path: '/events', body: eventOf({ organizer }) }, ...creates(60)])
    await batch(Array.from({ length: 60 }, () => ({ method: 'GET', path: '/events' })))
    for (const spy of spies) spy.mockRestore()
    expect(most.size).toBeGreaterThan(0)
    expect(highest).toBeLessThan(10)
  })

  test('requests that have not begun at limits.timeout are 504 in their place, and what was done is committed', async () => {
    let hang = false
    const below = memoryStorage()
    const storage: Storage = {
      ...methodsOf(below),
      find: (kind, query) =>
        hang && kind === 'organizer' ? new Promise<never>(() => {}) : below.find(kind, query),
    }
    const { batch, errors } = openBatches({ limits: { timeout: 300 } }, storage)
    await batch(creates(1))
    hang = true
    const requests = [...creates(1), { path: '/organizers', body: { organizer: 'Ann' } }, ...creates(1)]
    expect(statuses(await batch(requests))).toEqual([201, 504, 504])
    expect(await below.count('event', {})).toBe(2)
    expect(statuses(await batch(requests, { atomic: true }))).toEqual([424, 504, 504])
    expect(await below.count('event', {})).toBe(2)
    expect(errors.length).toBeGreaterThan(0)
  })
})

describe('functions of the host', () => {
  test('rateLimit and audit are called for each request, once', async () => {
    const asked: string[] = []
    const told: AuditEntry[] = []
    const { batch } = openBatches({
      rateLimit: ({ operation, isWrite, request, principal }) => {
        asked.push(
          `${operation} ${isWrite} ${new URL(request.url).pathname.split('/').at(-1)} ${principal?.id} ${request.headers.get('x-user')}`,
        )
        return operation === 'createTag' ? 7 : null
      },
      audit: (entry) => told.push(entry),
    })
    const requests = [
      { id: 'new', path: '/events', body: eventOf() },
      { method: 'GET', path: '/events/$new' },
      { path: '/tags', body: { name: 'A' } },
      {},
    ]
    const parts = await batch(requests, { validation: 'require-all-validate' })
    expect(statuses(parts)).toEqual([null, null, null, 400])
    expect(asked).toHaveLength(4)
    told.length = 0
    asked.length = 0
    const [, , limited] = await batch(requests.slice(0, 3))
    expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
    expect(asked).toEqual([
      'runBatch true batch 2 editor',
      'createEvent true events 2 editor',
      'readEvent false 2 2 editor',
      'createTag true tags 2 editor',
    ])
    expect(
      told.map(({ operation, status, record, method }) => [operation, status, record?.id ?? null, method]),
    ).toEqual([
      ['createEvent', 201, 2, 'POST'],
      ['readEvent', 200, 2, 'GET'],
      ['createTag', 429, null, 'POST'],
      ['runBatch', 207, null, 'POST'],
    ])
  })

  test('onChange is called after the commit, once for each record', async () => {
    const changes: string[] = []
    let told = () => {}
    const first = new Promise<void>((resolve) => {
      told = resolve
    })
    const { batch } = openBatches({
      onChange: ({ type, kind }) => {
        changes.push(`${type} ${kind}`)
        told()
      },
    })
    const requests = [
      { id: 'new', path: '/events', body: eventOf() },
      { path: '/events/$new', body: { title: 'Other' } },
    ]
    expect(statuses(await batch([...requests, { path: '/events', body: {} }], { atomic: true }))).toEqual([
      424, 424, 400,
    ])
    expect(changes).toEqual([])
    await batch(requests, { atomic: true })
    await first
    expect(changes).toEqual(['created event'])
  })
})
