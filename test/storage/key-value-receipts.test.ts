import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import {
  exampleEvent,
  exampleOrganizer,
  exampleReceipt,
  exampleTerm,
  exampleVenue,
  put,
} from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Change, Condition } from '../../src/storage/contract.ts'
import type { Entry, OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { keysIn, watched } from '../setup/watched-store.ts'
/* All entries of a calendar that was written before there were receipts, by the changes in `BEFORE`. */
import old from './layout-1.json' with { type: 'json' }

const LARGEST = Number.MAX_SAFE_INTEGER

/** What keeps earlier versions away is in no calendar that is new. */
const SEAL = /^old\/t\/es\w+\/a\/0{28}/

const links = { category: [1], tag: [2], venue: [3], organizer: [4] }
const BEFORE: readonly Change[] = [
  put('event', 1, exampleEvent(1, { ...links, featured: true, parent: 2 })),
  put('event', 2, exampleEvent(2, { end: '2031-06-04 20:00:00' })),
  put('venue', 3, exampleVenue(3, { latitude: 40.015, longitude: -105.27 })),
  put('organizer', 4, exampleOrganizer(4)),
  put('category', 1, exampleTerm(1)),
  put('tag', 2, exampleTerm(2, { parent: 1 })),
]

const oldEntries = old.map(([key = '', value = '']): readonly [string, string] => [key, value])

/** The calendar from before, in a store that is watched. */
async function oldCalendar() {
  const store = watched(memoryKeyValue())
  await store.commit({ checks: [], sets: oldEntries, deletes: [] })
  store.forget()
  return { store, storage: keyValueStorage(store, { calendar: 'old' }) }
}

/** A value without the keys that came with layout 4, which events of before lack: false and null at the end of a list. */
function withoutLater(value: string): string {
  if (!value.startsWith('[')) return value
  const list: unknown[] = JSON.parse(value)
  const shortened = (one: unknown): unknown => {
    if (!Array.isArray(one)) return one
    const last = one.findLastIndex((part) => part !== false && part !== null)
    return one.slice(0, last + 1).map(shortened)
  }
  return JSON.stringify(shortened(list))
}

/** All entries but the clock and the journal, of which a part is different with every commit. */
async function lasting(store: OrderedKeyValue): Promise<readonly Entry[]> {
  const entries = await store.range({ start: 'old/', end: 'old/~', limit: 1000 })
  return entries
    .filter(([key]) => !/^old\/(clock|j\/)/.test(key) && !SEAL.test(key))
    .map(([key, value]): Entry => [key, withoutLater(value)])
}

async function madeNow(): Promise<readonly Entry[]> {
  const store = memoryKeyValue()
  const storage = keyValueStorage(store, { calendar: 'old' })
  await storage.migrate()
  await storage.allocate('post', 4)
  await storage.allocate('term', 2)
  await storage.commit(BEFORE)
  return lasting(store)
}

const receipt = (id: number, expires = '2031-06-02 00:00:00') =>
  put('receipt', id, exampleReceipt(id, { expires }))

/** The first part of a key behind the calendar's name, and for entries of documents the kind. */
const sortOf = (key: string): string => {
  const [, sort = '', kind = ''] = key.split('/')
  return 'hxd'.includes(sort) ? `${sort}/${kind}` : sort
}

describe('receipts in a key-value storage', () => {
  test('a calendar from before is read, and gets receipts beside what it has', async () => {
    const { storage } = await oldCalendar()
    await storage.migrate()
    for (const change of BEFORE) {
      const [document] = await storage.get(change.kind, [change.id])
      expect(document).toMatchObject({
        id: change.id,
        version: 1,
        ...('content' in change && change.content),
      })
    }
    expect(await storage.find('receipt', { order: 'id', limit: 9 })).toEqual([])
    expect(await storage.count('receipt', {})).toBe(0)

    expect(await storage.allocate('post', 1)).toEqual([5])
    const changes = [put('event', 5, exampleEvent(5, { tag: [2] })), receipt(LARGEST)]
    expect(await storage.commit(changes)).toEqual({ conflict: null })
    const again = await storage.commit([put('event', 6, exampleEvent(6)), receipt(LARGEST)])
    expect(again).toEqual({ conflict: 'exists', kind: 'receipt', id: LARGEST })
    expect(await storage.count('event', {})).toBe(3)
    expect(await storage.tally('tag', {})).toEqual(new Map([[2, 2]]))
  })

  test('a calendar from before, once migrated, holds what one holds that is made now', async () => {
    const { store, storage } = await oldCalendar()
    await storage.migrate()
    expect(await lasting(store)).toEqual(await madeNow())
    store.forget()
    await storage.migrate()
    expect(store.asked.commits).toEqual([])
  })

  test('a migration that is killed after any commit is ended by the next one, of several at once', async () => {
    for (let most = 0; most < 6; most++) {
      const { store } = await oldCalendar()
      let commits = 0
      const killed: typeof store = {
        ...store,
        commit: async (mutation) => {
          if (commits++ === most) throw new Error('killed')
          return store.commit(mutation)
        },
      }
      const migration = keyValueStorage(killed, { calendar: 'old' }).migrate()
      if (most < 5) await expect(migration).rejects.toThrow('killed')
      else await migration
      await Promise.all([1, 2, 3].map(() => keyValueStorage(store, { calendar: 'old' }).migrate()))
      expect(await lasting(store)).toEqual(await madeNow())
    }
  })

  test('a migration takes the time of the last change from the record, and long titles in part', async () => {
    const store = memoryKeyValue()
    const storage = keyValueStorage(store, { calendar: 'old' })
    await storage.allocate('post', 1)
    const modified = '2031-02-03 04:05:06'
    const text = ['音楽 '.repeat(200), '']
    const data = JSON.stringify({
      title: '"modified_utc":"',
      filler: 'x'.repeat(70_000),
      modified_utc: modified,
    })
    await storage.commit([put('event', 1, exampleEvent(1, { text, data }))])
    const head = 'old/h/e/00000000001'
    const [now = ''] = await store.get([head])
    const older = JSON.stringify(JSON.parse(now).slice(0, -5))
    await store.commit({ checks: [], sets: [[head, older]], deletes: [] })
    await storage.migrate()
    const [document] = await storage.find('event', { order: 'modified', limit: 1 })
    expect(document?.keys).toMatchObject({ modified, title: '音楽 '.repeat(84).slice(0, 250) })
  })

  test('a calendar of layout 2 is migrated without a look at its documents, and filtered by fields', async () => {
    const store = watched(memoryKeyValue())
    const storage = keyValueStorage(store, { calendar: 'old' })
    const now = exampleEvent(1, { ...links, title: 'then' })
    await storage.commit([put('event', 1, now)])
    const head = 'old/h/e/00000000001'
    const [whole = ''] = await store.get([head])
    const older: Entry[] = [
      ['old/layout', '2'],
      [head, JSON.stringify(JSON.parse(whole).slice(0, -3))],
    ]
    await store.commit({ checks: [], sets: older, deletes: [] })
    store.forget()
    await storage.migrate()
    const asked = keysIn(store.asked).filter((key) => !SEAL.test(key))
    expect([...new Set(asked)]).toEqual(['old/layout'])
    expect(await storage.get('event', [1])).toMatchObject([now])
    const field = ['size=20', 'text=then']
    const count = (where: Condition<'event'>) => storage.count('event', { where: [where] })
    expect(await count({ key: 'field', notIn: field })).toBe(1)
    await storage.commit([put('event', 1, { ...now, keys: { ...now.keys, field } }, 1)])
    expect(await count({ key: 'field', in: ['size=20'] })).toBe(1)
    expect(await count({ key: 'field', gt: 'size=10', lt: 'size>' })).toBe(1)
  })

  test('touch no entries but their own, the clock and the journal', async () => {
    const { store, storage } = await oldCalendar()
    await storage.commit([receipt(7), receipt(8)])
    await storage.commit([
      { ...receipt(7, '2032-01-01 00:00:00'), expect: 1 },
      { do: 'remove', kind: 'receipt', id: 8, expect: 1 },
    ])
    const sorts = new Set(store.asked.commits.flatMap(({ sets }) => sets.map(([key]) => sortOf(key))))
    expect([...sorts].sort()).toEqual(['clock', 'd/r', 'e', 'h/r', 'j', 'x/r'])
    const deleted = store.asked.commits.flatMap(({ deletes }) => deletes)
    expect(deleted.map(sortOf).sort()).toEqual(['d/r', 'e', 'e', 'h/r', 'x/r'])
  })

  test('leave nothing behind when they are removed', async () => {
    const { store, storage } = await oldCalendar()
    const ids = [1, LARGEST, LARGEST - 1]
    await storage.commit(ids.map((id) => receipt(id)))
    await storage.commit(ids.map((id) => ({ do: 'remove', kind: 'receipt', id, expect: 1 })))
    const left = await store.range({ start: 'old/', end: 'old/~', limit: 1000 })
    const keys = left.map(([key]) => key).filter((key) => !key.startsWith('old/j/'))
    expect(keys).toEqual(oldEntries.map(([key]) => key).filter((key) => !key.startsWith('old/j/')))
  })

  test('a few that have expired are found without a look at the others', async () => {
    const { store, storage } = await oldCalendar()
    const [now, later] = ['2031-03-01 00:00:00', '2031-03-02 00:00:00']
    for (let first = 1; first <= 3000; first += 1000) {
      const ids = Array.from({ length: 1000 }, (_, index) => first + index)
      await storage.commit(ids.map((id) => receipt(id * 2 ** 40, id % 1000 === 7 ? now : later)))
    }
    await storage.count('event', {})
    store.forget()
    const where = [{ key: 'expires', lt: later }] as const
    const found = await storage.find('receipt', { where, order: 'id', limit: 100 })
    expect(found.map(({ id }) => id / 2 ** 40)).toEqual([7, 1007, 2007])
    expect(keysIn(store.asked).length).toBeLessThan(20)
    // Where nearly all have, a page is read off the list of all.
    const many = { where: [{ key: 'expires', lte: later }], order: 'id', limit: 5 } as const
    store.forget()
    expect((await storage.find('receipt', many)).map(({ id }) => id / 2 ** 40)).toEqual([1, 2, 3, 4, 5])
    expect(keysIn(store.asked).length).toBeLessThan(2100)
  })

  test('refuse what is no date, and write nothing', async () => {
    const { store, storage } = await oldCalendar()
    await expect(storage.commit([receipt(1, 'tomorrow')])).rejects.toThrow(TypeError)
    expect(store.asked.commits).toEqual([])
  })
})
