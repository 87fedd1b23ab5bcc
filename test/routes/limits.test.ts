import { describe, expect, test } from 'vitest'
import { eventBody } from '../../src/core/schema/bodies.ts'
import { sharedRules } from '../../src/core/schema/rules.ts'
import { DEFAULT_LIMITS } from '../../src/limits.ts'
import type { Limits } from '../../src/types/index.ts'
import { at, census, eventOf, expectRefusal, expectWrong, listOf, openCalendar, textAt } from './calendar.ts'
import { form, formOf, GOOD, json, NOTHING, post } from './sending.ts'

describe('the size of a body', () => {
  /** A body that comes in pieces, without saying how long it will be; counts the pieces that were taken. */
  function streamed(pieces: number, size: number) {
    const taken = { count: 0 }
    const piece = new TextEncoder().encode(' '.repeat(size))
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (taken.count === pieces) return controller.close()
          taken.count++
          controller.enqueue(piece)
        },
      },
      { highWaterMark: 0 },
    )
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: json, body, duplex: 'half' }
    return { init, taken }
  }

  test('is 1,048,576 bytes at most, to the byte', async () => {
    const calendar = openCalendar()
    const padded = (bytes: number) => {
      const text = JSON.stringify({ ...GOOD, filler: '' })
      return text.replace('"filler":""', `"filler":"${'x'.repeat(bytes - text.length)}"`)
    }
    expect((await calendar.send('/events', post(padded(1_048_576)))).status).toBe(201)
    expectRefusal(await calendar.send('/events', post(padded(1_048_577))), 413, 'rest_body_too_large')
    expect(await census(calendar)).toEqual({ ...NOTHING, events: 1 })
  })

  test('is counted as it is read, and reading stops there', async () => {
    const { send } = openCalendar()
    const endless = streamed(1000, 65_536)
    expectRefusal(await send('/events', endless.init), 413, 'rest_body_too_large')
    expect(endless.taken.count).toBeLessThanOrEqual(18)
    const blank = streamed(16, 65_536)
    expectRefusal(await send('/events', blank.init), 400, 'rest_invalid_json')
  })

  test('is not believed from content-length, nor read for who may not write', async () => {
    const { send } = openCalendar()
    const told = streamed(1, 10)
    const answer = await send('/events', { ...told.init, headers: { ...json, 'content-length': '9999999' } })
    expectRefusal(answer, 413, 'rest_body_too_large')
    expect(told.taken.count).toBe(0)
    const lying = streamed(1000, 65_536)
    expectRefusal(
      await send('/events', { ...lying.init, headers: { ...json, 'content-length': '5' } }),
      413,
      'rest_body_too_large',
    )
    const unwelcome = streamed(1000, 65_536)
    expectRefusal(await send('/events', unwelcome.init, 'visitor'), 401, 'rest_forbidden')
    expect(unwelcome.taken.count).toBe(0)
  })

  test('is the option `body`, for every content type and method', async () => {
    const { send } = openCalendar({ limits: { body: 100 } })
    const long = 'x'.repeat(101)
    for (const headers of [
      json,
      form,
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain' },
    ])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expectRefusal(
          await send(method === 'POST' ? '/events' : '/events/1', { method, headers, body: long }),
          413,
          'rest_body_too_large',
        )
  })
})

