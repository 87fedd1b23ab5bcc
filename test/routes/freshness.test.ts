import type { EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { methodsOf, wrapped } from '../setup/wrapped-storage.ts'
import { type Asker, at, type Calendar, eventOf, expectRefusal, openCalendar } from './calendar.ts'

/*
 * With the option `freshness`, visitors may be answered from memory for so long without a question to the storage. Each
 * test says what the storage is asked, and what another process, which is another API over the same storage, has written.
 */

const SECOND = 1000

/** Milliseconds after the beginning. */
const moment = (milliseconds: number) =>
  new Date(Date.parse('2027-03-01T12:00:00Z') + milliseconds).toISOString()

interface Step {
  readonly hold: () => Promise<void>
}

async function openTwo(options: EventsApiOptions = {}) {
  const storage = memoryStorage()
  const calls: string[] = []
  /** What happens before and after the next call whose name begins so. */
  const before = new Map<string, Step>()
  const after = new Map<string, Step>()
  const step = async (steps: Map<string, Step>, name: string) => {
    const key = [...steps.keys()].find((one) => name.startsWith(one)) ?? ''
    const next = steps.get(key)
    steps.delete(key)
    await next?.hold()
  }
  const around = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    calls.push(name)
    await step(before, name)
    const result = await call()
    await step(after, name)
    return result
  }
  const watched: Storage = {
    ...wrapped(storage, around),
    revision: () => around('revision', async () => storage.revision?.()),
  }
  const here = openCalendar({ freshness: SECOND, changes: true, ...options }, watched)
  const there = openCalendar({ changes: true }, storage)
  const event = await there.make('events', eventOf({ title: 'Old' }))
  const path = `/events/${event}`
  /** The titles that a visitor, or somebody else, is shown, or the status if it is an error. */
  const see = async (
    calendar: Calendar,
    what = path,
    headers: Record<string, string> = {},
    as: Asker = 'visitor',
  ) => {
    const { status, body } = await calendar.send(what, { headers }, as)
    if (status >= 400) return status
    return 'events' in body && Array.isArray(body.events)
      ? body.events.map((one: unknown) => at(one, 'title')).join()
      : body.title
  }
  const asked = async (what: () => Promise<unknown>) => {
    calls.length = 0
    const result = await what()
    return { result, calls: [...calls] }
  }
  const rename = async (calendar: Calendar, title: string) => {
    const answer = await calendar.ask('PATCH', path, { title })
    expect(answer.status, answer.text).toBe(200)
  }
  const setTime = (milliseconds: number) => {
    here.setTime(moment(milliseconds))
    there.setTime(moment(milliseconds))
  }
  /** Fills the cache, and asks for the revision once more, as after each answer that is made. */
  const settle = async (...paths: string[]) => {
    for (const one of [...paths, ...paths]) await see(here, one)
  }
  return { here, there, event, path, see, asked, rename, setTime, settle, before, after, storage }
}

/** Something that another part of the test waits for and lets go on. */
function gate() {
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    arrived,
    release,
    hold: () => {
      arrive()
      return released
    },
  }
}

