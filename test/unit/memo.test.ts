import { describe, expect, test } from 'vitest'
import { createMemo } from '../../src/core/domain/records/memo.ts'
import { UTC } from '../../src/core/domain/time/zones.ts'
import type { Document } from '../../src/storage/contract.ts'

const MUCH = 1_000_000

const tag = (id: number, { version = 1, name = `tag ${id}`, description = '' } = {}): Document<'tag'> => ({
  ...{ id, version, keys: { slug: '', unique_slug: null, name: '', parent: 0 }, text: [] },
  data: JSON.stringify({ kind: 'tag', name, description, slug: '', parent: 0 }),
})

/** Counts how often it is called. */
function counting(text: string) {
  const write = () => {
    write.calls++
    return text
  }
  write.calls = 0
  return write
}

describe('a record', () => {
  test('is the same object as long as its document is the same', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    expect(record).toMatchObject({ id: 1, version: 1, name: 'tag 1' })
    expect(memo.record('tag', tag(1))).toBe(record)
  })

  test('is another in another version, or with other data in the same one, as in an emptied storage', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    const later = memo.record('tag', tag(1, { version: 2 }))
    expect(later).toEqual({ ...record, version: 2 })
    expect(memo.record('tag', tag(1, { name: 'new' }))).toEqual({ ...record, name: 'new' })
  })

  test('is not that of another kind with the same ID', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    const { keys, text, version } = tag(1)
    const data = JSON.stringify({ kind: 'category', name: 'c', description: '', slug: '', parent: 0 })
    expect(memo.record('category', { id: 1, version, keys, text, data }).kind).toBe('category')
    expect(memo.record('tag', tag(1))).toBe(record)
  })
})

describe('at a revision of the storage', () => {
  test('a record is known that was read at it, and at no other', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    expect(memo.recordAt('tag', 1, 'r1')).toBeUndefined()
    memo.record('tag', tag(1), 'r1')
    expect(memo.recordAt('tag', 1, 'r1')).toBe(record)
    expect(memo.recordAt('tag', 1, 'r2')).toBeUndefined()
    expect(memo.recordAt('category', 1, 'r1')).toBeUndefined()
    memo.record('tag', tag(1, { version: 2 }), 'r2')
    expect(memo.recordAt('tag', 1, 'r1')).toBeUndefined()
    expect(memo.recordAt('tag', 1, 'r2')?.version).toBe(2)
    // Read without a word about the revision, it may be newer than that.
    memo.record('tag', tag(1, { version: 3 }))
    expect(memo.recordAt('tag', 1, 'r2')).toBeUndefined()
  })

  test('numbers are known that were added at it, and never very many', () => {
    const memo = createMemo(MUCH, UTC)
    memo.countsAt('tag', true, 'r1').set(1, 5)
    expect(memo.countsAt('tag', true, 'r1').get(1)).toBe(5)
    expect(memo.countsAt('category', true, 'r1').size).toBe(0)
    expect(memo.countsAt('tag', false, 'r1').size).toBe(0)
    expect(memo.countsAt('tag', true, 'r2').size).toBe(0)
    for (let id = 0; id < 10_000; id++) memo.countsAt('tag', true, 'r2').set(id, 0)
    expect(memo.countsAt('tag', true, 'r2').size).toBe(0)
  })
})

