import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { dump } from '../rights/stock.ts'
import { eventOf, expectRefusal, expectWrong, openCalendar } from './calendar.ts'

/* `force` of deletions. What it leaves behind is tested in test/erasure/. */

const RECORDS = {
  events: eventOf(),
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Choir' },
  categories: { name: 'Food' },
  tags: { name: 'warm' },
}
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

function open() {
  const storage = memoryStorage()
  return { ...openCalendar({}, storage), storage }
}

describe.each(COLLECTIONS)('force, on %s', (collection) => {
  const hasTrash = collection !== 'categories' && collection !== 'tags'

  test.each(['true', 'TRUE', '1'])('%s deletes for good', async (force) => {
    const { ask, make } = open()
    const id = await make(collection, RECORDS[collection])
    const { status, body } = await ask('DELETE', `/${collection}/${id}?force=${force}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, ...(hasTrash ? { status: 'publish' } : {}) })
    expect((await ask('GET', `/${collection}/${id}`)).status).toBe(404)
  })

  test('is read from a body, too, and false is as without it', async () => {
    const { ask, make } = open()
    const id = await make(collection, RECORDS[collection])
    if (hasTrash) {
      expect((await ask('DELETE', `/${collection}/${id}`, { force: false })).body.status).toBe('trash')
      expect((await ask('DELETE', `/${collection}/${id}?force=0`)).status).toBe(410)
    }
    expect((await ask('DELETE', `/${collection}/${id}`, { force: true })).status).toBe(200)
    expect((await ask('GET', `/${collection}/${id}`)).status).toBe(404)
  })

  test('with another value is refused, and changes nothing', async () => {
    const { ask, make, storage } = open()
    const id = await make(collection, RECORDS[collection])
    const before = await dump(storage)
    for (const force of ['', 'yes', '2', 'null', 'true,true'])
      expectWrong(await ask('DELETE', `/${collection}/${id}?force=${force}`), 'force')
    expectWrong(await ask('DELETE', `/${collection}/${id}`, { force: null }), 'force')
    expect(await dump(storage)).toBe(before)
  })

  test('keeps to If-Match', async () => {
    const { ask, make, send, storage } = open()
    const id = await make(collection, RECORDS[collection])
    const before = await dump(storage)
    const erase = (tag: string) =>
      send(`/${collection}/${id}?force=true`, { method: 'DELETE', headers: { 'if-match': tag } })
    expectRefusal(await erase('"7"'), 412, 'rest_precondition_failed')
    expect(await dump(storage)).toBe(before)
    const tag = (await ask('GET', `/${collection}/${id}`)).headers.get('etag')
    expect((await erase(String(tag))).status).toBe(200)
  })
})

test('an author is told the same of a record that exists and of one that does not', async () => {
  const { ask, make } = open()
  const id = await make('events', eventOf({ status: 'private' }))
  const seen = await ask('DELETE', `/events/${id}?force=true`, undefined, 'author')
  const other = await ask('DELETE', '/events/999?force=true', undefined, 'author')
  expectRefusal(seen, 403, 'rest_forbidden')
  expect(seen.text).toBe(other.text)
})

test('an author may say force of categories, which have no trash', async () => {
  const { ask, make } = open()
  const id = await make('categories', { name: 'Food' })
  expect((await ask('DELETE', `/categories/${id}?force=true`, undefined, 'author')).status).toBe(200)
})

test('a create that is repeated with its Idempotency-Key does not bring the record back', async () => {
  const { ask, send } = open()
  const create = () =>
    send('/events', {
      method: 'POST',
      body: JSON.stringify(eventOf()),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
    })
  const { body } = await create()
  await ask('DELETE', `/events/${body.id}?force=true`)
  expectRefusal(await create(), 404, 'rest-event-not-found')
})

describe('api.purge', () => {
  test.each([
    [{}, TypeError],
    [{ olderThan: '30' }, TypeError],
    [{ olderThan: -1 }, RangeError],
    [{ olderThan: Number.NaN }, RangeError],
    [{ olderThan: 1, limit: 0 }, RangeError],
    [{ olderThan: 1, limit: 1.5 }, RangeError],
  ])('rejects %j', async (options, error) => {
    const { api } = open()
    const purge: (options: never) => Promise<unknown> = api.purge
    // @ts-expect-error: JavaScript programs pass anything
    await expect(purge(options)).rejects.toThrow(error)
  })
})
