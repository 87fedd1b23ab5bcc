import { describe, expect, test } from 'vitest'
import { GONE, within } from '../../src/http/deadline.ts'
import { createGate } from '../../src/http/gate.ts'

const never = new AbortController().signal

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
    const results = [gate.pass(first.work, never), gate.pass(second.work, control.signal)]
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
    const results = [gate.pass(first.work, never), gate.pass(async () => 2, control.signal)]
    first.end()
    expect(await Promise.all(results)).toEqual([1, 2])
    expect(removed).toEqual(['abort'])
  })
})

describe('a deadline', () => {
  const request = (signal?: AbortSignal) =>
    new Request('https://calendar.example/', signal === undefined ? {} : { signal })

  test('gives what the work gives, and tells it nothing', async () => {
    let seen: AbortSignal | undefined
    const work = async (signal: AbortSignal) => {
      seen = signal
      return 7
    }
    expect(await within(request(), 60_000, work)).toBe(7)
    expect(seen?.aborted).toBe(false)
    await expect(within(request(), 60_000, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  })

  test('passes: 504 with the seconds to wait, and the work is told', async () => {
    let reason: unknown
    const work = (signal: AbortSignal) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
        })
      })
    const late = { code: 'rest_timeout', headers: { 'retry-after': '5' } }
    await expect(within(request(), 5, work)).rejects.toMatchObject(late)
    expect(reason).toMatchObject(late)
  })

  test('ends with the client: at once, or before anything is begun', async () => {
    const control = new AbortController()
    let reason: unknown
    const waiting = within(
      request(control.signal),
      60_000,
      (signal) =>
        new Promise<never>(() => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
          })
        }),
    )
    control.abort()
    await expect(waiting).rejects.toBe(GONE)
    expect(reason).toBe(GONE)
    const begun: string[] = []
    const gone = within(request(control.signal), 60_000, async () => begun.push('work'))
    await expect(gone).rejects.toBe(GONE)
    expect(begun).toEqual([])
    expect(GONE).toMatchObject({ code: 'rest_unavailable', message: 'The client has gone.' })
  })

  test('stops listening once the work is done', async () => {
    const listening = new Set<unknown>()
    const one = request()
    const { signal } = one
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (type: string, listener: EventListener) => {
      listening.add(listener)
      add(type, listener)
    }
    signal.removeEventListener = (type: string, listener: EventListener) => {
      if (type === 'abort') listening.delete(listener)
      remove(type, listener)
    }
    const work = task('done')
    const result = within(one, 60_000, work.work)
    expect(listening.size).toBe(1)
    work.end()
    expect(await result).toBe('done')
    expect(listening.size).toBe(0)
  })
})
