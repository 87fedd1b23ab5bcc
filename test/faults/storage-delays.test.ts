import { afterAll, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { expectRefusal, openCalendar } from '../routes/calendar.ts'
import { placeOf, stateOf } from './copies.ts'
import { type FaultyOptions, faulty } from './faulty-storage.ts'
import { documented, MORE, type Operation, perform, stocked } from './operations.ts'

/*
 * Every operation of the interface, with each of its calls of the storage taking for ever: until the request is over.
 */

const LIMITS = { timeout: 20 }

const stock = await stocked()
const OPERATIONS = [...(await documented(openCalendar(), stock)), ...MORE]

let delayed = 0
afterAll(() => console.log(`${delayed} requests of which one call took for ever`))

async function cleanRun(operation: Operation) {
  const storage = await stock.copy()
  const before = await stateOf(storage)
  const { storage: counted, calls } = faulty(storage)
  await perform(openCalendar({}, counted), operation)
  return { before, after: await stateOf(storage), calls }
}

type CleanRun = Awaited<ReturnType<typeof cleanRun>>

async function delayedRun(operation: Operation, clean: CleanRun, at: number, options: FaultyOptions) {
  const what = `call ${at}, ${clean.calls[at - 1]}`
  const storage = await stock.copy()
  const {
    storage: slow,
    calls,
    signals,
    release,
  } = faulty(storage, { ...options, fault: { kind: 'delay', at } })
  const calendar = openCalendar({ limits: LIMITS }, slow)
  const answer = await perform(calendar, operation)
  if (answer.text === '') expect(answer.status, what).toBe(504)
  else expectRefusal(answer, 504, 'rest_timeout')
  expect(Number(answer.headers.get('retry-after')), what).toBeGreaterThan(0)
  expect(calendar.errors, what).toHaveLength(1)
  const callsThen = calls.length
  await release()
  delayed++
  return {
    what,
    storage,
    signals,
    callsThen,
    calls,
    place: placeOf(await stateOf(storage), clean.before, clean.after),
  }
}

/** As the storage is afterwards, without limits that a busy machine might not keep. */
async function works(storage: Storage, what: string): Promise<void> {
  const { ask } = openCalendar({}, storage)
  expect((await ask('GET', '/events?status=publish')).status, what).toBe(200)
  expect((await ask('POST', '/tags', { name: 'Afterwards' })).status, what).toBe(201)
}

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s: 504, and the storage hears of it',
  async (_name, operation) => {
    const clean = await cleanRun(operation)
    const commit = clean.calls.findIndex((call) => /^commit ./.test(call)) + 1
    await Promise.all(
      clean.calls.map(async (_call, index) => {
        const { what, storage, signals, callsThen, calls, place } = await delayedRun(
          operation,
          clean,
          index + 1,
          {},
        )
        expect(signals.length, what).toBeGreaterThan(0)
        expect(
          signals.every(({ aborted }) => aborted),
          what,
        ).toBe(true)
        const isScheduled = operation.time !== undefined
        if (!isScheduled) {
          // What was under way may end; nothing begins.
          expect(calls, what).toHaveLength(callsThen)
          // A slow machine may have run out of time on the way to that call.
          const wasReached = callsThen > index
          expect(place, what).toBe(commit > 0 && wasReached && index + 1 >= commit ? 'after' : 'before')
        } else expect(['before', 'between', 'after'], what).toContain(place)
        await works(storage, what)
      }),
    )
  },
)

test('a storage without within is answered 504 too, and its calls run to completion', async () => {
  const operation = MORE.find(({ name }) => name === 'an event with new linked records and terms')
  if (operation === undefined) throw new Error('no such operation')
  const clean = await cleanRun(operation)
  for (const [index] of clean.calls.entries()) {
    const options = { hasWithin: false }
    const { what, place, storage } = await delayedRun(operation, clean, index + 1, options)
    expect(['before', 'after'], what).toContain(place)
    await works(storage, what)
  }
})

test.each(['GET', 'POST', 'PATCH', 'DELETE'])(
  '%s: a client that goes away aborts what was asked on its behalf',
  async (method) => {
    const operation = OPERATIONS.find((one) => one.method === method && /^\/events/.test(one.path))
    if (operation === undefined) throw new Error('no such operation')
    const clean = await cleanRun(operation)
    for (const [index, call] of clean.calls.entries()) {
      const storage = await stock.copy()
      const {
        storage: slow,
        calls,
        signals,
        release,
      } = faulty(storage, { fault: { kind: 'delay', at: index + 1 } })
      const calendar = openCalendar({}, slow)
      const client = new AbortController()
      const asked = perform(calendar, operation, client.signal)
      await expect.poll(() => calls.length).toBeGreaterThan(index)
      client.abort()
      expect((await asked).status, call).toBe(503)
      expect(calendar.errors, call).toEqual([])
      expect(
        signals.every(({ aborted }) => aborted),
        call,
      ).toBe(true)
      await release()
      expect(['before', 'after'], call).toContain(placeOf(await stateOf(storage), clean.before, clean.after))
      await works(storage, call)
    }
  },
)