describe('how deep a body is nested', () => {
  const nested = (levels: number, brackets: '{}' | '[]') => {
    const [open, close] = brackets === '{}' ? ['{"a":', '}'] : ['[', ']']
    return `${open.repeat(levels)}0${close.repeat(levels)}`
  }

  test('is 32 levels at most, in objects and lists, known fields or not', async () => {
    const { send, make } = openCalendar()
    const id = await make('events', eventOf())
    const patch = (body: string) => send(`/events/${id}`, { method: 'PATCH', headers: json, body })
    for (const brackets of ['{}', '[]'] as const) {
      expect((await patch(`{"unknown":${nested(31, brackets)}}`)).status).toBe(200)
      expectRefusal(await patch(`{"unknown":${nested(32, brackets)}}`), 400, 'rest_invalid_json')
      expectRefusal(await patch(`{"venue":${nested(32, brackets)}}`), 400, 'rest_invalid_json')
      expectWrong(await patch(`{"venue":${nested(31, brackets).replace('0', '"x"')}}`), 'venue')
      expectRefusal(await patch(nested(33, brackets)), 400, 'rest_invalid_json')
      for (const levels of [10_000, 150_000])
        expectRefusal(await patch(nested(levels, brackets)), 400, 'rest_invalid_json')
    }
    expect((await patch(nested(32, '{}'))).status).toBe(200)
    const shallow = openCalendar({ limits: { depth: 3 } })
    expect((await shallow.send('/tags', post('{"name":"a","x":{"y":{}}}'))).status).toBe(201)
    expectRefusal(
      await shallow.send('/tags', post('{"name":"b","x":{"y":{"z":{}}}}')),
      400,
      'rest_invalid_json',
    )
  })

  test('counts in forms and queries too', async () => {
    const { send } = openCalendar()
    const name = (steps: number) => `venue${'[a]'.repeat(steps)}`
    expect((await send(`/events?x${'[a]'.repeat(31)}=1`, {})).status).toBe(200)
    for (const steps of [32, 33, 500]) {
      expectWrong(await send(`/events?${name(steps)}=1`, {}), 'venue')
      const body = `${formOf(GOOD)}&${name(steps)}=1`
      expectWrong(await send('/events', post(body, form)), 'venue')
      const multipart = new FormData()
      multipart.set(name(steps), '1')
      expectWrong(
        await send('/events', { method: 'POST', body: multipart }),
        'title',
        'start_date',
        'end_date',
        'venue',
      )
    }
  })
})

test('a URL is 8,192 bytes at most', async () => {
  const path = 'https://calendar.example/vendor/events/v1/events?x='
  const { send } = openCalendar()
  expect((await send(path + 'y'.repeat(8192 - path.length), {})).status).toBe(200)
  expectRefusal(await send(path + 'y'.repeat(8193 - path.length), {}), 414, 'rest_uri_too_long')
  const short = openCalendar({ limits: { url: 60 } })
  expectRefusal(await short.send('/events?search=what+is+the+matter', {}), 414, 'rest_uri_too_long')
})

describe('the entries of a list', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  test('are 100 at most, in fields', async () => {
    const calendar = openCalendar()
    const { ask, make } = calendar
    const venue = await make('venues', { venue: 'Hall' })
    const names = (count: number) => numbers(count).map((number) => `Tag ${number}`)
    const fit = await ask('POST', '/events', eventOf({ tags: names(100), categories: names(100).join(',') }))
    expect(listOf(fit.body.tags)).toHaveLength(100)
    const before = await census(calendar)
    for (const field of ['tags', 'categories']) {
      for (const value of [names(101), names(101).join(','), numbers(101)])
        expectWrong(await ask('POST', '/events', eventOf({ [field]: value })), field)
    }
    const venues = Array.from({ length: 101 }, () => venue)
    expect((await ask('POST', '/events', eventOf({ venue: venues.slice(1) }))).status).toBe(201)
    for (const value of [venues, venues.join(','), numbers(101).map((number) => ({ venue: `V${number}` }))])
      expectWrong(await ask('POST', '/events', eventOf({ venue: value })), 'venue')
    expectWrong(
      await ask(
        'POST',
        '/events',
        eventOf({ organizer: numbers(101).map((number) => ({ organizer: `O${number}` })) }),
      ),
      'organizer',
    )
    expectWrong(await ask('POST', '/events', eventOf({ cost: numbers(101) })), 'cost')
    expect(await census(calendar)).toEqual({ ...before, events: 2 })
  })

  test('and in filters; the option is `list`', async () => {
    const { ask, make } = openCalendar({ limits: { list: 3 } })
    for (let n = 0; n < 4; n++) await make('tags', { name: `t${n}` })
    for (const [path, name] of [
      ['/events', 'include'],
      ['/events', 'tags'],
      ['/tags', 'include'],
      ['/tags', 'exclude'],
    ] as const) {
      expect((await ask('GET', `${path}?${name}=1,2,3`)).status).toBe(200)
      expectWrong(await ask('GET', `${path}?${name}=1,2,3,4`), name)
      expectWrong(await ask('GET', `${path}?${name}[]=1&${name}[]=2,3&${name}[]=4`), name)
    }
    expectWrong(await ask('GET', '/events?status=publish,draft,pending,private'), 'status')
    for (const name of ['categories', 'venue', 'organizer'])
      expectWrong(await ask('GET', `/events?${name}=1,2,3,4`), name)
  })
})

