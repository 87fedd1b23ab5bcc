import { createEventsApi } from 'kalends'
import { memoryAttempts } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { words } from '../setup/words.ts'
import { API, at, eventOf, expectRefusal, expectWrong, idsIn, openCalendar, textAt } from './calendar.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const PASSWORD = 'rosebud ß 雪'
const SECRET = 'Behind the old mill'
const NO_COST = { currency_symbol: '', currency_code: '', currency_position: '', values: [] }

async function openLocked(options: Parameters<typeof openCalendar>[0] = {}) {
  const storage = memoryStorage()
  const calendar = openCalendar(options, storage)
  const id = await calendar.make('events', eventOf({ password: PASSWORD, description: SECRET }))
  const read = (path: string, password?: string) =>
    calendar.send(
      path,
      { headers: password === undefined ? {} : { 'x-event-password': bytesOf(password) } },
      'visitor',
    )
  return { ...calendar, storage, id, read }
}

/** As programs send it: UTF-8, of which each byte is one character of the field. */
const bytesOf = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

describe('X-Event-Password', () => {
  test('opens an event by ID and by slug, for one answer that is not cached', async () => {
    const { id, read } = await openLocked()
    for (const path of [`/events/${id}`, '/events/by-slug/open-day']) {
      expectRefusal(await read(path), 403, 'event-password-protected')
      const opened = await read(path, PASSWORD)
      expect(opened.status).toBe(200)
      expect(opened.body.description).toContain(SECRET)
      expect(opened.headers.get('cache-control')).toBe('private, no-store')
      expectRefusal(await read(path, 'other'), 403, 'event-password-protected')
    }
  })

  test('may be Latin-1, as browsers send it', async () => {
    const { ask, send, id } = await openLocked()
    await ask('PATCH', `/events/${id}`, { password: 'é' })
    const headers = { 'x-event-password': '\xe9' }
    expect((await send(`/events/${id}`, { headers }, 'visitor')).status).toBe(200)
  })

  test('wins over the parameter, and is checked as that is', async () => {
    const { id, read } = await openLocked()
    expect((await read(`/events/${id}?password=wrong`, PASSWORD)).status).toBe(200)
    expectRefusal(
      await read(`/events/${id}?password=${encodeURIComponent(PASSWORD)}`, 'wrong'),
      403,
      'event-password-protected',
    )
    expectWrong(await read(`/events/${id}`, ''), 'password')
    expectWrong(await read(`/events/${id}`, 'x'.repeat(256)), 'password')
  })

  test('is passed over where an event has none, and where the caller may edit', async () => {
    const { make, send, id, read } = await openLocked()
    const open = await make('events', eventOf({ title: 'Open to all' }))
    const answer = await read(`/events/${open}`, 'anything')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const headers = { 'x-event-password': 'wrong' }
    expect((await send(`/events/${id}`, { headers }, 'editor')).status).toBe(200)
  })
})

