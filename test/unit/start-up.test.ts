import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEventsApi, type EventsApiOptions } from '../../src/index.ts'
import { memoryStorage } from '../../src/storage/memory.ts'

/*
 * What a process does before its first answer, which those pay for who start one per request. How long it takes is
 * measured by bench/start.ts; here is what it consists of.
 */

/** The first field of each schema that was made: most schemas have no name but the constant that holds them. */
const made: string[] = vi.hoisted(() => [])
/** How often each was made. */
const times: number[] = vi.hoisted(() => [])

vi.mock('../../src/core/schema/rules.ts', async (load) => {
  const { schemaUnder, ...others } = await load<typeof import('../../src/core/schema/rules.ts')>()
  const noting: typeof schemaUnder = (make) => {
    const place = times.push(0) - 1
    return schemaUnder((rules) => {
      times[place] = (times[place] ?? 0) + 1
      const schema = make(rules)
      made.push('shape' in schema ? (Object.keys(Object(schema.shape))[0] ?? '') : '')
      return schema
    })
  }
  return { ...others, schemaUnder: noting }
})

const EVENTS = 'http://localhost/vendor/events/v1/events'

describe('schemas are made when they are first needed', () => {
  beforeEach(() => {
    made.length = 0
    times.fill(0)
  })

  // Calendars with equal limits share schemas, so each has limits of its own.
  let list = 100
  const open = (options: EventsApiOptions = {}) =>
    createEventsApi(memoryStorage(), {
      ...options,
      limits: { list: ++list },
      authenticate: () => ({ id: 1, role: 'editor' as const }),
    })
  const post = (body: object) =>
    new Request(EVENTS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const event = { title: 'Open studio', start_date: '2027-05-10 19:00', end_date: '2027-05-10 22:00' }

  test('none by createEventsApi', () => {
    open()
    expect(made).toEqual([])
  })

  test('that of the list by a list, and it is kept', async () => {
    const api = open()
    expect((await api.fetch(new Request(EVENTS))).status).toBe(200)
    expect((await api.fetch(new Request(`${EVENTS}?per_page=5`))).status).toBe(200)
    expect(made).toEqual(['cursor'])
  })

  test('that of an event by an event, and that of a venue by one that comes with it', async () => {
    const api = open()
    expect((await api.fetch(post(event))).status).toBe(201)
    expect(made).toEqual(['title', 'dry_run'])
    expect((await api.fetch(post({ ...event, venue: { venue: 'Hall 3' } }))).status).toBe(201)
    expect((await api.fetch(post({ ...event, venue: { venue: 'Hall 4' } }))).status).toBe(201)
    expect(made).toEqual(['title', 'dry_run', 'venue'])
  })

  test('each of them once by the documentation', async () => {
    const api = open({ changes: true })
    expect((await api.fetch(new Request(EVENTS.replace(/events$/, 'doc')))).status).toBe(200)
    expect((await api.fetch(new Request(EVENTS.replace(/events$/, '')))).status).toBe(200)
    expect(made.length).toBeGreaterThan(15)
    expect(Math.max(...times)).toBe(1)
  })
})

describe('to import the package and to create an API asks for nothing that is dear', () => {
  /** On Node all of them load the whole of Fetch, when they are first named. */
  const FETCH = ['Request', 'Response', 'Headers', 'FormData', 'fetch']
  const before = FETCH.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  const touched: string[] = []

  beforeEach(() => {
    vi.resetModules()
    touched.length = 0
    const real = Intl.DateTimeFormat
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(...parameters) {
      touched.push('Intl')
      return new real(...parameters)
    })
    for (const [index, name] of FETCH.entries()) {
      const value = Reflect.get(globalThis, name)
      Object.defineProperty(globalThis, name, {
        configurable: true,
        enumerable: before[index]?.enumerable ?? false,
        get: () => {
          touched.push(name)
          return value
        },
      })
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    for (const [index, name] of FETCH.entries())
      Object.defineProperty(globalThis, name, before[index] ?? expect.unreachable(name))
  })

  const load = async () => {
    const index = await import('../../src/index.ts')
    const memory = await import('../../src/storage/memory.ts')
    return { ...index, ...memory }
  }

  test('neither Fetch nor Intl', async () => {
    const { createEventsApi, memoryStorage } = await load()
    createEventsApi(memoryStorage())
    expect(touched).toEqual([])
  })

  test('Intl alone for a time zone that it must know', async () => {
    const { createEventsApi, memoryStorage } = await load()
    createEventsApi(memoryStorage(), { timezone: 'Europe/Berlin' })
    expect([...new Set(touched)]).toEqual(['Intl'])
  })
})