describe('a visitor who asks again', () => {
  test('is answered without a question to the storage for so long, and then with one', async () => {
    const { here, path, see, asked, setTime, settle } = await openTwo()
    await settle(path)
    for (const milliseconds of [0, 1, 500, 999]) {
      setTime(milliseconds)
      expect(await asked(() => see(here))).toEqual({ result: 'Old', calls: [] })
    }
    setTime(1000)
    expect(await asked(() => see(here))).toEqual({ result: 'Old', calls: ['revision'] })
    setTime(1999)
    expect((await asked(() => see(here))).calls).toEqual([])
  })

  test('gets HEAD and 304 from memory too, and the header fields of before', async () => {
    const { here, path, asked, settle } = await openTwo()
    await settle(path)
    const whole = await here.send(path, {}, 'visitor')
    const head = await asked(() => here.send(path, { method: 'HEAD' }, 'visitor'))
    expect(head.calls).toEqual([])
    expect(head.result).toMatchObject({ status: 200, text: '' })
    const etag = whole.headers.get('etag') ?? ''
    const known = await asked(() => here.send(path, { headers: { 'if-none-match': etag } }, 'visitor'))
    expect(known.calls).toEqual([])
    expect(known.result).toMatchObject({ status: 304 })
    expect(whole.headers.get('cache-control')).toBe('no-cache')
  })

  test('sees what another process wrote at the end of that time', async () => {
    const { here, there, path, see, rename, setTime, settle } = await openTwo()
    await settle(path)
    await rename(there, 'New')
    setTime(999)
    expect(await see(here)).toBe('Old')
    setTime(1000)
    expect(await see(here)).toBe('New')
  })

  test('asks each time without the option, and with 0', async () => {
    for (const freshness of [undefined, 0]) {
      const { here, path, see, asked, settle } = await openTwo({ freshness })
      await settle(path)
      expect((await asked(() => see(here))).calls).toEqual(['revision'])
    }
  })

  test('asks when the clock was set back', async () => {
    const { here, path, see, asked, setTime, settle } = await openTwo()
    setTime(5000)
    await settle(path)
    setTime(4999)
    expect((await asked(() => see(here))).calls).toContain('revision')
    expect((await asked(() => see(here))).calls).toEqual([])
  })

  test('is answered while the storage is away, for so long', async () => {
    const { here, path, see, before, setTime, settle } = await openTwo()
    await settle(path)
    const away = { hold: () => Promise.reject(new StorageUnavailable('away')) }
    before.set('revision', away)
    expect(await see(here)).toBe('Old')
    setTime(1000)
    expect(await see(here)).toBe(503)
    expect(await see(here)).toBe('Old')
  })

  test('gets no answer for longer than its content lasts', async () => {
    const { here, asked, setTime, settle, see } = await openTwo({ freshness: 86_400_000 })
    const soon = '/events?start_date=%2B1+hour'
    await settle(soon)
    expect((await asked(() => see(here, soon))).calls).toEqual([])
    setTime(1000)
    expect((await asked(() => see(here, soon))).calls).toContain('find event')
  })
})

describe('what this process writes', () => {
  test.each<[string, (calendar: Calendar, event: number) => Promise<unknown>, unknown]>([
    ['an update', ({ ask }, event) => ask('PATCH', `/events/${event}`, { title: 'New' }), 'New'],
    ['a deletion', ({ ask }, event) => ask('DELETE', `/events/${event}`), 403],
    [
      'a call on behalf of a user',
      async ({ api }, event) =>
        api.as({ id: 1, role: 'editor' })(
          new Request(`https://calendar.example${api.basePath}/events/${event}`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ title: 'New' }),
          }),
        ),
      'New',
    ],
  ])('is seen at once: %s', async (_, write, expected) => {
    const { here, event, path, see, settle } = await openTwo()
    await settle(path)
    await write(here, event)
    expect(await see(here)).toBe(expected)
  })

  test('is seen at once when it is created by a call of the host', async () => {
    const { here, see, settle } = await openTwo()
    await settle('/events')
    await here.api.createEvents({ id: 1, role: 'editor' }, [{ event: eventOf({ title: 'Imported' }) }])
    expect(await see(here, '/events')).toContain('Imported')
  })

  test('is seen at once when the answer to the writer is lost', async () => {
    const { here, path, see, before, settle } = await openTwo()
    await settle(path)
    const held = gate()
    before.set('commit', held)
    const control = new AbortController()
    const writing = here.send(
      path,
      {
        method: 'PATCH',
        body: '{"title":"New"}',
        headers: { 'content-type': 'application/json' },
        signal: control.signal,
      },
      'editor',
    )
    await held.arrived
    control.abort()
    expect((await writing).status).toBe(503)
    await settle(path)
    expect(await see(here)).toBe('Old')
    held.release()
    await expect.poll(() => see(here)).toBe('New')
  })
})

describe('exact at all times', () => {
  const exact: [string, Record<string, string>, Asker][] = [
    ['signed-in callers', {}, 'editor'],
    ['requests with Cache-Control: no-cache', { 'cache-control': 'no-cache' }, 'visitor'],
    ['requests with Cache-Control: max-age=0', { 'cache-control': 'public, Max-Age=0' }, 'visitor'],
    ['requests with the password of an event', { 'x-event-password': 'secret' }, 'visitor'],
  ]
  test.each(exact)('%s', async (_, headers, as) => {
    const { here, there, path, see, rename, settle } = await openTwo()
    await settle(path)
    await rename(there, 'New')
    expect(await see(here)).toBe('Old')
    expect(await see(here, path, headers, as)).toBe('New')
    // What was shown to one is shown to all.
    expect(await see(here)).toBe('New')
  })

  test('/changes', async () => {
    const { here, there, rename, settle } = await openTwo()
    const tokenOf = async () => (await here.send('/changes', {}, 'visitor')).text
    await settle('/changes')
    const before = await tokenOf()
    await rename(there, 'New')
    expect(await tokenOf()).not.toBe(before)
  })

  test.each([
    ['another max-age', 'max-age=10'],
    ['a directive that only looks alike', 'x-no-cached'],
  ])('but not: %s', async (_, field) => {
    const { here, path, see, asked, settle } = await openTwo()
    await settle(path)
    expect((await asked(() => see(here, path, { 'cache-control': field }))).calls).toEqual([])
  })

  test('a health check fails while the storage is away', async () => {
    const { here, see, before, settle } = await openTwo()
    const health = '/tags?per_page=1'
    await settle(health)
    before.set('revision', { hold: () => Promise.reject(new StorageUnavailable('away')) })
    expect(await see(here, health, { 'cache-control': 'no-cache' })).toBe(503)
  })
})