describe('the length of texts', () => {
  const LINE_FIELDS = [
    ['events', 'title'],
    ['events', 'slug'],
    ['events', 'cost'],
    ['venues', 'venue'],
    ['venues', 'slug'],
    ...['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone'].map(
      (field) => ['venues', field] as const,
    ),
    ['organizers', 'organizer'],
    ['organizers', 'phone'],
    ['organizers', 'email'],
    ['tags', 'slug'],
    ['categories', 'slug'],
  ] as const
  const TEXT_FIELDS = [
    ['events', 'description'],
    ['events', 'excerpt'],
    ['venues', 'description'],
    ['organizers', 'description'],
    ['categories', 'description'],
    ['tags', 'description'],
  ] as const
  const needed = (collection: string): object =>
    ({ events: eventOf(), venues: { venue: 'V' }, organizers: { organizer: 'O' } })[collection] ?? {
      name: 'N',
    }

  test.each([
    ...LINE_FIELDS.map(([collection, field]) => [collection, field, field === 'cost' ? 998 : 1000] as const),
    ...TEXT_FIELDS.map(([collection, field]) => [collection, field, 200_000] as const),
    ['categories', 'name', 200],
    ['tags', 'name', 200],
    ['events', 'password', 255],
  ] as const)('%s.%s: %i characters', async (collection, field, most) => {
    const calendar = openCalendar()
    const fields = (length: number) => ({ ...needed(collection), [field]: 'x'.repeat(length) })
    expectWrong(await calendar.ask('POST', `/${collection}`, fields(most + 1)), field)
    expect(await census(calendar)).toEqual(NOTHING)
    const id = await calendar.make(collection, fields(most))
    expectWrong(await calendar.ask('PATCH', `/${collection}/${id}`, { [field]: 'x'.repeat(most + 1) }), field)
  })

  test('are the options `line` and `text`', async () => {
    const { ask } = openCalendar({ limits: { line: 10, text: 20 } })
    const fits = eventOf({
      title: 'x'.repeat(10),
      description: 'x'.repeat(20),
      venue: { venue: 'x'.repeat(10) },
    })
    expect((await ask('POST', '/events', fits)).status).toBe(201)
    const long = eventOf({
      title: 'x'.repeat(11),
      description: 'x'.repeat(21),
      excerpt: 'x'.repeat(21),
      venue: { venue: 'x'.repeat(11) },
      organizer: { organizer: 'O', description: 'x'.repeat(21) },
    })
    expectWrong(await ask('POST', '/events', long), 'title', 'description', 'excerpt', 'venue', 'organizer')
    expectWrong(await ask('GET', `/events?search=${'x'.repeat(11)}`), 'search')
    expectWrong(await ask('GET', `/venues?search=${'x'.repeat(11)}`), 'search')
    expectWrong(await ask('GET', `/tags?search=${'x'.repeat(11)}&slug=${'x'.repeat(11)}`), 'search', 'slug')
  })

  test('of dates, addresses and names inside lists', async () => {
    const { ask, make } = openCalendar()
    const long = 'x'.repeat(8200)
    expectWrong(
      await ask(
        'POST',
        '/events',
        eventOf({
          start_date: ' '.repeat(129),
          website: `https://x.example/${long}`,
          image: `https://x.example/${long}`,
          timezone: long,
          tags: [long],
          categories: `a,${'b'.repeat(201)}`,
        }),
      ),
      'start_date',
      'website',
      'image',
      'timezone',
      'tags',
      'categories',
    )
    expectWrong(await ask('POST', '/venues', { venue: 'V', website: `https://x.example/${long}` }), 'website')
    expectWrong(await ask('GET', `/events?start_date=${'1'.repeat(129)}`), 'start_date')
    const slug = textAt(
      (await ask('GET', `/events/${await make('events', eventOf({ title: 'é ß 祭'.repeat(150) }))}`)).body,
      'slug',
    )
    expect(slug.length).toBeLessThanOrEqual(200)
  })
})

