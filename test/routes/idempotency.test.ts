import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test } from 'vitest'
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
    expect(await receipts()).toBe(201)
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
    const body = JSON.stringify({ name: 'cold' })
    expect((await send(`/tags/${id}`, { method: 'PUT', headers, body })).status).toBe(200)
    expect(await storage.count('receipt', {})).toBe(0)
  })

  test('keeps nothing by which a password could be guessed quickly', async () => {
    const { create, storage } = openKeyed()
    await create('k1', 'events', eventOf({ password: 'rosebud' }))
    const again = await create('k1', 'events', eventOf({ password: 'other' }))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const [receipt] = await storage.find('receipt', { order: 'id', limit: 1 })
    expect(Object.keys(JSON.parse(receipt?.data ?? '')).sort()).toEqual(['print', 'record'])
    expectRefusal(await create('k1', 'events', eventOf()), 422, 'rest_idempotency_key_reused')
  })
})