describe('the password of an event', () => {
  test('is stored as a salted slow hash, another one for each event', async () => {
    const { make, storage } = await openLocked()
    await make('events', eventOf({ password: PASSWORD }))
    const stored = (await storage.find('event', { order: 'id', limit: 10 })).map(({ data }) => data)
    const hashes = stored.map((data) => textAt(JSON.parse(data), 'password'))
    for (const hash of hashes) expect(hash).toMatch(/^pbkdf2:\d{6}:[\da-f]{32}:[\da-f]{64}$/)
    expect(new Set(hashes).size).toBe(2)
    expect(stored.join()).not.toContain('rosebud')
  })

  test('is in no answer and in no link, whichever way it came', async () => {
    const { ask, id, read } = await openLocked()
    const query = `?password=${encodeURIComponent(PASSWORD)}`
    const answers = [
      await ask('POST', '/events', eventOf({ password: PASSWORD })),
      await ask('PATCH', `/events/${id}`, { password: PASSWORD }),
      await ask('PATCH', `/events/${id}${query}`, { title: 'Renamed' }),
      await ask('GET', `/events/${id}${query}`),
      await read(`/events/${id}${query}`),
      await read(`/events/${id}`, PASSWORD),
      await read(`/events${query}&per_page=1`),
      await read(`/events/by-slug/open-day${query}`),
      await ask('DELETE', `/events/${id}${query}`),
    ]
    for (const { text, headers } of answers) {
      for (const one of [text, JSON.stringify([...headers])]) {
        expect(one).not.toMatch(/rosebud|pbkdf2/)
      }
    }
    expect(answers.filter(({ status }) => status < 400)).toHaveLength(answers.length)
  })

  test('is in no log entry', async () => {
    const { id, storage } = await openLocked()
    const told: Request[] = []
    const entries: string[] = []
    const { api } = openCalendar(
      {
        onError: (_error, request) => told.push(request),
        permalink: () => {
          throw new Error('a fault')
        },
        audit: (entry) => entries.push(JSON.stringify(entry)),
      },
      storage,
    )
    const ask = (query: string, headers: Record<string, string> = {}) =>
      api.fetch(new Request(`${API}/events/${id}${query}`, { headers: { 'x-trace': '7', ...headers } }))
    const asked = [
      await ask('?password=rosebud%20%C3%9F%20%E9%9B%AA&page=2'),
      await ask('', { 'x-event-password': bytesOf(PASSWORD) }),
      await ask(`?${encodeURIComponent('password')}=rosebud&pass%77ord[]=rosebud&a=1`),
    ]
    expect(asked.map(({ status }) => status)).toEqual([500, 500, 400])
    expect(told.map(({ url }) => url)).toEqual([`${API}/events/${id}?page=2`, `${API}/events/${id}`])
    for (const { headers } of told) {
      expect(headers.get('x-trace')).toBe('7')
      expect(headers.has('x-event-password')).toBe(false)
    }
    expect(entries).toHaveLength(3)
    expect(entries.join()).not.toContain('rosebud')
  })

  test('does not take the request from onError where it carries none', async () => {
    const told: Request[] = []
    const { api } = openCalendar({
      onError: (_error, request) => told.push(request),
      authenticate: () => {
        throw new Error('a fault')
      },
    })
    const request = new Request(`${API}/events?search=password`)
    await api.fetch(request)
    expect(told).toEqual([request])
    expect(told[0]).toBe(request)
  })
})

