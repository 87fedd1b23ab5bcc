import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { type KeyValueLimits, keyValueStorage } from 'kalends/storage/key-value'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Change, Condition, Storage } from '../../src/storage/contract.ts'
import { openKeyValue } from '../../src/storage/key-value/open.ts'
import { openCalendar } from '../routes/calendar.ts'
import { watched } from '../setup/watched-store.ts'
import { words } from '../setup/words.ts'

const event = (id: number, overrides: Parameters<typeof exampleEvent>[1] = {}, expect = 0) =>
  put('event', id, exampleEvent(id, overrides), expect)

const published: Condition<'event'> = { key: 'status', in: ['publish'] }

/** A storage over a store that others write to between its calls, through a storage of their own. */
function besides(write: (others: Storage, call: number) => Promise<unknown>, limits: KeyValueLimits = {}) {
  const store = memoryKeyValue()
  const others = keyValueStorage(store)
  let calls = 0
  let isOn = false
  const between = async () => {
    if (isOn) await write(others, calls++)
  }
  const pauses: number[] = []
  const storage = openKeyValue(
    watched(store, { get: between, range: between, limits }),
    {},
    async (milliseconds) => {
      pauses.push(milliseconds)
    },
  )
  return {
    storage,
    others,
    pauses,
    async while<T>(run: () => Promise<T>): Promise<T> {
      isOn = true
      return run().finally(() => {
        isOn = false
      })
    },
  }
}

describe('commits of a key-value storage that others come before', () => {
  test('are tried again, and then make sense of what is there now', async () => {
    let left = 3
    const {
      storage,
      others,
      pauses,
      while: meanwhile,
    } = besides(async (others, call) => {
      if (left-- > 0) await others.commit([event(100 + call, { tag: [1], category: [2] })])
    })
    await others.commit([event(1, { tag: [1] })])
    const result = await meanwhile(() => storage.commit([event(2, { tag: [1] })]))
    expect(result).toEqual({ conflict: null })
    expect(pauses.length).toBeGreaterThan(0)
    expect(await storage.tally('tag', { where: [published] })).toEqual(new Map([[1, 5]]))
    expect(await storage.count('event', { where: [published] })).toBe(5)
  })

  test('report the conflict that has come about', async () => {
    const {
      storage,
      others,
      while: meanwhile,
    } = besides(async (others, call) => {
      if (call === 1) await others.commit([event(1, { author: 9 }, 1), event(7, { unique_slug: 'wanted' })])
    })
    await others.commit([event(1)])
    const stale = await meanwhile(() => storage.commit([event(1, { tag: [3] }, 1)]))
    expect(stale).toEqual({ conflict: 'stale', kind: 'event', id: 1 })
    expect(await storage.commit([event(8, { unique_slug: 'wanted' })])).toEqual({
      conflict: 'taken',
      kind: 'event',
      id: 8,
    })
    expect((await storage.get('event', [1]))[0]?.keys.author).toBe(9)
  })

  test.each([0, 3])('are given up after %d retries: 503', async (retries) => {
    const pauses: number[] = []
    const store = watched(memoryKeyValue(), { commit: async () => false })
    const storage = openKeyValue(store, { retries }, async (milliseconds) => void pauses.push(milliseconds))
    await expect(storage.commit([event(1)])).rejects.toMatchObject({ name: 'StorageUnavailable' })
    await expect(storage.allocate('post', 1)).rejects.toMatchObject({ name: 'StorageUnavailable' })
    expect(pauses).toHaveLength(2 * retries)
    expect(pauses.every((pause) => pause > 0 && pause <= 250)).toBe(true)
    expect(store.asked.commits).toEqual([])
  })

  test.each([-1, 1.5, Number.NaN])('refuse %d as a number of retries', (retries) => {
    expect(() => keyValueStorage(memoryKeyValue(), { retries })).toThrow(TypeError)
  })

  test('that come together are written together, and fail alone', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store)
    const commits: (readonly Change[])[] = [
      [event(1, { unique_slug: 'a', tag: [1] })],
      [event(2, { unique_slug: 'a' })],
      [event(3, { unique_slug: 'b', tag: [1] })],
      [event(1, { unique_slug: 'c', tag: [2] }, 1)],
      [event(4, { unique_slug: 'a' })],
      [{ do: 'remove', kind: 'event', id: 3, expect: 1 }],
      [event(5, { unique_slug: 'b' })],
      [event(5, { unique_slug: 'd' })],
    ]
    const results = await Promise.all(commits.map((changes) => storage.commit(changes)))
    const conflicts = results.map(({ conflict }) => conflict)
    expect(conflicts).toEqual([null, 'taken', null, null, null, null, null, 'exists'])
    expect(store.asked.commits).toHaveLength(1)
    const found = await storage.find('event', { order: 'id', limit: 9 })
    expect(found.map(({ id, version, keys }) => [id, version, keys.unique_slug])).toEqual([
      [1, 2, 'c'],
      [4, 1, 'a'],
      [5, 1, 'b'],
    ])
    expect(await storage.tally('tag', {})).toEqual(new Map([[2, 1]]))
    for (const [slug, id] of [
      ['a', 4],
      ['b', 5],
      ['c', 1],
    ] as const) {
      const where = [{ key: 'unique_slug', in: [slug] }] as const
      expect((await storage.find('event', { where, order: 'id', limit: 2 })).map((one) => one.id)).toEqual([
        id,
      ])
    }
  })
})

