import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefusal, openCalendar } from '../routes/calendar.ts'
import { placeOf, type State, stateOf } from './copies.ts'
import { FAULTS, type Fault, faulty } from './faulty-storage.ts'
import { documented, LATER, MORE, type Operation, perform, type Stock, stocked } from './operations.ts'

/*
 * Every operation of the interface, with each of its calls of the storage going wrong in each way.
 */

const BARE = { code: 'rest_internal_error', message: 'Internal error.', data: { status: 500 } }

const stock = await stocked()
const OPERATIONS = [...(await documented(openCalendar(), stock)), ...MORE]

const figures = { operations: 0, calls: 0, requests: 0 }
afterAll(() => {
  const { operations, calls, requests } = figures
  console.log(
    `${operations} operations, ${calls} calls of the storage, ${requests} requests that met a fault`,
  )
})

interface CleanRun {
  readonly before: State
  readonly after: State
  readonly answer: Answer
  readonly calls: readonly string[]
}

async function cleanRun({ copy }: Stock, operation: Operation): Promise<CleanRun> {
  const storage = await copy()
  const before = await stateOf(storage)
  const { storage: counted, calls } = faulty(storage)
  const answer = await perform(openCalendar({}, counted), operation)
  expect(answer.status, answer.text).toBeOneOf([200, 201])
  return { before, after: await stateOf(storage), answer, calls }
}

const isCommit = (call: string) => call.startsWith('commit') && call !== 'commit '

/** Whether the call publishes a record that is due: not the commit of the operation itself, which comes last. */
function isPublication({ calls }: CleanRun, { method, time }: Operation, at: number): boolean {
  if (time === undefined || !isCommit(calls[at - 1] ?? '')) return false
  return method === 'GET' || at <= calls.findLastIndex(isCommit)
}

/** Where the state must be after a fault at this call. */
function expectedPlace({ calls }: CleanRun, kind: Fault, at: number): string {
  const commits = calls.flatMap((call, index) => (isCommit(call) ? [index + 1] : []))
  // Several commits are those of publications that are due, each of which is whole by itself.
  if (commits.length > 1) return 'between'
  const [commit = Number.POSITIVE_INFINITY] = commits
  return at > commit || (at === commit && kind === 'cut') ? 'after' : 'before'
}

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    let clean: CleanRun

    beforeAll(async () => {
      clean = await cleanRun(stock, operation)
      figures.operations++
      figures.calls += clean.calls.length
    })

    test.each(FAULTS)('%s: a refusal, nothing half done, and then as if nothing had been', async (kind) => {
      for (let at = 1; at <= clean.calls.length; at++) await meet(kind, at)
    })

    async function meet(kind: Fault, at: number): Promise<void> {
      figures.requests++
      const what = `${kind} at call ${at}, ${clean.calls[at - 1]}`
      const storage = await stock.copy()
      const { storage: failing, thrown, release } = faulty(storage, { fault: { kind, at } })
      const calendar = openCalendar({}, failing)
      const answer = await perform(calendar, operation)
      await release()
      expect(thrown, what).toHaveLength(1)

      if (operation.spares?.(clean.calls[at - 1] ?? '') && answer.status < 300) {
        expect(calendar.errors, what).toEqual([])
      } else {
        if (isPublication(clean, operation, at)) expect(answer.status, what).toBe(200)
        else expectFault(answer, kind, what)
        expect(calendar.errors, what).toEqual(thrown)
        expect(calendar.errors[0], what).toBe(thrown[0])
      }
      const place = placeOf(await stateOf(storage), clean.before, clean.after)
      const expected = expectedPlace(clean, kind, at)
      if (expected === 'between') expect(['before', 'between', 'after'], what).toContain(place)
      else expect(place, what).toBe(expected)
      await askAgain()

      async function askAgain() {
        // So much later the calendar looks again for what is due.
        const time = operation.time === undefined ? {} : { time: LATER }
        const again = await perform(calendar, { ...operation, ...time })
        const tookEffect = clean.before !== clean.after && place === 'after'
        const allowed = tookEffect ? [200, 201, ...(operation.again ?? [])] : [clean.answer.status]
        expect(allowed, `${what}, again: ${again.text}`).toContain(again.status)
        if (operation.method === 'GET' && operation.time === undefined)
          expect(again.text, what).toBe(clean.answer.text)
        const now = await stateOf(storage)
        if (operation.headers?.['idempotency-key'] !== undefined || operation.method === 'GET') {
          // As many as there would be: none twice, none missing.
          expect([...now.keys()].map(kindOf).sort(), what).toEqual([...clean.after.keys()].map(kindOf).sort())
        }
      }
    }
  },
)

const kindOf = (name: string) => name.split(' ')[0]

function expectFault(answer: Answer, kind: Fault, what: string): void {
  expect(answer.text + JSON.stringify([...answer.headers]), what).not.toContain('hunter2')
  expect(answer.headers.get('cache-control'), what).toBe('no-store')
  if (kind === 'break') {
    expect(answer.status, what).toBe(500)
    if (answer.text !== '') expect(answer.body, what).toEqual(BARE)
    return
  }
  if (answer.text === '') expect(answer.status, what).toBe(503)
  else expectRefusal(answer, 503, 'rest_unavailable')
  expect(Number(answer.headers.get('retry-after')), what).toBeGreaterThan(0)
}

test('every operation was met by a fault at each of its calls', () => {
  expect(figures.operations).toBe(OPERATIONS.length)
  expect(figures.requests).toBe(figures.calls * FAULTS.length)
  // Each looks for what is due, and finds what it is about.
  expect(figures.calls).toBeGreaterThan(4 * OPERATIONS.length)
})
