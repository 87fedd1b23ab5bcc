import { createEventsApi, type EventInput, type NewEvent, type Principal } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import { CommitTooLarge, type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'
import { eachDatabase, type Open, type TestDatabase } from '../setup/databases.ts'
import { calendarsOn, calendarsWithin } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { denoStore, lmdbStore, memoryStore } from '../setup/stores.ts'
import { wrapped } from '../setup/wrapped-storage.ts'

/* `api.createEvents`: many creates that are decided and committed together. */

const EDITOR: Principal = { id: 2, role: 'editor' }

const plain: EventInput = { title: 'Open day', start_date: '2027-05-10 10:00', end_date: '2027-05-10 12:00' }
const event = (more: Partial<EventInput> = {}, idempotencyKey?: string): NewEvent => ({
  event: { ...plain, ...more },
  idempotencyKey,
})
const incomplete = (more: Partial<EventInput>): NewEvent => JSON.parse(JSON.stringify({ event: more }))

/** An empty calendar on the storage, and what its visitors see. */
function open(storage: Storage) {
  const { api, ask } = openCalendar({}, storage)
  const listed = async (collection: string, query = '') => {
    const { body } = await ask('GET', `/${collection}?per_page=50${query}`)
    const records: unknown = body[collection]
    return Array.isArray(records) ? records : []
  }
  const seen = async (id: number | undefined) => (await ask('GET', `/events/${id}`)).body
  return { api, ask, listed, seen }
}

function createsOn(opened: () => Promise<Storage>): void {
  test('each gets its ID or its error, in order, and a refused one leaves nothing', async () => {
    const { api, listed } = open(await opened())
    const results = await api.createEvents(EDITOR, [
      event(),
      incomplete({ title: 'No dates', venue: { venue: 'Nowhere' } }),
      event({ title: 'Second', end_date: 'never' }),
      event({ title: 'Third', venue: 99_999 }),
      event({ title: 'Fourth' }),
    ])
    expect(results.map(({ error }) => error?.code)).toEqual([
      undefined,
      'rest_missing_callback_param',
      'rest_invalid_param',
      'rest_invalid_param',
      undefined,
    ])
    const [first, , , , last] = results
    expect((await listed('events')).map(({ id }) => id)).toEqual([first?.id, last?.id])
    expect(Number(last?.id)).toBeGreaterThan(Number(first?.id))
    expect(await listed('venues')).toEqual([])
  })

  test('slugs are unique in a batch, and among the events that were there', async () => {
    const { api, seen } = open(await opened())
    const before = await api.createEvents(EDITOR, [event()])
    const results = await api.createEvents(EDITOR, [
      event(),
      event({ slug: 'own' }),
      event(),
      event({ slug: 'own' }),
    ])
    const slugs = await Promise.all([...before, ...results].map(async ({ id }) => (await seen(id)).slug))
    expect(slugs).toEqual(['open-day', 'open-day-2', 'own', 'open-day-3', 'own-2'])
  })

  test('venues, organizers and terms of one name are created once', async () => {
    const { api, ask, listed } = open(await opened())
    await ask('POST', '/venues', { venue: 'Old Hall' })
    const results = await api.createEvents(EDITOR, [
      event({ venue: { venue: 'New Hall' }, organizer: { organizer: 'Ada' }, tags: ['loud', 'late'] }),
      event({ venue: { venue: 'old hall' }, organizer: { organizer: 'ada' }, tags: ['loud'] }),
      event({ venue: { venue: 'New Hall' }, categories: ['Music'] }),
      event({ categories: ['Music', 'music'] }),
    ])
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined])
    const names = async (collection: string, name: string) =>
      (await listed(collection)).map((record) => record[name]).sort()
    expect(await names('venues', 'venue')).toEqual(['New Hall', 'Old Hall'])
    expect(await names('organizers', 'organizer')).toEqual(['Ada'])
    expect(await names('tags', 'name')).toEqual(['late', 'loud'])
    expect((await listed('categories')).map(({ name, count }) => [name, count])).toEqual([['Music', 2]])
  })

  test('an idempotency key creates one event, in a batch and in a later one', async () => {
    const { api, listed } = open(await opened())
    const [one, again, other] = await api.createEvents(EDITOR, [
      event({}, 'a-1'),
      event({}, 'a-1'),
      event({ title: 'Other' }, 'a-1'),
    ])
    expect([one?.id, again?.id, other?.error?.code]).toEqual([
      one?.id,
      one?.id,
      'rest_idempotency_key_reused',
    ])
    const later = await api.createEvents(EDITOR, [event({}, 'a-2'), event({}, 'a-1')])
    expect(later[1]?.id).toBe(one?.id)
    expect(await listed('events')).toHaveLength(2)
    // The key is that of the header field.
    const request = new Request(`http://localhost${api.basePath}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a-1' },
      body: JSON.stringify(plain),
    })
    const response = await api.as(EDITOR)(request)
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  })

  test('the rights are those of the user', async () => {
    const { api, seen } = open(await opened())
    const [visitor] = await api.createEvents(null, [event()])
    const [subscriber] = await api.createEvents({ id: 7, role: 'subscriber' }, [event()])
    expect([visitor?.error?.status, subscriber?.error?.status]).toEqual([401, 403])
    const [own, term, others] = await api.createEvents({ id: 8, role: 'contributor' }, [
      event({ status: 'publish' }),
      event({ categories: ['New'] }),
      event({ author: 2 }),
    ])
    expect(await seen(own?.id)).toMatchObject({ status: 'pending', author: '8' })
    expect([term?.error?.code, others?.error?.code]).toEqual(['rest_forbidden', 'rest_forbidden'])
  })

  test('another write that comes in between is seen: the batch is decided again', async () => {
    const storage = await opened()
    const others = open(storage)
    let isFirst = true
    const slow = wrapped(storage, async (name, call) => {
      if (name.startsWith('commit') && isFirst) {
        isFirst = false
        await others.ask('POST', '/events', { ...plain, venue: { venue: 'Hall' }, tags: ['loud'] })
      }
      return call()
    })
    const { api, listed, seen } = open(slow)
    const both = { venue: { venue: 'Hall' }, tags: ['loud'] }
    const results = await api.createEvents(EDITOR, [event(both), event({ ...both, title: 'Another' })])
    const slugs = await Promise.all(results.map(async ({ id }) => (await seen(id)).slug))
    expect(slugs).toEqual(['open-day-2', 'another'])
    expect(await listed('venues')).toHaveLength(1)
    expect(await listed('tags')).toHaveLength(1)
  })
}

describe('memory', () => createsOn(async () => memoryStorage()))

for (const { name, database } of await eachDatabase()) {
  if (typeof database === 'string') test.skip(`${name}: ${database}`)
  else describe(name, () => createsOn(tablesIn(database)))
}

function tablesIn({ client, schema }: TestDatabase): () => Promise<Storage> {
  let made = 0
  return async () => {
    const storage = sqlStorage(client, {
      tablePrefix: `c${made++}_`,
      ...(schema === undefined ? {} : { schema }),
    })
    await storage.migrate()
    return storage
  }
}

const stores = [
  ['key-value memory', await memoryStore()],
  ['LMDB', await lmdbStore()],
  ['Deno KV', await denoStore()],
] as const
for (const [name, opened] of stores) {
  if (typeof opened === 'string') test.skip(`${name}: ${opened}`)
  else describe(name, () => createsOn(emptyIn(calendarsWithin(opened))))
}

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`Redis: ${redis}`)
else describe('Redis', () => createsOn(emptyIn(calendarsOn(redis.open))))

function emptyIn(open: Open): () => Promise<Storage> {
  return async () => {
    const { storage } = await open()
    await storage.migrate()
    return storage
  }
}

describe('commits', () => {
  /** A memory storage, and how many changes each commit had. */
  function watched(refuse: (changes: number) => Error | undefined = () => undefined) {
    const storage = memoryStorage()
    const commits: number[] = []
    const commit: Storage['commit'] = async (changes) => {
      const error = refuse(changes.length)
      if (error !== undefined) throw error
      commits.push(changes.length)
      return storage.commit(changes)
    }
    return { commits, ...open({ ...storage, commit }) }
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => event({ title: `Event ${index}` }, `key-${index}`))

  test('500 events take one commit', async () => {
    const { api, commits } = watched()
    expect((await api.createEvents(EDITOR, many(501))).every(({ id }) => id !== undefined)).toBe(true)
    expect(commits).toEqual([1000, 2])
  })

  test('500 events are read for at once: what they share is looked for once', async () => {
    const calls: Record<string, number> = {}
    const counting = wrapped(memoryStorage(), (name, call) => {
      const what = name.replace(/^(commit).*/, '$1')
      calls[what] = (calls[what] ?? 0) + 1
      return call()
    })
    const events = Array.from({ length: 500 }, (_, at) =>
      event({ title: `Event ${at}`, venue: { venue: `Hall ${at % 10}` }, tags: [`tag ${at % 5}`] }),
    )
    await open(counting).api.createEvents(EDITOR, events)
    // Of events, two reads find out which slugs are free. A new venue or tag takes three: by name, by slug, and
    // who owns the slug. Each event that names a new one reads its guards.
    expect(calls).toEqual({
      ...{ 'find event': 2, 'find venue': 10 * 3, 'find tag': 5 * 3, 'get receipt': 10 },
      ...{ 'allocate post': 2, 'allocate term': 1, commit: 1 },
    })
  })

  test('expired receipts are removed after the commit, not with it: others may remove them at the same time', async () => {
    const storage = memoryStorage()
    const removals: number[] = []
    const commit: Storage['commit'] = async (changes) => {
      removals.push(changes.filter((change) => change.do === 'remove').length)
      return storage.commit(changes)
    }
    const { api, setTime } = openCalendar({}, { ...storage, commit })
    await api.createEvents(EDITOR, many(200))
    setTime('2027-03-09T12:00:00Z')
    await api.createEvents(
      EDITOR,
      many(200).map((one) => ({ ...one, idempotencyKey: `later-${one.idempotencyKey}` })),
    )
    expect(removals).toEqual([0, 0, 100])
  })

  test('fewer where the storage takes fewer; one that is too large is an error', async () => {
    const { api, commits, listed } = watched((changes) => (changes > 4 ? new CommitTooLarge() : undefined))
    const large = event({ title: 'Large', tags: ['a', 'b', 'c'] }, 'large')
    const results = await api.createEvents(EDITOR, [...many(5), large])
    expect(results.map(({ error }) => error?.code)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'rest_record_too_large',
    ])
    expect(commits.every((changes) => changes <= 4)).toBe(true)
    expect(await listed('events')).toHaveLength(5)
    expect(await listed('tags')).toEqual([])
  })

  test('a storage that fails rejects the call, which can be repeated with its keys', async () => {
    let left = 1
    const { api, listed } = watched(() => (left-- > 0 ? undefined : new StorageUnavailable('gone')))
    await expect(api.createEvents(EDITOR, many(501))).rejects.toThrow('gone')
    left = 9
    const results = await api.createEvents(EDITOR, many(501))
    expect(new Set(results.map(({ id }) => id)).size).toBe(501)
    expect(await listed('events', '&page=11')).toHaveLength(1)
  })

  test('what they leave is what creates one by one leave', async () => {
    const bodies: Partial<EventInput>[] = [
      { venue: { venue: 'Hall', city: 'Ulm' }, organizer: [{ organizer: 'Ada' }, { organizer: 'Bo' }] },
      { categories: ['Music'], tags: 'loud', cost: '$5 - 10', featured: true, description: '<b>Bold</b>' },
      { venue: { venue: 'Hall' }, all_day: true, timezone: 'Europe/Berlin', status: 'draft' },
      {
        title: 'Secret',
        password: undefined,
        image: 'https://images.example/a.jpg',
        website: 'https://a.example/',
      },
    ]
    const [together, alone] = [open(memoryStorage()), open(memoryStorage())]
    await together.api.createEvents(
      EDITOR,
      bodies.map((body) => event(body)),
    )
    for (const body of bodies) await alone.ask('POST', '/events', { ...plain, ...body })
    for (const path of ['/events?status=any', '/venues', '/organizers', '/categories', '/tags']) {
      expect((await together.ask('GET', path)).text, path).toBe((await alone.ask('GET', path)).text)
    }
  })

  test('arguments are checked', async () => {
    const api = createEventsApi(memoryStorage())
    await expect(api.createEvents({ id: 0, role: 'editor' }, [])).rejects.toThrow(TypeError)
    const [result] = await api.createEvents(EDITOR, JSON.parse('[{ "event": null }]'))
    expect(result?.error?.code).toBe('rest_invalid_json')
    expect(await api.createEvents(EDITOR, [])).toEqual([])
  })
})