describe('what one process has shown never goes back', () => {
  test('after the answer to another visitor, who asked for what was not in memory', async () => {
    const { here, there, path, see, rename, settle } = await openTwo()
    await settle(path, '/events')
    await rename(there, 'New')
    expect(await see(here, '/events?per_page=7')).toBe('New')
    expect(await see(here)).toBe('New')
    expect(await see(here, '/events')).toBe('New')
  })

  test('after an answer that was read later than its revision', async () => {
    const { here, there, path, see, rename, before, settle } = await openTwo()
    await settle(path, '/events')
    before.set('find event', { hold: () => rename(there, 'New') })
    expect(await see(here, '/events?per_page=7')).toBe('New')
    expect(await see(here)).toBe('New')
    expect(await see(here, '/events')).toBe('New')
  })

  test('after an error that tells the same', async () => {
    const { here, there, event, path, see, settle, before } = await openTwo()
    await settle('/events')
    before.set('get event', {
      hold: async () => {
        await there.ask('DELETE', `/events/${event}`)
      },
    })
    expect(await see(here, path)).toBe(403)
    expect(await see(here, '/events')).toBe('')
  })

  test('when a revision arrives that was read before a newer one', async () => {
    const { here, there, path, see, rename, after, setTime, settle, asked } = await openTwo()
    await settle(path, '/events')
    setTime(1000)
    const late = gate()
    after.set('revision', late)
    const first = see(here)
    await late.arrived
    await rename(there, 'New')
    expect(await see(here, '/events')).toBe('New')
    late.release()
    await first
    const again = await asked(() => see(here, '/events'))
    expect(again.result).toBe('New')
    expect(again.calls).toContain('revision')
    expect(await see(here)).toBe('New')
  })

  test('when a revision is confirmed that was read before an answer was made', async () => {
    const { here, there, path, see, rename, before, after, setTime, settle } = await openTwo()
    await settle(path, '/events')
    setTime(1000)
    const [late, made] = [gate(), gate()]
    after.set('revision', late)
    const confirming = see(here)
    await late.arrived
    before.set('find event', made)
    const making = see(here, '/events?per_page=7')
    await made.arrived
    await rename(there, 'New')
    made.release()
    expect(await making).toBe('New')
    late.release()
    await confirming
    expect(await see(here)).toBe('New')
    expect(await see(here, '/events')).toBe('New')
  })
})

test('the time counts from before the revision was read', async () => {
  const { here, path, see, asked, after, setTime, settle } = await openTwo()
  await settle(path)
  setTime(1000)
  const slow = gate()
  after.set('revision', slow)
  const first = see(here)
  await slow.arrived
  setTime(1900)
  slow.release()
  await first
  setTime(1999)
  expect((await asked(() => see(here))).calls).toEqual([])
  setTime(2000)
  expect((await asked(() => see(here))).calls).toEqual(['revision'])
})

test('with storages that have no revision, each read is answered by them', async () => {
  const storage = memoryStorage()
  const here = openCalendar({ freshness: SECOND }, methodsOf(storage))
  const there = openCalendar({}, storage)
  const event = await there.make('events', eventOf({ title: 'Old' }))
  expect((await here.send(`/events/${event}`, {}, 'visitor')).body.title).toBe('Old')
  await there.ask('PATCH', `/events/${event}`, { title: 'New' })
  expect((await here.send(`/events/${event}`, {}, 'visitor')).body.title).toBe('New')
  expectRefusal(await here.send('/events/99', {}, 'visitor'), 404, 'rest-event-not-found')
})

test('for very long, it is still all of this process', async () => {
  const { here, path, see, rename, setTime, settle, asked } = await openTwo({
    freshness: Number.MAX_SAFE_INTEGER,
  })
  await settle(path)
  setTime(10_000)
  expect((await asked(() => see(here))).calls).toEqual([])
  await rename(here, 'New')
  expect(await see(here)).toBe('New')
})
