import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'

/*
 * Series get more occurrences as time passes, at the expense of requests. The clock of these tests moves when the storage
 * commits, so they count what a request waits for, whatever the machine does.
 */

const SERIES = 5
/** Weeks of the 24 months after the visits. */
const EACH = 105
/** A visit that makes nothing would repeat for ever. */
const MOST_VISITS = 200
const LATER = Date.parse('2037-03-02T12:00:00Z')
const URL = 'http://localhost/vendor/events/v1'

/** Some weekly series, ten years before the visits of the test. */
async function openAged() {
  const inner = memoryStorage()
  const young = createEventsApi(inner, { now: () => new Date('2027-03-01T12:00:00Z') })
  const events = Array.from({ length: SERIES }, (_, at) => ({
    event: {
      title: `Series ${at}`,
      start_date: '2027-05-11 19:00',
      end_date: '2027-05-11 20:00',
      recurrence: { rrule: 'FREQ=WEEKLY' },
    },
  }))
  const made = await young.createEvents({ id: 1, role: 'editor' }, events)
  expect(made.filter((one) => 'error' in one)).toEqual([])
  const state = { time: LATER, commits: 0, lost: 0, perCommit: 8 }
  const storage: Storage = {
    ...methodsOf(inner),
    revision: () => inner.revision?.() ?? Promise.resolve(undefined),
    async commit(changes) {
      state.commits++
      state.time += state.perCommit
      const result = await inner.commit(changes)
      if (result.conflict !== null) state.lost++
      return result
    },
  }
  const open = () => createEventsApi(storage, { now: () => new Date(state.time) })
  const total = () =>
    inner.count('event', {
      where: [
        { key: 'utc_start', gte: '2037-03-02 00:00:00' },
        { key: 'status', in: ['publish'] },
      ],
    })
  /** Sends a request, and answers how many commits it waited for. */
  const visit = async (api: ReturnType<typeof open>, host?: unknown) => {
    const before = state.commits
    const response = await api.fetch(new Request(`${URL}/events?at=${state.commits}`), host)
    expect(response.status).toBe(200)
    return state.commits - before
  }
  return { state, open, total, visit }
}

describe('after ten years', () => {
  test('each request waits for 20 ms of it at most, and together they make everything once', async () => {
    const { state, open, total, visit } = await openAged()
    const api = open()
    const waits: number[] = []
    while (waits.length < MOST_VISITS && (await total()) < SERIES * EACH) waits.push(await visit(api))
    // Two commits are 16 ms; 20 have passed when the third one ends.
    expect(Math.max(...waits)).toBe(3)
    expect(Math.min(...waits)).toBeGreaterThan(0)
    for (let n = 0; n < 3; n++) await visit(api)
    const { commits } = state
    state.time += 60_000
    await visit(api)
    expect([state.commits, await total(), state.lost]).toEqual([commits, SERIES * EACH, 0])
  })

  test('requests at the same time do not make the same', async () => {
    const { state, open, total, visit } = await openAged()
    const api = open()
    let rounds = 0
    while (rounds < MOST_VISITS && (await total()) < SERIES * EACH) {
      rounds++
      await Promise.all([1, 2, 3, 4].map(() => visit(api)))
    }
    expect(state.lost).toBe(0)
    expect(state.commits).toBeLessThanOrEqual(SERIES * Math.ceil(EACH / 16))
    expect(rounds).toBeGreaterThan(10)
  })

  test('a host that waits lets the rest follow after the response, and other requests run in between', async () => {
    const { state, open, total, visit } = await openAged()
    const api = open()
    const background: Promise<unknown>[] = []
    const host = { waitUntil: (work: Promise<unknown>) => void background.push(work) }
    expect(await visit(api, host)).toBeLessThanOrEqual(3)
    let isOver = false
    const over = Promise.all(background).finally(() => {
      isOver = true
    })
    let answered = 0
    // The look of every 15 seconds comes on the way, and leaves the extension alone.
    state.perCommit = 1000
    while (!isOver) {
      expect(await visit(api, host)).toBeLessThanOrEqual(1)
      answered++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await over
    expect(answered).toBeGreaterThan(SERIES)
    expect([await total(), state.lost, background.length]).toEqual([SERIES * EACH, 0, 1])
  })

  test('nothing is lost when the process ends, at whatever commit, nor made twice when its work is taken over', async () => {
    const { state, open, total, visit } = await openAged()
    // Nobody continues the background work of these processes.
    const host = { waitUntil: () => {} }
    let processes = 0
    while (processes < MOST_VISITS && (await total()) < SERIES * EACH) {
      processes++
      const before = await total()
      await visit(open(), host)
      expect(await total()).toBeGreaterThan(before)
    }
    expect(processes).toBeGreaterThan(10)
    const { commits } = state
    await visit(open())
    expect([state.commits, await total()]).toEqual([commits, SERIES * EACH])
  })

  test('work that stands still is taken over', async () => {
    const { state, open, total, visit } = await openAged()
    const api = open()
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    expect(
      await visit(api, { waitUntil: (work: Promise<unknown>) => void held.then(() => work) }),
    ).toBeGreaterThan(0)
    // The host has ended it, for all that the next request knows.
    state.time += 16_000
    for (let n = 0; n < 500 && (await total()) < SERIES * EACH; n++) {
      await visit(api)
      state.time += 16_000
    }
    go()
    expect(await total()).toBeGreaterThanOrEqual(SERIES * EACH)
  })
})

test('a clock that stands still does not make one request pay for all', async () => {
  const { state, open, visit } = await openAged()
  state.perCommit = 0
  expect(await visit(open())).toBeLessThanOrEqual(8)
})