/** Makes reads take many calls. */
const FEW_AT_ONCE: KeyValueLimits = { keysPerGet: 10, entriesPerRange: 20 }

describe('reads of a key-value storage between whose steps others write', () => {
  test('show one state, whatever is written where', async () => {
    // One of four events carries the tag, another one with every commit; all have the number of the commit.
    let commits = 0
    const move = async (others: Storage) => {
      commits++
      await others.commit(
        [1, 2, 3, 4].map((id) =>
          event(
            id,
            { author: commits, tag: commits % 4 === id - 1 ? [1] : [], featured: commits % 2 === 0 },
            commits,
          ),
        ),
      )
    }
    const {
      storage,
      others,
      while: meanwhile,
    } = besides(async (others, call) => {
      // With pauses between: writers that never rest would leave no one a moment.
      if (call % 5 === 2) await move(others)
    })
    await others.commit([1, 2, 3, 4].map((id) => event(id, { tag: id === 1 ? [1] : [], author: 0 })))
    await meanwhile(async () => {
      for (let round = 0; round < 30; round++) {
        expect(await storage.count('event', { where: [{ key: 'tag', in: [1] }] })).toBe(1)
        const featured = await storage.count('event', { where: [published, { key: 'featured', in: [true] }] })
        expect([0, 4]).toContain(featured)
        for (const order of ['start', 'published', 'id'] as const) {
          const found = await storage.find('event', { where: [published], order, limit: 9 })
          expect(new Set(found.map(({ keys }) => keys.author)).size).toBe(1)
          expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4])
        }
        const where = [{ key: 'author', gte: 0 }] as const
        expect(await storage.tally('tag', { where })).toEqual(new Map([[1, 1]]))
        const text = { all: ['event'], none: [], oneField: false }
        expect(await storage.count('event', { text })).toBe(4)
      }
    })
    expect(commits).toBeGreaterThan(50)
  })

  test('are amended where they take long, while others never rest', async () => {
    let next = 1000
    const {
      storage,
      others,
      while: meanwhile,
    } = besides(async (others, call) => {
      // Often while it reads: one comes that matches, one that does not, and one that matched no longer does.
      if (call % 12 !== 0) return
      next++
      const changes: Change[] = [
        event(next, { text: ['jazz'], start: '2031-06-01 18:00:00', venue: [5] }),
        event(next + 10_000, { text: ['rock'] }),
      ]
      if (next > 1001) changes.push(event(next - 1, { text: ['rock'] }, 1))
      await others.commit(changes)
    }, FEW_AT_ONCE)
    const many = Array.from({ length: 300 }, (_, index) =>
      event(index + 1, { text: [index % 3 === 0 ? 'jazz' : 'rock'] }),
    )
    await others.commit(many)
    const text = { all: ['jazz'], none: [], oneField: false }
    await meanwhile(async () => {
      for (let round = 0; round < 10; round++) {
        const counted = await storage.count('event', { where: [published], text })
        expect([100, 101]).toContain(counted)
        const found = await storage.find('event', { where: [published], text, order: 'start', limit: 200 })
        expect([100, 101]).toContain(found.length)
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        expect(found.every((document) => document.text.includes('jazz'))).toBe(true)
        const carriers = await storage.tally('venue', { where: [published], text })
        expect([new Map(), new Map([[5, 1]])]).toContainEqual(carriers)
      }
    })
  })

  test('whose state is not remembered long enough are read again', async () => {
    let hasWritten = false
    const {
      storage,
      others,
      while: meanwhile,
    } = besides(async (others) => {
      if (hasWritten) return
      hasWritten = true
      for (let id = 2; id < 1100; id++) await others.commit([event(id)])
    })
    await others.commit([event(1)])
    const text = { all: ['event'], none: [], oneField: false }
    await storage.count('event', {})
    expect(await meanwhile(() => storage.count('event', { text }))).toBe(1099)
  })
})

