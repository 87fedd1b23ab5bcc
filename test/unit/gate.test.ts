import { describe, expect, test } from 'vitest'
import { type Cancellation, ClientGone, createDeadline } from '../../src/core/http/deadline.ts'
import { createGate } from '../../src/core/http/gate.ts'

const cancelledBy = ({ signal }: AbortController): Pick<Cancellation, 'signal'> => ({ signal })
const never = cancelledBy(new AbortController())

/** Work that ends when it is told to. */
function task<T>(result: T) {
  let end = () => {}
  let isStarted = false
  const done = new Promise<T>((resolve) => {
    end = () => resolve(result)
  })
  return {
    end: () => end(),
    isStarted: () => isStarted,
    work: () => {
      isStarted = true
      return done
    },
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

describe('a gate', () => {
  test('lets so many through, the next in their order, and turns the rest away', async () => {
    const gate = createGate({ inFlight: 2, queue: 2 })
    const tasks = ['a', 'b', 'c', 'd', 'e'].map(task)
    const results = tasks.map(({ work }) => gate.pass(work, never).catch((error) => error.code))
    await settled()
    expect(tasks.map((one) => one.isStarted())).toEqual([true, true, false, false, false])
    expect(await results[4]).toBe('rest_overloaded')
    tasks[1]?.end()
    expect(await results[1]).toBe('b')
    await settled()
    expect(tasks.map((one) => one.isStarted())).toEqual([true, true, true, false, false])
    tasks[0]?.end()
    tasks[2]?.end()
    tasks[3]?.end()
    expect(await Promise.all(results.slice(0, 4))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is free again when all have left', async () => {
    const gate = createGate({ inFlight: 1, queue: 1 })
    for (const result of [1, 2, 3]) expect(await gate.pass(async () => result, never)).toBe(result)
    await expect(gate.pass(() => Promise.reject(new Error('x')), never)).rejects.toThrow('x')
    expect(await gate.pass(async () => 'free', never)).toBe('free')
  })

  test('turns away with the seconds to wait', async () => {
    const gate = createGate({ inFlight: 1, queue: 0 })
    const first = task('first')
    const result = gate.pass(first.work, never)
    await expect(gate.pass(async () => 'late', never)).rejects.toMatchObject({
      code: 'rest_overloaded',
      headers: { 'retry-after': '1' },
    })
    first.end()
    await result
  })

  test('forgets who gives up, so that another takes the turn', async () => {
    const gate = createGate({ inFlight: 1, queue: 2 })
    const [first, second, third] = [task(1), task(2), task(3)]
    const control = new AbortController()
    const results = [gate.pass(first.work, never), gate.pass(second.work, cancelledBy(control))]
    const last = gate.pass(third.work, never)
    control.abort(new Error('gone'))
    await expect(results[1]).rejects.toThrow('gone')
    first.end()
    await results[0]
    await settled()
    expect([second.isStarted(), third.isStarted()]).toEqual([false, true])
    third.end()
    expect(await last).toBe(3)
  })

  test('goes to others while work waits for its client, and back to it before those that have not begun', async () => {
    const gate = createGate({ inFlight: 1, queue: 3 })
    const order: string[] = []
    const [body, second] = [task('body'), task('second')]
    const results = [
      gate.pass(async (slot) => {
        order.push('begins')
        order.push(await slot.freeWhile(body.work))
        return 'first'
      }, never),
      gate.pass(() => {
        order.push('second')
        return second.work()
      }, never),
      gate.pass(async () => order.push('third'), never),
    ]
    await settled()
    expect(order).toEqual(['begins', 'second'])
    body.end()
    await settled()
    expect(order).toEqual(['begins', 'second'])
    second.end()
    await Promise.all(results)
    expect(order).toEqual(['begins', 'second', 'body', 'third'])
    expect(await gate.pass(async () => 'free', never)).toBe('free')
  })

  test('is left once by work that has no slot any more', async () => {
    const gate = createGate({ inFlight: 1, queue: 1 })
    const control = new AbortController()
    const fails = gate.pass((slot) => slot.freeWhile(() => Promise.reject(new Error('broken off'))), never)
    await expect(fails).rejects.toThrow('broken off')
    const [body, other, last] = [task('body'), task('other'), task('last')]
    const gaveUp = gate.pass((slot) => slot.freeWhile(body.work), cancelledBy(control))
    const running = gate.pass(other.work, never)
    body.end()
    await settled()
    control.abort(new Error('too late'))
    await expect(gaveUp).rejects.toThrow('too late')
    const next = gate.pass(last.work, never)
    await expect(gate.pass(async () => 'one more', never)).rejects.toMatchObject({ code: 'rest_overloaded' })
    expect(last.isStarted()).toBe(false)
    other.end()
    last.end()
    expect(await Promise.all([running, next])).toEqual(['other', 'last'])
  })

  test('asks for the signal of those alone that have to wait', async () => {
    const asked: string[] = []
    const cancellationOf = (name: string): Pick<Cancellation, 'signal'> => ({
      get signal() {
        asked.push(name)
        return never.signal
      },
    })
    const gate = createGate({ inFlight: 1, queue: 1 })
    const first = task('first')
    const results = [
      gate.pass(first.work, cancellationOf('first')),
      gate.pass(async () => 'second', cancellationOf('second')),
      gate.pass(async () => 'third', cancellationOf('third')).catch((error) => error.code),
    ]
    first.end()
    expect(await Promise.all(results)).toEqual(['first', 'second', 'rest_overloaded'])
    expect(asked).toEqual(['second'])
  })

  test('leaves nothing listening to a signal once the turn has come', async () => {
    const gate = createGate({ inFlight: 1, queue: 1 })
    const control = new AbortController()
    const removed: string[] = []
    const remove = control.signal.removeEventListener.bind(control.signal)
    control.signal.removeEventListener = (type: string, listener: EventListener) => {
      removed.push(type)
      remove(type, listener)
    }
    const first = task(1)
    const results = [gate.pass(first.work, never), gate.pass(async () => 2, cancelledBy(control))]
    first.end()
    expect(await Promise.all(results)).toEqual([1, 2])
    expect(removed).toEqual(['abort'])
  })
})

/** What is asked of a signal, as it is asked. */
function watched(request: Request) {
  const listening = new Set<unknown>()
  const { signal } = request
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (type: string, listener: EventListener) => {
    listening.add(listener)
    add(type, listener)
  }
  signal.removeEventListener = (type: string, listener: EventListener) => {
    if (type === 'abort') listening.delete(listener)
    remove(type, listener)
  }
  return listening
}

describe('a deadline', () => {
  const within = createDeadline(60_000)
  const request = (method: string, signal?: AbortSignal) =>
    new Request('https://calendar.example/', { method, ...(signal === undefined ? {} : { signal }) })
  /** Work that never ends, and what it was told. */
  const endless = () => {
    const told: unknown[] = []
    const work = ({ signal }: Cancellation) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => told.push(signal.reason))
      })
    return { told, work }
  }
  const SAFE = ['GET', 'HEAD']
  const UNSAFE = ['POST', 'DELETE']
  const ALL = [...SAFE, ...UNSAFE]

  test.each(ALL)('%s: gives what the work gives, and tells it nothing', async (method) => {
    let seen: AbortSignal | undefined
    const work = async ({ signal }: Cancellation) => {
      seen = signal
      return 7
    }
    expect(await within(request(method), work)).toBe(7)
    await settled()
    expect(seen?.aborted).toBe(false)
    await expect(within(request(method), () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  })

  test.each(ALL)('%s: passes: 504 with the seconds to wait, and the work is told', async (method) => {
    const { told, work } = endless()
    const late = { code: 'rest_timeout', headers: { 'retry-after': '5' } }
    await expect(createDeadline(5)(request(method), work)).rejects.toMatchObject(late)
    expect(told).toMatchObject([late])
  })

  test.each(ALL)('%s: who asks for the signal late is told as well', async (method) => {
    let cancellation: Cancellation | undefined
    const work = (given: Cancellation) => {
      cancellation = given
      return new Promise<never>(() => {})
    }
    await expect(createDeadline(5)(request(method), work)).rejects.toMatchObject({ code: 'rest_timeout' })
    expect(cancellation?.signal.aborted).toBe(true)
    expect(cancellation?.signal.reason).toMatchObject({ code: 'rest_timeout' })
    expect(cancellation?.signal).toBe(cancellation?.signal)
  })

  test.each(ALL)('%s: ends with the client', async (method) => {
    const control = new AbortController()
    const { told, work } = endless()
    const waiting = within(request(method, control.signal), work)
    // Those that may begin without being watched are watched by then.
    await settled()
    control.abort()
    await expect(waiting).rejects.toBeInstanceOf(ClientGone)
    expect(told).toEqual([expect.any(ClientGone)])
    expect(told[0]).toMatchObject({ code: 'rest_unavailable', message: 'The client has gone.' })
  })

  test.each(UNSAFE)('%s of a client that is gone already begins nothing', async (method) => {
    const begun: string[] = []
    const gone = within(request(method, AbortSignal.abort()), async () => begun.push('work'))
    await expect(gone).rejects.toBeInstanceOf(ClientGone)
    expect(begun).toEqual([])
  })

  test.each(UNSAFE)('%s ends at once with a client that leaves at once', async (method) => {
    const control = new AbortController()
    const { told, work } = endless()
    const waiting = within(request(method, control.signal), work)
    control.abort()
    expect(told).toEqual([expect.any(ClientGone)])
    await expect(waiting).rejects.toBeInstanceOf(ClientGone)
  })

  test.each(SAFE)('%s of a client that is gone already may begin, and is told then', async (method) => {
    const { told, work } = endless()
    await expect(within(request(method, AbortSignal.abort()), work)).rejects.toBeInstanceOf(ClientGone)
    expect(told).toEqual([expect.any(ClientGone)])
    expect(await within(request(method, AbortSignal.abort()), async () => 'soon enough')).toBe('soon enough')
  })

  test.each(SAFE)('%s that is answered within a turn asks nothing of its signal', async (method) => {
    const one = request(method)
    const listening = watched(one)
    expect(await within(one, async () => 'done')).toBe('done')
    await settled()
    expect(listening.size).toBe(0)
  })

  test('some of several that began together are watched, those that are still under way', async () => {
    const control = new AbortController()
    const tasks = [task('a'), task('b')]
    const { told, work } = endless()
    const results = [
      ...tasks.map((one) => within(request('GET'), one.work)),
      within(request('GET', control.signal), work).catch((reason: unknown) => reason),
    ]
    tasks[0]?.end()
    expect(await results[0]).toBe('a')
    await settled()
    control.abort()
    tasks[1]?.end()
    expect(await Promise.all(results)).toEqual(['a', 'b', expect.any(ClientGone)])
    expect(told).toEqual([expect.any(ClientGone)])
    // And those that come after them.
    await expect(within(request('GET', control.signal), endless().work)).rejects.toBeInstanceOf(ClientGone)
  })

  test.each(ALL)('%s: stops listening once the work is done', async (method) => {
    const one = request(method)
    const listening = watched(one)
    const work = task('done')
    const result = within(one, work.work)
    await settled()
    expect(listening.size).toBe(1)
    work.end()
    expect(await result).toBe('done')
    expect(listening.size).toBe(0)
  })
})
