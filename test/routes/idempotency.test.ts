import { memoryStorage } from 'kalends/storage/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type Asker,
  at,
  census,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  openCalendar,
} from './calendar.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const DAY = 24 * 60 * 60 * 1000

function openKeyed(options: Parameters<typeof openCalendar>[0] = {}) {
  const storage = memoryStorage()
  const calendar = openCalendar(options, storage)
  const create = (key: string, collection: string, fields: object, as?: Asker) =>
    calendar.send(
      `/${collection}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(fields),
      },
      as,
    )
  return { ...calendar, storage, create }
}

const KINDS = [
  ['events', eventOf({ venue: { venue: 'Barn' }, tags: 'warm' }), eventOf({ title: 'Other' })],
  ['venues', { venue: 'Hall' }, { venue: 'Barn' }],
  ['organizers', { organizer: 'Ann' }, { organizer: 'Ben' }],
  ['categories', { name: 'Music' }, { name: 'Dance' }],
  ['tags', { name: 'warm' }, { name: 'cold' }],
] as const

describe.each(KINDS)('a create with an Idempotency-Key: %s', (collection, fields, others) => {
  test('makes one record, however often it is sent', async () => {
    const calendar = openKeyed()
    const first = await calendar.create('k1', collection, fields)
    expect(first.status).toBe(201)
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    const before = await census(calendar)
    for (let time = 0; time < 3; time++) {
      const again = await calendar.create('k1', collection, fields)
      expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    }
    expect(await census(calendar)).toEqual(before)
  })

  test('makes one record of many that come at once', async () => {
    const calendar = openKeyed()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => calendar.create('k1', collection, fields)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => idOf(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
  })

  test('is refused with other fields, and changes nothing', async () => {
    const calendar = openKeyed()
    await calendar.create('k1', collection, fields)
    const before = await census(calendar)
    expectRefusal(await calendar.create('k1', collection, others), 422, 'rest_idempotency_key_reused')
    expect(await census(calendar)).toEqual(before)
  })

  test('shows the record as it is by now', async () => {
    const { create, ask } = openKeyed()
    const { body } = await create('k1', collection, fields)
    await ask('PATCH', `/${collection}/${idOf(body)}`, { description: 'Changed' })
    const again = await create('k1', collection, fields)
    expect(again.status).toBe(201)
    expect(at(again.body, 'description')).toContain('Changed')
  })
})

describe('an Idempotency-Key', () => {
  test('is one of its user, and of one collection', async () => {
    const { create } = openKeyed()
    const answers = [
      await create('k1', 'events', eventOf()),
      await create('k1', 'events', eventOf(), 'administrator'),
      await create('k1', 'venues', { venue: 'Hall' }),
      await create('k1', 'organizers', { organizer: 'Ann' }),
      await create('k2', 'events', eventOf()),
    ]
    expect(answers.map(({ headers }) => headers.has('idempotent-replayed'))).toEqual(answers.map(() => false))
    expect(new Set(answers.map(({ body }) => idOf(body))).size).toBe(answers.length)
  })

  test('in quotes is the same as without', async () => {
    const { create } = openKeyed()
    const first = await create('"8e03978e-40d5"', 'tags', { name: 'warm' })
    expect(idOf((await create('8e03978e-40d5', 'tags', { name: 'warm' })).body)).toBe(idOf(first.body))
  })

  test.each(['', '""', 'with space', 'é', 'x'.repeat(256)])('cannot be %j', async (key) => {
    const calendar = openKeyed()
    expectWrong(await calendar.create(key, 'tags', { name: 'warm' }), 'Idempotency-Key')
    expect((await calendar.ask('GET', '/tags?hide_empty=0')).body.total).toBe(0)
  })

  test('of a create that was refused can be sent again', async () => {
    const { create } = openKeyed()
    expect((await create('k1', 'events', { title: 'No date' })).status).toBe(400)
    expect((await create('k1', 'events', eventOf(), 'visitor')).status).toBe(401)
    expect((await create('k1', 'events', eventOf())).status).toBe(201)
  })

  test('still shows what it made when that could not be made any more', async () => {
    const { create, make, ask } = openKeyed()
    const venue = await make('venues', { venue: 'Hall' })
    const { body } = await create('k1', 'events', eventOf({ venue }))
    await ask('DELETE', `/venues/${venue}`)
    const again = await create('k1', 'events', eventOf({ venue }))
    expect({ status: again.status, id: idOf(again.body) }).toEqual({ status: 201, id: idOf(body) })
  })

  test('of a record that is gone for good says so', async () => {
    const { create, ask } = openKeyed()
    const { body } = await create('k1', 'tags', { name: 'warm' })
    await ask('DELETE', `/tags/${idOf(body)}`)
    expectRefusal(await create('k1', 'tags', { name: 'warm' }), 404, 'rest-tag-not-found')
  })

  test('is forgotten after a day, and its receipts are cleared away', async () => {
    const { create, setTime, storage } = openKeyed()
    const start = Date.parse('2027-03-01T12:00:00Z')
    const receipts = () => storage.count('receipt', {})
    const first = await create('k1', 'venues', { venue: 'Hall', description: 'A' })
    for (let at = 0; at < 200; at++) await create(`old ${at}`.replace(' ', '-'), 'venues', { venue: 'Hall' })
    // One more guards the name.
    expect(await receipts()).toBe(202)
    setTime(new Date(start + DAY - 1000).toISOString())
    expect(
      (await create('k1', 'venues', { venue: 'Hall', description: 'A' })).headers.get('idempotent-replayed'),
    ).toBe('true')
    setTime(new Date(start + DAY).toISOString())
    const anew = await create('k1', 'venues', { venue: 'Barn' })
    expect(anew.headers.has('idempotent-replayed')).toBe(false)
    expect(idOf(anew.body)).not.toBe(idOf(first.body))
    for (let at = 0; at < 600; at++) await create(`new-${at}`, 'venues', { venue: 'Hall' })
    expect(await receipts()).toBeLessThan(620)
  })

  test('on anything but a create is passed over', async () => {
    const { send, make, storage } = openKeyed()
    const id = await make('tags', { name: 'warm' })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'with space' }
    expect((await send('/tags', { headers })).status).toBe(200)
    const before = await storage.count('receipt', {})
    const body = JSON.stringify({ description: 'Cold' })
    expect((await send(`/tags/${id}`, { method: 'PUT', headers, body })).status).toBe(200)
    expect(await storage.count('receipt', {})).toBe(before)
  })

  test('keeps nothing by which a password could be guessed quickly', async () => {
    const { create, storage } = openKeyed()
    const prints: unknown[] = []
    const slowHashes = vi.spyOn(crypto.subtle, 'deriveBits')
    for (const key of ['k1', 'k2']) {
      slowHashes.mockClear()
      await create(key, 'events', eventOf({ password: 'rosebud' }))
      // One is of the event, one of the receipt.
      expect(slowHashes).toHaveBeenCalledTimes(2)
    }
    for (const { data } of await storage.find('receipt', { order: 'id', limit: 2 })) {
      expect(Object.keys(JSON.parse(data)).sort()).toEqual(['print', 'record'])
      prints.push(JSON.parse(data).print)
    }
    expect(new Set(prints).size).toBe(2)
    slowHashes.mockClear()
    await create('k3', 'events', eventOf({ password: '' }))
    await create('k4', 'events', eventOf())
    expect(slowHashes).not.toHaveBeenCalled()
  })

  test.each([{ password: 'other' }, { password: '' }, { password: null }, {}])(
    'with another password is refused: %j instead of rosebud',
    async (password) => {
      const { create } = openKeyed()
      await create('k1', 'events', eventOf({ password: 'rosebud' }))
      expectRefusal(await create('k1', 'events', eventOf(password)), 422, 'rest_idempotency_key_reused')
      const again = await create('k1', 'events', eventOf({ password: 'rosebud' }))
      expect({ status: again.status, replayed: again.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: 'true',
      })
    },
  )
})

describe('a create that is sent again asks what a read asks', () => {
  const SECRET = 'Behind the old mill'

  async function openPublished(fields: object, change: object) {
    const calendar = openKeyed()
    const again = () =>
      calendar.create('k1', 'events', eventOf({ description: SECRET, ...fields }), 'contributor')
    const id = idOf((await again()).body)
    await calendar.ask('PATCH', `/events/${id}`, { status: 'publish', ...change })
    return { ...calendar, id, again }
  }

  test('the password that an event has got since', async () => {
    const { again, ask, id } = await openPublished({}, { password: 'rosebud' })
    const answer = await again()
    expectRefusal(answer, 403, 'event-password-protected')
    expect(answer.text).not.toContain(SECRET)
    await ask('PATCH', `/events/${id}`, { password: '' })
    expect((await again()).text).toContain(SECRET)
  })

  test('which the fields of the create may hold, for one answer that is not cached', async () => {
    const { again, ask, id } = await openPublished({ password: 'rosebud' }, {})
    const answer = await again()
    expect(answer.status, answer.text).toBe(201)
    expect(answer.text).toContain(SECRET)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    await ask('PATCH', `/events/${id}`, { password: 'other' })
    expectRefusal(await again(), 403, 'event-password-protected')
  })

  test('the right to read it', async () => {
    const { again, ask, id } = await openPublished({}, { author: 3 })
    expect((await again()).text).toContain(SECRET)
    for (const [status, code] of [
      ['private', 'event-not-accessible'],
      ['trash', 'event-no-longer-available'],
    ]) {
      await ask('PATCH', `/events/${id}`, { status })
      const answer = await again()
      expectRefusal(answer, 403, code ?? '')
      expect(answer.text).not.toContain(SECRET)
    }
  })
})
