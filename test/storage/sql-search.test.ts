import { type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Condition } from '../../src/storage/contract.ts'
import { TEXTS_PER_READ } from '../../src/storage/sql/read.ts'
import { FEW_HITS } from '../../src/storage/sql/search.ts'
import { libsqlMemory } from '../setup/databases.ts'

/*
 * How SQLite goes about a search. That it finds the right events is held by the storage suite; here, that it finds
 * them by its index where that is the short way, and finds the same without it.
 */

const EVENTS = FEW_HITS + 3500

const { client } = libsqlMemory()
const seen: SqlStatement[] = []
/** The number of texts that each statement has read. */
const textsRead: number[] = []
const open = () =>
  sqlStorage({
    ...client,
    async query(statement) {
      seen.push(statement)
      const rows = await client.query(statement)
      textsRead.push(rows.filter((row) => 'text' in row).length)
      return rows
    },
  })
let storage = open()

beforeAll(async () => {
  await storage.migrate()
  for (let first = 1; first <= EVENTS; first += 500) {
    const ids = Array.from({ length: 500 }, (_, index) => first + index)
    const text = (id: number) => [`concert number${id}`, id % 1000 === 7 ? 'an unusual one' : '']
    const changes = ids.map((id) => put('event', id, exampleEvent(id, { text: text(id) })))
    expect(await storage.commit(changes)).toEqual({ conflict: null })
  }
})

const words = (...all: string[]) => ({ all, none: [], oneField: false })
const page = { order: 'start', limit: 10 } as const
const byStart: Condition<'event'>[] = [{ key: 'start', gte: '2031-01-01 00:00:00' }]

/** Whether the last statement went by what the index has found. */
const usesIndex = () => / match |e\."id" in /.test(seen.at(-1)?.sql ?? '')

function searches(isByIndex: boolean): void {
  test('several words of one field, in many texts: few texts are in memory at once', async () => {
    textsRead.length = 0
    const text = { all: ['concert', 'number1'], none: [], oneField: true }
    const ids = Array.from({ length: EVENTS }, (_, index) => index + 1).filter((id) =>
      `${id}`.startsWith('1'),
    )
    const found = await storage.find('event', { order: 'published', limit: 20, offset: 300, text })
    expect(found.map(({ id }) => id)).toEqual(ids.slice(300, 320))
    expect(await storage.count('event', { text })).toBe(ids.length)
    expect(await storage.count('event', { text: { ...text, all: ['concert', 'unusual'] } })).toBe(0)
    expect(ids.length).toBeGreaterThan(10 * TEXTS_PER_READ)
    expect(Math.max(...textsRead)).toBe(TEXTS_PER_READ)
  })

  test('a word of few events', async () => {
    const text = words('unusual')
    const found = await storage.find('event', { ...page, where: byStart, text })
    expect(found.map(({ id }) => id)).toEqual([7, 1007, 2007, 3007, 4007])
    expect(usesIndex()).toBe(isByIndex)
    expect(await storage.count('event', { where: byStart, text })).toBe(5)
    expect(usesIndex()).toBe(isByIndex)
  })

  test('a word of many events: its page is read in the order of the list, its total counted by the index', async () => {
    const text = words('concert')
    const found = await storage.find('event', { ...page, where: byStart, text })
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
    expect(usesIndex()).toBe(false)
    expect(await storage.count('event', { where: byStart, text })).toBe(EVENTS)
    expect(usesIndex()).toBe(isByIndex)
  })

  test('is planned for its words', async () => {
    await storage.find('event', { ...page, where: byStart, text: words('unusual') })
    expect(seen.at(-1)?.planAnew).toBe(true)
    await storage.find('event', { ...page, where: byStart })
    expect(seen.at(-1)?.planAnew).toBeUndefined()
  })

  test('several parts', async () => {
    const found = await storage.find('event', { ...page, text: words('unusual', 'number200') })
    expect(found.map(({ id }) => id)).toEqual([2007])
    expect(usesIndex()).toBe(isByIndex)
  })

  test('parts that are too short for trigrams', async () => {
    expect(await storage.count('event', { text: words('c', '77') })).toBe(
      Array.from({ length: EVENTS }, (_, index) => String(index + 1)).filter((id) => id.includes('77'))
        .length,
    )
    expect(usesIndex()).toBe(false)
  })

  test('parts that are characters of the query language', async () => {
    for (const part of [
      '"concert"',
      'concert" OR "number',
      'NOT concert',
      'number*',
      '^concert',
      'con AND cert',
    ]) {
      expect(await storage.count('event', { text: words(part) })).toBe(0)
    }
    expect(await storage.count('event', { text: words('rt number77') })).toBeGreaterThan(0)
  })
}

describe('with the index', () => searches(true))

describe('without it', () => {
  beforeAll(async () => {
    const triggers = ['insert', 'update', 'delete'].map(
      (name) => `drop trigger calendar_events_search_${name}`,
    )
    const statements = [...triggers, 'drop table calendar_events_search'].map((sql) => ({ sql, values: [] }))
    await client.batch(statements)
    storage = open()
  })
  searches(false)
})
