import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TimeSlices } from '../../adapters/node/time-slices.ts'

/** Requests that take as many milliseconds each, by a clock that only they move. */
function working(milliseconds: number) {
  let now = 0
  const events: number[] = []
  const slices = new TimeSlices(() => now)
  const start = (...requests: number[]) => {
    for (const request of requests) {
      slices.start(() => {
        now += milliseconds
        events.push(request)
      })
    }
  }
  return { start, events }
}

const range = (length: number) => Array.from({ length }, (_, index) => index)

describe('requests that arrive together', () => {
  test('start at once, unless those before them took 10 ms', () => {
    const { start, events } = working(4)
    start(...range(5))
    expect(events).toEqual([0, 1, 2])
  })

  test('start in the order of their arrival, also those that arrive while others wait', async () => {
    const { start, events } = working(4)
    start(...range(5))
    await setImmediate()
    start(5, 6)
    while (events.length < 7) await setImmediate()
    expect(events).toEqual(range(7))
  })

  test('all start, however long each takes', async () => {
    const { start, events } = working(25)
    start(...range(50))
    while (events.length < 50) await setImmediate()
    expect(events).toEqual(range(50))
  })

  test('let the host work every 10 ms', async () => {
    const { start, events } = working(4)
    const inOneTurn: number[] = []
    start(...range(40))
    for (let before = 0; before < 40; await setImmediate()) {
      inOneTurn.push(events.length - before)
      before = events.length
    }
    expect(Math.max(...inOneTurn)).toBe(3)
  })

  test('find a new slice after a pause', async () => {
    const { start, events } = working(4)
    start(0, 1, 2)
    await setImmediate()
    start(3)
    expect(events).toEqual([0, 1, 2, 3])
  })
})