describe('guesses of a password', () => {
  const limits = { perUser: 3, perAddress: 5 }

  test('are limited for each event and address: then 429, the right one too, for a time', async () => {
    let time = '2027-03-01T12:00:00Z'
    const now = () => new Date(time)
    const { make, read, id } = await openLocked({
      eventPasswords: { ...limits, attempts: memoryAttempts({ window: 60, now }) },
    })
    const other = await make('events', eventOf({ password: 'other' }))
    for (let guess = 0; guess < 3; guess++) {
      expectRefusal(await read(`/events/${id}`, `guess ${guess}`), 403, 'event-password-protected')
    }
    const late = await read(`/events/by-slug/open-day`, PASSWORD)
    expectRefusal(late, 429, 'rest_too_many_requests')
    expect(late.headers.get('retry-after')).toBe('60')
    expect((await read(`/events/${other}`, 'other')).status).toBe(200)
    time = '2027-03-01T12:01:00Z'
    expect((await read(`/events/${id}`, PASSWORD)).status).toBe(200)
  })

  test('are limited for each address over all events, and without a password nothing is counted', async () => {
    const { make, read } = await openLocked({ eventPasswords: limits })
    const ids = []
    for (const title of ['One', 'Two', 'Three']) {
      ids.push(await make('events', eventOf({ title, password: title })))
    }
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      expect((await read(`/events/${ids[0]}`)).status).toBe(403)
      statuses.push((await read(`/events/${ids[guess % 3]}`, 'wrong')).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('of one address do not keep another from reading', async () => {
    const api = createEventsApi<{ ip: string }>(memoryStorage(), {
      now: () => new Date('2027-03-01T12:00:00Z'),
      authenticate: (_, host) => (host?.ip === 'editor' ? { id: 2, role: 'editor' } : null),
      eventPasswords: limits,
    })
    const created = await api.fetch(
      new Request(`${API}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(eventOf({ password: PASSWORD })),
      }),
      { ip: 'editor' },
    )
    const id = at(await created.json(), 'id')
    const from = (ip: string, password: string) =>
      api.fetch(new Request(`${API}/events/${id}`, { headers: { 'x-event-password': bytesOf(password) } }), {
        ip,
      })
    // At once: however many come, no more than the limit are looked at.
    const guesses = await Promise.all(Array.from({ length: 10 }, () => from('192.0.2.1', 'wrong')))
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(3)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
    expect((await from('192.0.2.2', PASSWORD)).status).toBe(200)
  })

  test('that are right are not counted, however many come at once, and share one slow hash', async () => {
    const { read, id } = await openLocked({ eventPasswords: limits })
    const slowHashes = vi.spyOn(crypto.subtle, 'deriveBits')
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(`/events/${id}`, PASSWORD)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(slowHashes).toHaveBeenCalledTimes(1)
    expect((await read(`/events/${id}`, 'wrong')).status).toBe(403)
    expect((await read(`/events/${id}`, PASSWORD)).status).toBe(200)
  })

  test('that are right are not counted where many events are opened at once', async () => {
    const { make, read } = await openLocked({ eventPasswords: limits })
    const ids = []
    for (let at = 0; at < 8; at++) ids.push(await make('events', eventOf({ password: PASSWORD })))
    const answers = await Promise.all(ids.map((id) => read(`/events/${id}`, PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  })

  test('do not share the check of a password that was changed meanwhile', async () => {
    const { ask, read, id } = await openLocked()
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
    let opened: Promise<unknown> = Promise.resolve()
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementationOnce(async (...given) => {
      await ask('PATCH', `/events/${id}`, { password: 'other' })
      opened = read(`/events/${id}`, PASSWORD)
      const bits = await derive(...given)
      expectRefusal(await read(`/events/${id}`, PASSWORD), 403, 'event-password-protected')
      return bits
    })
    expect((await read(`/events/${id}`, PASSWORD)).status).toBe(200)
    expect(at(await opened, 'status')).toBe(403)
  })

  test('cannot be made by lists', async () => {
    const { read } = await openLocked({ eventPasswords: limits })
    for (let guess = 0; guess < 10; guess++) {
      const list = await read('/events?search=mill', PASSWORD)
      expect(idsIn(list.body, 'events')).toEqual([])
    }
  })
})

test('a flag that a password hides is refused when it is sent back', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ password: 'secret', featured: true, description: 'Soup' }))
  const shown = (await ask('GET', '/events', undefined, 'visitor')).body
  const hidden = Object(at(shown, 'events', 0))
  const flags = Object.keys(hidden).filter((name) => hidden[name] === null)
  expect(flags).toContain('featured')
  expectWrong(await ask('PUT', `/events/${id}`, hidden), ...flags)
})

test('without the password an event shows its title and its times, and no other field that can be written', async () => {
  const { ask, make } = openCalendar()
  const input = at((await ask('GET', '/doc')).body, 'components', 'schemas', 'EventInput', 'properties')
  const filled = Object.entries(Object(input)).flatMap(([name, schema]) => {
    if (at(schema, 'type') === 'boolean') return [[name, true]]
    return at(schema, 'type') === 'string' ? [[name, 'https://a.example/zq.png']] : []
  })
  const { title, start_date, end_date } = eventOf()
  const dates = { start_date, end_date, date: '2026-01-01', date_utc: undefined, timezone: 'UTC' }
  const own = { ...Object.fromEntries(filled), ...dates, title, slug: 'zq', status: 'publish', cost: '$5' }
  const linked = {
    categories: ['Soup'],
    tags: 'Soup',
    venue: { venue: 'Mill' },
    organizer: { organizer: 'Ada' },
  }
  await make('events', { ...own, ...linked, hide_from_listings: false, password: PASSWORD })
  const { body } = await ask('GET', '/events', undefined, 'visitor')
  const blank = ['null', '""', '[]', '0', JSON.stringify(NO_COST)]
  const shown = Object.entries(Object(at(body, 'events', 0))).flatMap(([name, value]) =>
    blank.includes(JSON.stringify(value)) || /_date(_details)?$/.test(name) ? [] : [name],
  )
  expect(shown).toEqual(
    words(`
      id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title slug image
      timezone timezone_abbr
    `),
  )
  expect(at(body, 'events', 0, 'image')).toBe(false)
})

describe('a password in the URL', () => {
  test('opens an event, and sets none', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ password: 'rosebud' }))
    await ask('PATCH', `/events/${id}?password=other`, { title: 'Changed' })
    const opened = await ask('GET', `/events/${id}?password=rosebud`, undefined, 'visitor')
    expect({ status: opened.status, title: opened.body.title }).toEqual({ status: 200, title: 'Changed' })
    expectRefusal(
      await ask('GET', `/events/${id}?password=other`, undefined, 'visitor'),
      403,
      'event-password-protected',
    )
  })

  test('sets none on a new event either', async () => {
    const { ask, make } = openCalendar()
    const { body } = await ask('POST', '/events?password=rosebud', eventOf())
    expect((await ask('GET', `/events/${at(body, 'id')}`, undefined, 'visitor')).status).toBe(200)
    await make('events', eventOf())
  })
})