describe('a text', () => {
  test('is written once for a record, a name, an address and a number', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    const write = counting('text')
    const ask = (name: string, address: string, number?: number) =>
      memo.texts('tag', name, address)(record, write, number)
    for (const [name, address, number, calls] of [
      ['shown', 'a', 0, 1],
      ['shown', 'a', undefined, 1],
      ['shown', 'b', 0, 2],
      ['other', 'a', 0, 3],
      ['shown', 'a', 0, 3],
      ['shown', 'a', 5, 4],
      ['shown', 'a', 5, 4],
      ['shown', 'a', 0, 5],
    ] as const) {
      expect([ask(name, address, number), write.calls]).toEqual(['text', calls])
    }
  })

  test('is written anew for another record, whether or not that came from here', () => {
    const memo = createMemo(MUCH, UTC)
    const texts = memo.texts('tag', 'name', '')
    const nameOf = ({ name }: { readonly name: string }) => name
    const record = memo.record('tag', tag(1))
    expect(texts(record, nameOf)).toBe('tag 1')
    expect(texts({ ...record, name: 'written now' }, nameOf)).toBe('written now')
    expect(texts(record, nameOf)).toBe('tag 1')
    expect(texts(memo.record('tag', tag(1, { version: 2, name: 'new' })), nameOf)).toBe('new')
  })

  test('under ever new addresses takes the place of others', () => {
    const memo = createMemo(MUCH, UTC)
    const record = memo.record('tag', tag(1))
    const write = counting('text')
    for (let at = 0; at < 100; at++) memo.texts('tag', 'shown', `host-${at}`)(record, write)
    for (let at = 0; at < 100; at++) memo.texts('tag', 'shown', `host-${at}`)(record, write)
    expect(write.calls).toBeGreaterThan(180)
  })
})

describe('what is kept', () => {
  const description = 'x'.repeat(1000)
  const keptOf = (memo: ReturnType<typeof createMemo>, count: number) => {
    const ask = () => Array.from({ length: count }, (_, id) => memo.record('tag', tag(id, { description })))
    const before = ask()
    // Backwards, so that asking does not drive out what is asked for next.
    return before.toReversed().filter((record, at) => {
      return memo.record('tag', tag(count - 1 - at, { description })) === record
    }).length
  }

  test('is all, where there is room', () => expect(keptOf(createMemo(MUCH, UTC), 100)).toBe(100))

  test('is bounded by bytes, of which those in wide characters count twice', () => {
    const kept = keptOf(createMemo(100_000, UTC), 1000)
    expect(kept).toBeGreaterThan(10)
    expect(kept).toBeLessThan(50)
    const wide = 'ж'.repeat(1000)
    const memo = createMemo(100_000, UTC)
    const first = memo.record('tag', tag(0, { description: wide }))
    for (let id = 1; id < 25; id++) memo.record('tag', tag(id, { description: wide }))
    expect(memo.record('tag', tag(0, { description: wide }))).not.toBe(first)
  })

  test('is what is asked for again and again', () => {
    const memo = createMemo(100_000, UTC)
    const first = memo.record('tag', tag(0, { description }))
    for (let id = 1; id < 1000; id++) {
      memo.record('tag', tag(id, { description }))
      if (id % 5 === 0) expect(memo.record('tag', tag(0, { description }))).toBe(first)
    }
    expect(memo.record('tag', tag(1, { description }))).not.toBe(first)
  })

  test('is bounded by its texts, too', () => {
    const memo = createMemo(100_000, UTC)
    const records = Array.from({ length: 40 }, (_, id) => memo.record('tag', tag(id)))
    const write = counting('x'.repeat(10_000))
    for (const record of records) memo.texts('tag', 'shown', '')(record, write)
    for (const record of records) memo.texts('tag', 'shown', '')(record, write)
    expect(write.calls).toBeGreaterThan(65)
  })

  test('is nothing where nothing may be', () => {
    const memo = createMemo(0, UTC)
    expect(memo.record('tag', tag(1))).not.toBe(memo.record('tag', tag(1)))
    const write = counting('text')
    const record = memo.record('tag', tag(1))
    for (const calls of [1, 2]) {
      expect([memo.texts('tag', 'shown', '')(record, write), write.calls]).toEqual(['text', calls])
    }
  })

  test('is not a single document that would drive out all others', () => {
    const memo = createMemo(10_000, UTC)
    const small = memo.record('tag', tag(1))
    const large = tag(2, { description: 'x'.repeat(10_000) })
    expect(memo.record('tag', large)).not.toBe(memo.record('tag', large))
    expect(memo.record('tag', tag(1))).toBe(small)
  })
})
