import { ApiError, type ErrorCode } from 'kalends'
import { CommitTooLarge } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { eventOf, expectRefusal, idsIn, openCalendar } from './calendar.ts'

describe('faults', () => {
  const SECRET = 'connect ECONNREFUSED db.internal:5432 password=hunter2'
  const BARE = { code: 'rest_internal_error', message: 'Internal error.', data: { status: 500 } }

  test('of the host go to onError, and nothing of them to the client', async () => {
    const fault = () => {
      throw Object.assign(new Error(SECRET), { status: 418, code: SECRET, headers: { 'x-leak': SECRET } })
    }
    const cases = [
      [{ authenticate: fault }, 'GET', '/events'],
      [{ permalink: fault }, 'GET', '/events/1'],
      [{ isAuthor: fault }, 'PATCH', '/events/1'],
      [{ resolveImage: fault }, 'PATCH', '/events/1'],
      [{ now: fault }, 'GET', '/events'],
      [{ now: () => new Date(Number.NaN) }, 'GET', '/events'],
      [{ resolveImage: async () => Promise.reject(SECRET) }, 'PATCH', '/events/1'],
    ] as const
    for (const [options, method, path] of cases) {
      const storage = memoryStorage()
      await openCalendar({}, storage).make('events', eventOf())
      const { ask, errors } = openCalendar(options, storage)
      const body = method === 'PATCH' ? { author: 4, image: 'https://x.example/a.png' } : undefined
      const answer = await ask(method, path, body)
      expectRefusal(answer, 500, 'rest_internal_error')
      expect(answer.body).toEqual(BARE)
      expect(JSON.stringify([...answer.headers])).not.toContain('hunter2')
      expect(errors).toHaveLength(1)
    }
  })

  test("what onError itself throws is nobody else's business", async () => {
    const { ask } = openCalendar({
      authenticate: () => {
        throw new Error(SECRET)
      },
      onError: () => {
        throw new Error(SECRET)
      },
    })
    expect((await ask('GET', '/events')).body).toEqual(BARE)
  })

  test("refusals are not reported; a refusal of the host's own is answered as it says", async () => {
    const { ask, errors } = openCalendar({
      authenticate: () => {
        throw new ApiError('rest_invalid_credentials', { headers: { 'www-authenticate': 'Basic' } })
      },
    })
    const answer = await ask('GET', '/events')
    expectRefusal(answer, 401, 'rest_invalid_credentials')
    expect(answer.headers.get('www-authenticate')).toBe('Basic')
    expect(errors).toEqual([])
  })

  test('an outage while something was due holds it up no longer than the outage lasts', async () => {
    const storage = memoryStorage()
    const first = openCalendar({}, storage)
    const id = await first.make('events', eventOf({ status: 'future', date: '2027-03-01T13:00:00Z' }))
    let isOut = true
    const find: Storage['find'] = async (kind, query) => {
      if (isOut) throw new StorageUnavailable('out of reach')
      return storage.find(kind, query)
    }
    const { ask, setTime } = openCalendar({}, { ...storage, find })
    setTime('2027-03-01T14:00:00Z')
    expectRefusal(await ask('GET', `/events/${id}`, undefined, 'visitor'), 503, 'rest_unavailable')
    isOut = false
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).body.status).toBe('publish')
  })

  test('an outage of the storage is 503 with Retry-After, on every call that it can meet', async () => {
    const METHODS = ['get', 'find', 'count', 'tally', 'allocate', 'commit'] as const
    for (const broken of METHODS) {
      const storage = memoryStorage()
      await openCalendar({}, storage).make('events', eventOf({ tags: 'warm', venue: { venue: 'Hall' } }))
      const outage = async () => {
        throw new StorageUnavailable(SECRET)
      }
      const failing: Storage = { ...storage, [broken]: outage }
      const { ask, errors } = openCalendar({}, failing)
      const answers = [
        await ask('GET', '/events?tags=warm&geoloc=0'),
        await ask('GET', '/events/1'),
        await ask('GET', '/venues?has_events=1'),
        await ask('GET', '/tags'),
        await ask('POST', '/events', eventOf({ tags: 'cold', venue: { venue: 'Barn' } })),
        await ask('PATCH', '/events/by-slug/open-day', { title: 'New' }),
        await ask('DELETE', '/events/1'),
      ]
      const failed = answers.filter(({ status }) => status >= 400)
      expect(failed.length, broken).toBeGreaterThan(0)
      for (const answer of failed) {
        expectRefusal(answer, 503, 'rest_unavailable')
        expect(answer.headers.get('retry-after')).toBe('5')
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.text).not.toContain('hunter2')
      }
      expect(errors).toHaveLength(failed.length)
      for (const error of errors) expect(error).toBeInstanceOf(StorageUnavailable)
    }
  })

  test('a closed storage is an outage, any other error of a storage a fault', async () => {
    const closed = openCalendar()
    await closed.api.close()
    expectRefusal(await closed.ask('GET', '/events'), 503, 'rest_unavailable')
    const storage = memoryStorage()
    const { ask, errors } = openCalendar(
      {},
      { ...storage, find: () => Promise.reject(new RangeError(SECRET)) },
    )
    const answer = await ask('GET', '/events')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual(BARE)
    expect(errors).toHaveLength(1)
  })

  test('a write that loses every race says to come back', async () => {
    const storage = memoryStorage()
    const { ask, errors } = openCalendar(
      {},
      {
        ...storage,
        commit: async ([change]) => ({
          conflict: 'taken',
          kind: change?.kind ?? 'event',
          id: change?.id ?? 0,
        }),
      },
    )
    const answer = await ask('POST', '/events', eventOf())
    expectRefusal(answer, 503, 'rest_unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(errors).toHaveLength(1)
  })

  test('every refusal has the same shape', async () => {
    const code: ErrorCode = 'rest_no_route'
    const { send, ask } = openCalendar()
    expect((await send('/nowhere', {})).body).toEqual({
      code,
      message: 'No route has this path.',
      data: { status: 404 },
    })
    const invalid = (await ask('GET', '/events?page=0')).body
    expect(invalid).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): page',
      data: { status: 400, params: { page: 'must be a positive whole number' }, details: [] },
    })
    expect(idsIn((await ask('GET', '/events')).body, 'events')).toEqual([])
  })
})

describe('errors', () => {
  test('of a storage that a record is too large for are 413, and onError gets nothing', async () => {
    const storage = memoryStorage()
    const commit = () => Promise.reject(new CommitTooLarge('more than it takes'))
    const { ask, errors } = openCalendar({}, { ...storage, commit })
    expectRefusal(await ask('POST', '/events', eventOf()), 413, 'rest_record_too_large')
    expect(errors).toEqual([])
  })

  test('that the host calls its own fault go to onError', async () => {
    const fault = new ApiError('rest_internal_error')
    const { ask, errors } = openCalendar({
      authenticate: () => {
        throw fault
      },
    })
    expectRefusal(await ask('GET', '/events'), 500, 'rest_internal_error')
    expect(errors).toEqual([fault])
  })
})
