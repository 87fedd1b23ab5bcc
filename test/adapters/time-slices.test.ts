import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TimeSlices } from '../../adapters/node/time-slices.ts'
import { type NodeListener, toNodeListener } from '../../adapters/node.ts'
import { connect, fakeApi, serve } from './sockets.ts'

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

type Call = (listener: NodeListener, req: IncomingMessage, res: ServerResponse, began: string[]) => void

const answer: Call = (listener, req, res) => listener(req, res)

/**
 * Requests that a listener gets in one turn of the event loop, in this order, by path. The API takes over 10 ms for
 * each. Returns what began, which is complete a few turns later.
 */
async function together(calls: Record<string, Call>): Promise<string[]> {
  const began: string[] = []
  const listener = toNodeListener(
    fakeApi(({ url }) => {
      began.push(new URL(url).pathname)
      const until = performance.now() + 11
      while (performance.now() < until);
      return new Response()
    }),
  )
  const arrived = new Map<string | undefined, () => void>()
  const port = await serve((req, res) => {
    arrived.set(req.url, () => calls[req.url ?? '']?.(listener, req, res, began))
    if (arrived.size < Object.keys(calls).length) return
    for (const path of Object.keys(calls)) arrived.get(path)?.()
  })
  for (const path of Object.keys(calls)) connect(port).write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  return began
}

describe('requests to a listener, after one that took longer than 10 ms', () => {
  test('wait, but those of the host do not', async () => {
    const pass: Call = (listener, req, res, began) => listener(req, res, () => began.push('next'))
    const began = await together({ '/calendar/1': pass, '/calendar/2': pass, '/other': pass })
    await expect.poll(() => began).toEqual(['/calendar/1', 'next', '/calendar/2'])
  })

  test('do not start when their client has left', async () => {
    const leave: Call = (listener, req, res) => {
      listener(req, res)
      res.destroy()
    }
    const began = await together({ '/calendar/1': answer, '/calendar/2': leave, '/calendar/3': answer })
    await expect.poll(() => began).toEqual(['/calendar/1', '/calendar/3'])
  })

  test('go to the next handler of the host even then', async () => {
    const leave: Call = (listener, req, res, began) => {
      res.destroy()
      listener(req, res, () => began.push('next'))
    }
    const began = await together({ '/calendar/1': answer, '/other': leave })
    await expect.poll(() => began).toEqual(['/calendar/1', 'next'])
  })
})
