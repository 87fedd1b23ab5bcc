import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'
import { libsqlMemory } from '../setup/databases.ts'

/*
 * What a calendar that is opened asks its database. Calls of the same moment are one round: over a network, their time is
 * that of one.
 */

let calls = 0
let rounds = 0
let round: Promise<void> | undefined

/** Starts when all calls of this round are known. */
function nextRound(): Promise<void> {
  calls++
  round ??= new Promise((resolve) => {
    rounds++
    setImmediate(() => {
      round = undefined
      resolve()
    })
  })
  return round
}

const { client } = libsqlMemory()
const store = memoryKeyValue()

const sql = () =>
  sqlStorage({
    ...client,
    query: (statement) => nextRound().then(() => client.query(statement)),
    batch: (statements) => nextRound().then(() => client.batch(statements)),
    revision: () => nextRound().then(() => client.revision?.() ?? ''),
  })

const keyValue = () =>
  keyValueStorage({
    get: (keys) => nextRound().then(() => store.get(keys)),
    range: (range) => nextRound().then(() => store.range(range)),
    commit: (mutation) => nextRound().then(() => store.commit(mutation)),
  })

async function costOf(work: () => Promise<unknown>): Promise<{ calls: number; rounds: number }> {
  calls = 0
  rounds = 0
  await work()
  return { calls, rounds }
}

describe.each<[string, () => Storage, Record<'migrate' | 'first' | 'next' | 'cached', object>]>([
  [
    'SQL',
    sql,
    {
      // What is there, and whether the documents have the present form.
      migrate: { calls: 4, rounds: 3 },
      // Four looks for what is due, the revision, page and total, what they show.
      first: { calls: 9, rounds: 4 },
      next: { calls: 3, rounds: 2 },
      cached: { calls: 1, rounds: 1 },
    },
  ],
  [
    'key-value',
    keyValue,
    {
      migrate: { calls: 2, rounds: 2 },
      first: { calls: 40, rounds: 8 },
      next: { calls: 19, rounds: 3 },
      cached: { calls: 1, rounds: 1 },
    },
  ],
])('a calendar over %s', (_, open, { migrate, first, next, cached }) => {
  beforeAll(async () => {
    const { api, ask, make } = openCalendar({}, open())
    await api.migrate()
    await make('events', { ...eventOf({ venue: { venue: 'Hall' } }), categories: ['Music'] })
    await ask('GET', '/events', undefined, 'visitor')
  })

  test('that is opened again checks its tables, answers, and then asks less', async () => {
    const { api, ask } = openCalendar({}, open())
    const list = (query = '') => costOf(() => ask('GET', `/events${query}`, undefined, 'visitor'))
    expect(await costOf(() => api.migrate()), 'migrate').toEqual(migrate)
    expect(await list(), 'first answer').toEqual(first)
    expect(await list('?page=1'), 'next answer').toEqual(next)
    expect(await list(), 'cached answer').toEqual(cached)
  })
})