describe('a store with limits', () => {
  const limits: KeyValueLimits = {
    keysPerGet: 10,
    entriesPerRange: 20,
    bytesPerValue: 2000,
    mutationsPerCommit: 100,
    bytesPerCommit: 50_000,
  }
  const open = () => {
    const store = watched(memoryKeyValue(), { limits })
    return { store, storage: keyValueStorage(store) }
  }

  test('is never asked for more', async () => {
    const { store, storage } = open()
    for (let id = 1; id <= 60; id++) {
      await storage.commit([event(id, { tag: [1, 2, id + 100], data: 'ä😀'.repeat(id * 40) })])
    }
    const found = await storage.find('event', { where: [published], order: 'start', limit: 60 })
    expect(found.map(({ data }) => data)).toEqual(found.map(({ id }) => 'ä😀'.repeat(id * 40)))
    expect(await storage.tally('tag', {}, [1, 2, 160])).toEqual(
      new Map([
        [1, 60],
        [2, 60],
        [160, 1],
      ]),
    )
    expect(await storage.count('event', { where: [{ key: 'tag', in: [1, 160] }] })).toBe(60)
    await storage.commit([event(60, { data: 'short' }, 1)])
    expect((await storage.get('event', [60]))[0]?.data).toBe('short')

    const { gets, ranges, commits } = store.asked
    expect(Math.max(...gets.map((keys) => keys.length))).toBe(10)
    expect(Math.max(...ranges.map(({ range }) => range.limit))).toBe(20)
    for (const { sets, deletes } of commits) {
      expect(sets.length + deletes.length).toBeLessThanOrEqual(100)
      const bytes = sets.map(([, value]) => Buffer.byteLength(value))
      expect(Math.max(...bytes)).toBeLessThanOrEqual(2000)
      expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(50_000)
    }
  })

  test('leaves no part of a long text behind when it becomes short, or goes', async () => {
    const { store, storage } = open()
    await storage.commit([event(1, { data: 'x'.repeat(9000), text: ['y'.repeat(9000)] })])
    await storage.commit([event(1, { data: 'short' }, 1)])
    await storage.commit([{ do: 'remove', kind: 'event', id: 1, expect: 2 }])
    const left = await store.range({ start: 'calendar/', end: 'calendar/~', limit: 20 })
    const sorts = left.map(([key]) => key.split('/')[1])
    expect(new Set(sorts)).toEqual(new Set(['clock', 'j']))
  })

  test('refuses a commit whose keys have too many bytes, and nothing is written', async () => {
    const store = watched(memoryKeyValue(), { limits: { keyBytesPerCommit: 2000 } })
    const storage = keyValueStorage(store)
    await storage.commit([event(1)])
    const refused = storage.commit([event(2, { tag: Array.from({ length: 40 }, (_, index) => index + 1) })])
    await expect(refused).rejects.toMatchObject({ name: 'CommitTooLarge' })
    expect(await storage.find('event', { order: 'id', limit: 9 })).toHaveLength(1)
    for (const { checks, sets, deletes } of store.asked.commits) {
      const keys = [...[...checks, ...sets].map(([key]) => key), ...deletes]
      expect(keys.join('').length).toBeLessThanOrEqual(2000)
    }
  })

  test.each([
    ['too many bytes', { data: 'x'.repeat(60_000) }],
    ['too many entries', { tag: Array.from({ length: 200 }, (_, index) => index + 1) }],
    ['a value too long', { unique_slug: 'x'.repeat(3000) }],
  ])('refuses a commit with %s, and nothing is written', async (_name, overrides) => {
    const { store, storage } = open()
    await storage.commit([event(1)])
    store.forget()
    const refused = storage.commit([event(2, overrides)])
    await expect(refused).rejects.toMatchObject({ name: 'CommitTooLarge' })
    expect(store.asked.commits).toEqual([])
    expect(await storage.find('event', { order: 'id', limit: 9 })).toHaveLength(1)
  })

  test('takes the others of commits that come together with one that is too large', async () => {
    const { storage } = open()
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((id) =>
        storage.commit([event(id, { data: 'x'.repeat(id === 3 ? 60_000 : 15_000) })]),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(
      words('fulfilled fulfilled rejected fulfilled fulfilled'),
    )
    expect(await storage.count('event', {})).toBe(4)
  })

  test('makes the interface answer 413, and nothing of it stays', async () => {
    const { storage } = open()
    const { send, ask } = openCalendar({}, storage)
    const dates = { start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
    const body = { title: 'Concert', ...dates, description: 'x'.repeat(60_000), venue: { venue: 'Hall' } }
    const answer = await ask('POST', '/events', body)
    expect([answer.status, answer.body]).toMatchObject([
      413,
      { code: 'rest_record_too_large', data: { status: 413 } },
    ])
    expect((await ask('GET', '/venues')).body).toMatchObject({ venues: [] })
    expect(send).toBeDefined()
  })
})

describe('a key-value storage', () => {
  test('does not take a state for another when a server is lost with its last commits while it reads', async () => {
    const store = memoryKeyValue()
    const all = { start: 'calendar/', end: 'calendar/~', limit: 9999 }
    const others = keyValueStorage(store)
    await others.commit([event(1)])
    const saved = await store.range(all)
    await others.commit([event(2)])
    let isOn = false
    const failOver = async () => {
      if (!isOn) return
      isOn = false
      // What takes over knows nothing of the last commit, and gives its number to another.
      const deletes = (await store.range(all)).map(([key]) => key)
      await store.commit({ checks: [], sets: [], deletes })
      await store.commit({ checks: [], sets: saved, deletes: [] })
      await others.commit([event(3)])
    }
    const storage = keyValueStorage(watched(store, { get: failOver }))
    const list = () => storage.find('event', { where: [published], order: 'start', limit: 9 })
    expect((await list()).map(({ id }) => id)).toEqual([1, 2])
    isOn = true
    expect((await list()).map(({ id }) => id)).toEqual([1, 3])
  })

  test('refuses a calendar that a later version has made', async () => {
    const store = memoryKeyValue()
    await store.commit({ checks: [], sets: [['calendar/layout', '99']], deletes: [] })
    await expect(keyValueStorage(store).migrate()).rejects.toThrow(/layout 99/)
  })
})