test('how far back a page may lie is limited: a million records, or the option `offset`', async () => {
  const { ask, make } = openCalendar({ limits: { offset: 2 } })
  for (const [collection, fields] of [
    ['events', eventOf()],
    ['venues', { venue: 'Hall', description: 'x' }],
    ['organizers', { organizer: 'Club', description: 'x' }],
  ] as const) {
    for (let n = 0; n < 5; n++) await make(collection, { ...fields, description: `${n}` })
    expect((await ask('GET', `/${collection}?per_page=1&page=3`)).status).toBe(200)
    expectWrong(await ask('GET', `/${collection}?per_page=1&page=4`), 'page')
    // What is not there at all is not there, however far back.
    const kind = collection.slice(0, -1)
    for (const page of [6, 20002, 9007199254740991]) {
      const beyond = await ask('GET', `/${collection}?per_page=1&page=${page}`)
      expect({ status: beyond.status, code: beyond.body.code }).toEqual({
        status: 404,
        code: `${kind}-archive-page-not-found`,
      })
    }
  }
  expect((await ask('GET', '/tags?page=9007199254740991')).body).toMatchObject({ tags: [], total: 0 })
})

describe('a body that is too large', () => {
  test('is let go, so that its client need not send the rest', async () => {
    const { send } = openCalendar({ limits: { body: 100 } })
    let reason: unknown = 'none yet'
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(60))),
        cancel: (given) => {
          reason = given
        },
      },
      { highWaterMark: 0 },
    )
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: json, body, duplex: 'half' }
    expectRefusal(await send('/events', init), 413, 'rest_body_too_large')
    expect(reason).toBeUndefined()
  })

  test('that cannot be let go is refused all the same', async () => {
    const { send } = openCalendar({ limits: { body: 100 } })
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(60))),
      cancel: () => Promise.reject(new Error('stuck')),
    })
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: json, body, duplex: 'half' }
    expectRefusal(await send('/events', init), 413, 'rest_body_too_large')
  })
})

describe('lists and objects in a body', () => {
  const listOf = (length: number) => Array.from({ length }, () => 0)

  test('hold 10,000 entries at most, wherever they are, and the field is named', async () => {
    const { ask } = openCalendar()
    expect((await ask('POST', '/events', { ...GOOD, x: listOf(10_000) })).status).toBe(201)
    for (const value of [listOf(10_001), { y: listOf(10_001) }, [[listOf(10_001)]], { ...listOf(10_001) }]) {
      const answer = await ask('POST', '/events', { ...GOOD, x: value, status: 'open' })
      expectWrong(answer, 'x', 'status')
      expect(at(answer.body, 'data', 'params', 'x')).toBe('must not hold more than 10000 entries')
    }
  })

  test('may hold as many as the option `list` says, where that is more', async () => {
    const { ask } = openCalendar({ limits: { list: 20_000 } })
    expect((await ask('POST', '/events', { ...GOOD, x: listOf(20_000) })).status).toBe(201)
    expectWrong(await ask('POST', '/events', { ...GOOD, x: listOf(20_001) }), 'x')
  })
})

test('calendars in one process share schemas, and each keeps its own limits', async () => {
  const limits = [{ perPage: 2 }, { perPage: 3 }, { perPage: 2 }]
  const calendars = limits.map((limits) => openCalendar({ limits }))
  for (const { ask } of calendars) {
    for (const fields of [{ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'D' }]) {
      expect((await ask('POST', '/events', eventOf(fields))).status).toBe(201)
    }
  }
  const shown = calendars.map(async ({ ask }) => (await ask('GET', '/events?per_page=50')).body.events)
  expect((await Promise.all(shown)).map((events) => Array.isArray(events) && events.length)).toEqual([
    2, 3, 2,
  ])
  const isCustom = { event: false, venue: false, organizer: false }
  const bodyUnder = (limits: Partial<Limits>, custom = isCustom) =>
    eventBody(sharedRules({ limits: { ...DEFAULT_LIMITS, ...limits }, isCustom: custom }))
  expect(bodyUnder({})).toBe(bodyUnder({}))
  expect(bodyUnder({ list: 3 })).not.toBe(bodyUnder({}))
  expect(bodyUnder({}, { ...isCustom, event: true })).not.toBe(bodyUnder({}))
})
