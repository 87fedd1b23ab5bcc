import { type AuditEntry, createEventsApi, type EventsApiOptions } from 'kalends'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { libsqlFile, temporaryFolder } from '../setup/databases.ts'
import { lmdbStore, memoryStore } from '../setup/stores.ts'
import { wrapped } from '../setup/wrapped-storage.ts'
import {
  type Answer,
  type Asker,
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  idsIn,
  on,
  openCalendar,
} from './calendar.ts'

/*
 * Answers that visitors got are kept for those who ask the same. Nobody may be able to tell, but by the time it takes:
 * so these tests count what the storage is asked, and compare with an API over the same storage that keeps nothing.
 */

const ONLY_THE_REVISION = ['revision']
const DUE = ['find event', 'find extra', 'find event', 'find venue', 'find organizer']

function counting(storage: Storage) {
  const calls: string[] = []
  const counted: Storage = {
    ...storage,
    ...wrapped(storage, (name, call) => {
      calls.push(name)
      return call()
    }),
    revision: async () => {
      calls.push('revision')
      return storage.revision?.()
    },
  }
  return { calls, counted }
}

interface Watched extends Calendar {
  /** The same storage behind an API that keeps nothing. */
  readonly plain: Calendar
  /** What an ask brought, and what the storage was asked for it; as a visitor unless somebody else is named. */
  readonly watch: (
    path: string,
    init?: RequestInit,
    as?: Asker,
  ) => Promise<{ answer: Answer; calls: string[] }>
}

function openWatched(options: EventsApiOptions = {}, storage: Storage = memoryStorage()): Watched {
  const { calls, counted } = counting(storage)
  const calendar = openCalendar(options, counted)
  const plain = openCalendar({ ...options, limits: { ...options.limits, cache: 0 } }, storage)
  return {
    ...calendar,
    plain,
    setTime: (iso) => {
      calendar.setTime(iso)
      plain.setTime(iso)
    },
    watch: async (path, init = {}, as = 'visitor') => {
      calls.length = 0
      const answer = await calendar.send(path, init, as)
      return { answer, calls: [...calls] }
    },
  }
}

const shown = ({ status, text, headers }: Answer) => ({ status, text, headers: Object.fromEntries(headers) })

/** One of everything, linked to each other. */
async function stock({ make, ask }: Calendar) {
  const category = await make('categories', { name: 'Music' })
  const event = await make(
    'events',
    eventOf({
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Ada' },
      categories: [category],
      tags: 'loud',
    }),
  )
  const { body } = await ask('GET', `/events/${event}`)
  const idAt = (...path: (string | number)[]) => Number(at(body, ...path, 'id'))
  const [venue, organizer, tag] = [idAt('venue'), idAt('organizer', 0), idAt('tags', 0)]
  const paths = [
    '/events',
    '/events?per_page=1&search=open',
    `/events?categories=${category}`,
    `/events/${event}`,
    '/events/by-slug/open-day',
    '/venues',
    `/venues/${venue}`,
    '/venues/by-slug/hall',
    '/organizers',
    `/organizers/${organizer}`,
    '/categories',
    `/categories/${category}`,
    '/tags',
    `/tags/${tag}`,
  ]
  return { event, venue, organizer, category, tag, paths }
}

type Stock = Awaited<ReturnType<typeof stock>>

async function expectAsFresh(calendar: Watched, paths: readonly string[], as: Asker = 'visitor') {
  for (const path of paths) {
    const [kept, fresh] = [await calendar.send(path, {}, as), await calendar.plain.send(path, {}, as)]
    expect(shown(kept), `${path} as ${as}`).toEqual(shown(fresh))
  }
}

describe('a repeated request of a visitor', () => {
  test('reads only the revision of the storage, and gets the same answer', async () => {
    const calendar = openWatched()
    const { paths } = await stock(calendar)
    for (const path of paths) {
      const first = await calendar.watch(path)
      expect(first.answer.status, path).toBe(200)
      expect(first.calls.length, path).toBeGreaterThan(1)
      const second = await calendar.watch(path)
      expect(second.calls, path).toEqual(ONLY_THE_REVISION)
      expect(shown(second.answer)).toEqual(shown(first.answer))
    }
    await expectAsFresh(calendar, paths)
  })

  test('with another query is another request', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    await calendar.watch(`/events/${event}`)
    for (const path of [`/events/${event}?a=1`, `/events/${event}/`, '/events?page=1', '/events?page=1&']) {
      expect((await calendar.watch(path)).calls.length, path).toBeGreaterThan(1)
    }
  })

  test('with HEAD, or with the tag of what was answered, takes no more', async () => {
    const calendar = openWatched()
    const { paths } = await stock(calendar)
    for (const path of paths) {
      const { answer: first } = await calendar.watch(path)
      const head = await calendar.watch(path, { method: 'HEAD' })
      expect(head.calls, path).toEqual(ONLY_THE_REVISION)
      expect(shown(head.answer)).toEqual({ ...shown(first), text: '' })
      const etag = first.headers.get('etag') ?? ''
      for (const method of ['GET', 'HEAD']) {
        const known = await calendar.watch(path, { method, headers: { 'if-none-match': etag } })
        expect([known.calls, known.answer.status, known.answer.text]).toEqual([ONLY_THE_REVISION, 304, ''])
        const again = await calendar.plain.send(
          path,
          { method, headers: { 'if-none-match': etag } },
          'visitor',
        )
        expect(shown(known.answer)).toEqual(shown(again))
      }
      const other = await calendar.watch(path, { headers: { 'if-none-match': '"other"' } })
      expect(shown(other.answer)).toEqual(shown(first))
    }
  })

  test('of what is too large to keep, the tag is kept', async () => {
    const calendar = openWatched({ limits: { cache: 100_000 } })
    await calendar.make('events', eventOf({ description: 'Long. '.repeat(10_000) }))
    const { answer: first } = await calendar.watch('/events.ics')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const known = await calendar.watch('/events.ics', { headers })
    expect([known.calls, known.answer.status]).toEqual([ONLY_THE_REVISION, 304])
    expect((await calendar.watch('/events.ics', { method: 'HEAD' })).calls).toEqual(ONLY_THE_REVISION)
    const again = await calendar.watch('/events.ics')
    expect(again.calls).not.toEqual(ONLY_THE_REVISION)
    expect(shown(again.answer)).toEqual(shown(first))
  })

  test('with HEAD first, GET has the whole', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    await calendar.watch(`/events/${event}`, { method: 'HEAD' })
    const { answer, calls } = await calendar.watch(`/events/${event}`)
    expect(calls).toEqual(ONLY_THE_REVISION)
    expect(answer.body.title).toBe('Open day')
  })

  test('with another method is that method', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    for (const path of ['/events', `/events/${event}`]) await calendar.watch(path)
    const { send, ask } = calendar
    expect((await send('/events', { method: 'OPTIONS' }, 'visitor')).status).toBe(204)
    expectRefusal(await send('/events', { method: 'PUT' }, 'visitor'), 405, 'rest_method_not_allowed')
    expectRefusal(await ask('POST', '/events', eventOf(), 'visitor'), 401, 'rest_forbidden')
    expectRefusal(await ask('DELETE', `/events/${event}`, undefined, 'visitor'), 401, 'rest_forbidden')
    expect((await ask('POST', '/events', eventOf())).status).toBe(201)
    expect((await ask('DELETE', `/events/${event}`)).status).toBe(200)
  })

  test('with credentials that belong to no user gets a private answer', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    const path = `/events/${event}`
    const cacheOf = ({ answer }: { answer: Answer }) => answer.headers.get('cache-control')
    const first = await calendar.watch(path)
    expect(cacheOf(first)).toBe('no-cache')
    for (const name of ['authorization', 'cookie']) {
      const mine = await calendar.watch(path, { headers: { [name]: 'x=y' } })
      expect([mine.calls, cacheOf(mine)], name).toEqual([ONLY_THE_REVISION, 'private, no-cache'])
      expect(mine.answer.text).toBe(first.answer.text)
    }
    expect(cacheOf(await calendar.watch(path))).toBe('no-cache')
  })

  test('first asked with credentials that belong to no user is the same without credentials', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    await calendar.watch(`/events/${event}`, { headers: { cookie: 'x=y' } })
    const { answer, calls } = await calendar.watch(`/events/${event}`)
    expect([calls, answer.headers.get('cache-control')]).toEqual([ONLY_THE_REVISION, 'no-cache'])
  })

  test('by another name of the host has links of that name', async () => {
    const calendar = openWatched()
    await stock(calendar)
    const urls = ['a', 'b'].map((name) => `https://${name}.example/vendor/events/v1/events`)
    for (let round = 0; round < 2; round++) {
      for (const url of urls) {
        const { answer, calls } = await calendar.watch(url)
        expect(at(answer.body, 'events', 0, 'rest_url')).toBe(`${url}/${at(answer.body, 'events', 0, 'id')}`)
        expect(answer.text).toContain(new URL(url).host)
        for (const other of urls) if (other !== url) expect(answer.text).not.toContain(new URL(other).host)
        expect(calls.length === 1).toBe(round === 1)
      }
    }
  })

  test('by scripts of several origins is allowed to each by itself', async () => {
    const origins = ['https://a.example', 'https://b.example']
    const calendar = openWatched({ cors: { origin: origins, credentials: true } })
    const { event } = await stock(calendar)
    const path = `/events/${event}`
    await calendar.watch(path)
    for (const origin of [...origins, 'https://evil.example', ...origins]) {
      const { answer, calls } = await calendar.watch(path, { headers: { origin } })
      expect(calls).toEqual(ONLY_THE_REVISION)
      const allowed = origins.includes(origin) ? origin : null
      expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
      expect(answer.headers.get('access-control-allow-credentials')).toBe(allowed && 'true')
      expect(answer.headers.get('vary')).toBe('Authorization, Cookie, Origin')
    }
    const { answer } = await calendar.watch(path)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })
})

const WRITES: readonly [
  what: string,
  changed: (s: Stock) => string[],
  write: (c: Calendar, s: Stock) => unknown,
][] = [
  [
    'an event is changed',
    ({ event }) => [`/events/${event}`, '/events'],
    ({ ask }, { event }) => ask('PATCH', `/events/${event}`, { description: 'New' }),
  ],
  [
    'the venue of an event is renamed',
    ({ event, venue }) => [`/events/${event}`, '/events', `/venues/${venue}`, '/venues'],
    ({ ask }, { venue }) => ask('PATCH', `/venues/${venue}`, { venue: 'Barn' }),
  ],
  [
    'the organizer of an event is renamed',
    ({ event, organizer }) => [`/events/${event}`, `/organizers/${organizer}`],
    ({ ask }, { organizer }) => ask('PATCH', `/organizers/${organizer}`, { organizer: 'Grace' }),
  ],
  [
    'a category is renamed',
    ({ event, category }) => [`/events/${event}`, '/categories', `/categories/${category}`],
    ({ ask }, { category }) => ask('PATCH', `/categories/${category}`, { name: 'Noise' }),
  ],
  [
    'a tag is removed',
    ({ event }) => [`/events/${event}`, '/tags'],
    ({ ask }, { tag }) => ask('DELETE', `/tags/${tag}`),
  ],
  [
    'another event carries a term',
    ({ category, tag }) => ['/events', `/categories/${category}`, '/categories', `/tags/${tag}`],
    ({ make }, { category, tag }) => make('events', eventOf({ categories: [category], tags: [tag] })),
  ],
  [
    'an event goes to the trash',
    ({ event, category }) => [`/events/${event}`, '/events', `/categories/${category}`],
    ({ ask }, { event }) => ask('DELETE', `/events/${event}`),
  ],
  [
    'an event goes for good',
    ({ event }) => [`/events/${event}`, '/events/by-slug/open-day'],
    async ({ ask }, { event }) => {
      await ask('DELETE', `/events/${event}`)
      return ask('DELETE', `/events/${event}`)
    },
  ],
  [
    'an event gets a password',
    ({ event }) => [`/events/${event}`, '/events'],
    ({ ask }, { event }) => ask('PATCH', `/events/${event}`, { password: 'ladle' }),
  ],
  [
    'an event is drafted',
    ({ event }) => [`/events/${event}`, '/events'],
    ({ ask }, { event }) => ask('PATCH', `/events/${event}`, { status: 'draft' }),
  ],
]

/** Two storages of one calendar, as two processes have them. */
interface Pair {
  readonly name: string
  readonly open: () => Promise<readonly [Storage, Storage]>
}

const folder = temporaryFolder()
let files = 0
const lmdb = await lmdbStore()
if (typeof lmdb === 'string') test.skip(`LMDB: ${lmdb}`)
else afterAll(() => lmdb.close())

const PAIRS: readonly Pair[] = [
  {
    name: 'the same process',
    open: async () => {
      const storage = memoryStorage()
      return [storage, storage]
    },
  },
  {
    name: 'another connection to an SQLite file',
    open: async () => {
      const path = `${folder}/${files++}.sqlite`
      const opened = [libsqlFile(path), libsqlFile(path)] as const
      onTestFinished(() => {
        for (const { close } of opened) close()
      })
      return [sqlStorage(opened[0].client), sqlStorage(opened[1].client)]
    },
  },
  {
    name: 'another storage on a key-value store',
    open: async () => {
      const { store } = await memoryStore()
      return [keyValueStorage(store), keyValueStorage(store)]
    },
  },
  ...(typeof lmdb === 'string'
    ? []
    : [
        {
          name: 'another storage on LMDB',
          open: async (): Promise<readonly [Storage, Storage]> => {
            const calendar = `kept-${files++}`
            return [keyValueStorage(lmdb.store, { calendar }), keyValueStorage(lmdb.store, { calendar })]
          },
        },
      ]),
]

describe.each(PAIRS)('what is written by $name', ({ open }) => {
  test.each(WRITES)('is in the next answer: %s', async (_, changed, write) => {
    const [storage, other] = await open()
    await storage.migrate()
    const calendar = openWatched({}, storage)
    const writer = openCalendar({}, other)
    const stocked = await stock(writer)
    const { paths } = stocked
    const before = new Map<string, string>()
    for (let round = 0; round < 2; round++) {
      for (const path of paths) before.set(path, (await calendar.send(path, {}, 'visitor')).text)
    }
    expect((await calendar.watch(paths[0] ?? '')).calls).toEqual(ONLY_THE_REVISION)
    await write(writer, stocked)
    for (const path of changed(stocked)) {
      expect((await calendar.send(path, {}, 'visitor')).text, path).not.toBe(before.get(path))
    }
    await expectAsFresh(calendar, paths)
    await expectAsFresh(calendar, paths)
  })
})

describe('rights', () => {
  test('more rights show more, after any other caller, and less rights do not show it afterwards', async () => {
    const calendar = openWatched()
    const { paths } = await stock(calendar)
    for (const status of ['draft', 'private', 'pending'])
      await calendar.make('events', eventOf({ title: `Not for all: ${status}`, status }))
    await calendar.make('venues', { venue: 'Secret', status: 'private' })
    const askers: readonly Asker[] = [
      'visitor',
      'editor',
      'visitor',
      'author',
      'administrator',
      'subscriber',
      'visitor',
    ]
    for (const as of askers) {
      await expectAsFresh(calendar, [...paths, '/events?status=draft,publish', '/venues?status=private'], as)
    }
  })

  test('answers to authenticated callers are not cached, and they get no cached ones', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    const hidden = await calendar.make('events', eventOf({ status: 'private' }))
    for (let round = 0; round < 2; round++) {
      expect((await calendar.watch(`/events/${hidden}`, {}, 'editor')).answer.status).toBe(200)
      expect((await calendar.watch(`/events/${hidden}`)).answer.status).not.toBe(200)
    }
    const path = `/events/${event}`
    const mine = [await calendar.watch(path, {}, 'editor'), await calendar.watch(path, {}, 'editor')]
    for (const { calls } of mine) expect(calls).toContain('get event')
    const first = await calendar.watch(path)
    expect(first.calls).toContain('get event')
    expect((await calendar.watch(path)).calls).toEqual(ONLY_THE_REVISION)
    const { calls, answer } = await calendar.watch(path, {}, 'editor')
    expect(calls).toContain('get event')
    expect(answer.headers.get('allow')).toContain('DELETE')
    expect(first.answer.headers.get('allow')).not.toContain('DELETE')
  })
})

describe('hosts', () => {
  test('get every answer in their hooks, cached or not', async () => {
    const entries: AuditEntry[] = []
    const paces: unknown[] = []
    const callers: string[] = []
    const calendar = openWatched({
      audit: (entry) => entries.push(entry),
      rateLimit: ({ operation, isWrite, principal }) => void paces.push([operation, isWrite, principal]),
      authenticate: (request) => {
        callers.push(request.url)
        return null
      },
    })
    const writer = openCalendar({}, memoryStorage())
    await writer.make('tags', { name: 'x' })
    const { watch } = calendar
    for (const path of ['/events', '/categories']) {
      await watch(path)
      for (const told of [entries, paces, callers]) told.length = 0
      const first = await watch(path)
      const second = await watch(path)
      expect(second.calls).toEqual(ONLY_THE_REVISION)
      expect(second.answer.text).toBe(first.answer.text)
      for (const told of [entries, paces, callers]) {
        expect(told.length).toBe(2)
        expect(told[1]).toEqual(told[0])
      }
    }
  })

  test('learn which record was read, whether its answer was kept or not', async () => {
    const entries: AuditEntry[] = []
    const calendar = openWatched({ audit: (entry) => entries.push(entry) })
    const { event } = await stock(calendar)
    await calendar.ask('PATCH', `/events/${event}`, { title: 'Again' })
    await calendar.watch(`/events/${event}`)
    entries.length = 0
    expect((await calendar.watch(`/events/${event}`)).calls).toEqual(ONLY_THE_REVISION)
    expect((await calendar.watch(`/events/${event}`, { method: 'HEAD' })).calls).toEqual(ONLY_THE_REVISION)
    const entry = {
      operation: 'readEvent',
      principal: null,
      status: 200,
      code: null,
      record: { id: event, version: 2 },
    }
    expect(entries).toMatchObject([
      { ...entry, method: 'GET' },
      { ...entry, method: 'HEAD' },
    ])
  })

  test('can refuse what is kept', async () => {
    let pace: number | null = null
    let isKnown = true
    const calendar = openWatched({
      rateLimit: () => pace,
      authenticate: (request) => {
        if (!isKnown) throw new Error('the users are out of reach')
        return request.headers.has('x-user') ? { id: 5, role: 'editor' } : null
      },
    })
    const { event } = await stock(calendar)
    const path = `/events/${event}`
    await calendar.watch(path)
    expect((await calendar.watch(path)).calls).toEqual(ONLY_THE_REVISION)
    pace = 7
    const refused = await calendar.watch(path)
    expectRefusal(refused.answer, 429, 'rest_too_many_requests')
    expect(refused.calls).toEqual([])
    pace = null
    isKnown = false
    expectRefusal((await calendar.watch(path)).answer, 500, 'rest_internal_error')
    isKnown = true
    expect((await calendar.watch(path)).answer.status).toBe(200)
  })
})

describe('passwords', () => {
  test.each([
    ['in the query', '?password=ladle', {}],
    ['in the header', '', { 'x-event-password': 'ladle' }],
  ])('what one opened %s is kept for nobody', async (_, query, headers) => {
    const calendar = openWatched()
    const id = await calendar.make('events', eventOf({ password: 'ladle', description: 'Behind it' }))
    const path = `/events/${id}${query}`
    for (let round = 0; round < 2; round++) {
      const { answer, calls } = await calendar.watch(path, { headers })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(answer.text).toContain('Behind it')
      expect(calls).toContain('get event')
      for (const closed of [`/events/${id}`, `/events/${id}?password=spoon`]) {
        expectRefusal((await calendar.watch(closed)).answer, 403, 'event-password-protected')
      }
    }
  })

  test('a password is asked for what is open, too: its answer is made for it alone', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    const headers = { 'x-event-password': 'ladle' }
    for (let round = 0; round < 2; round++) {
      expect((await calendar.watch(`/events/${event}`, { headers })).calls).toContain('get event')
      await calendar.watch(`/events/${event}`)
    }
    expect((await calendar.watch(`/events/${event}`)).calls).toEqual(ONLY_THE_REVISION)
  })
})

describe('time', () => {
  test.each([
    // The default window begins with yesterday, in New York; `today` is a day of UTC.
    ['without dates', '/events', '2027-03-02T04:59:5', '2027-03-02T05:00:00Z', '2027-02-28'],
    [
      'by the words of the day',
      '/events?start_date=today',
      '2027-03-01T23:59:5',
      '2027-03-02T00:00:00Z',
      '2027-03-01',
    ],
  ])(
    'a list %s is right after midnight, and the same within a second',
    async (_, path, before, after, day) => {
      const calendar = openWatched()
      calendar.setTime(`${before}0.100Z`)
      await calendar.make('events', on(`${day} 10:00:00`, `${day} 11:00:00`))
      await calendar.make('events', on('2027-03-05 10:00:00', '2027-03-05 11:00:00'))
      expect((await calendar.watch(path)).answer.body.total).toBe(2)
      calendar.setTime(`${before}0.900Z`)
      const again = await calendar.watch(path)
      expect([again.calls, again.answer.body.total]).toEqual([ONLY_THE_REVISION, 2])
      calendar.setTime(after)
      expect((await calendar.watch(path)).answer.body.total).toBe(1)
      await expectAsFresh(calendar, [path])
    },
  )

  test.each([
    ['a day', '2027-03-01T05:00:00Z', '2027-03-02T04:59:59Z', '2027-03-02T05:00:00Z'],
    ['the rest of a day of 23 hours', '2027-03-14T07:00:00Z', '2027-03-15T03:59:59Z', '2027-03-15T04:00:00Z'],
  ])('a list without bounds is kept for %s', async (_, first, last, next) => {
    const calendar = openWatched()
    for (const path of ['/events', '/events?search=open', '/events.ics', '/events.rss']) {
      calendar.setTime(first)
      await calendar.watch(path)
      calendar.setTime(last)
      // The first request after a while looks for records that are due.
      for (const calls of [[...DUE, ...ONLY_THE_REVISION], ONLY_THE_REVISION])
        expect((await calendar.watch(path)).calls, path).toEqual(calls)
      await expectAsFresh(calendar, [path])
      calendar.setTime(next)
      await calendar.watch('/tags')
      expect((await calendar.watch(path)).calls, path).not.toEqual(ONLY_THE_REVISION)
    }
  })

  test.each([
    ['before the clocks change', '2027-03-14T06:59:00Z', '2027-03-14T06:59:01Z'],
    ['after the clock was set back', '2027-03-02T10:00:00Z', '2027-03-01T10:00:00Z'],
  ])('a list without bounds is not kept %s', async (_, first, then) => {
    const calendar = openWatched()
    calendar.setTime(first)
    await calendar.watch('/events')
    calendar.setTime(then)
    await calendar.watch('/tags')
    expect((await calendar.watch('/events')).calls).not.toEqual(ONLY_THE_REVISION)
    await expectAsFresh(calendar, ['/events'])
  })

  test('answers that do not depend on the clock stay cached when time passes', async () => {
    const calendar = openWatched()
    const { event, venue, tag } = await stock(calendar)
    const paths = [
      ...[`/events/${event}`, `/venues/${venue}`, '/venues', `/tags/${tag}`],
      ...[`/events/${event}?_fields=id,title`, '/venues?orderby=title&_fields=id'],
    ]
    for (const path of paths) await calendar.watch(path)
    calendar.setTime('2027-03-01T12:00:09Z')
    for (const path of paths) expect((await calendar.watch(path)).calls, path).toEqual(ONLY_THE_REVISION)
    await expectAsFresh(calendar, paths)
  })

  test('what was changed in the last minutes is listed as of now', async () => {
    const calendar = openWatched()
    await stock(calendar)
    for (const path of ['/events?modified_after=-10+minutes', '/venues?modified_after=-10+minutes']) {
      calendar.setTime('2027-03-01T12:00:00Z')
      expect((await calendar.watch(path)).answer.body.total, path).not.toBe(0)
      calendar.setTime('2027-03-01T13:00:00Z')
      expect((await calendar.watch(path)).answer.body.total, path).toBe(0)
    }
  })

  test('a record that is scheduled appears when it is due', async () => {
    const calendar = openWatched()
    const { event } = await stock(calendar)
    const date = '2027-03-01 07:01:00'
    const venue = await calendar.make('venues', { venue: 'Scheduled', date, status: 'publish' })
    const visible = async () => ({
      venues: idsIn((await calendar.watch('/venues')).answer.body, 'venues').includes(venue),
      venue: (await calendar.watch(`/venues/${venue}`)).answer.status,
      event: (await calendar.watch(`/events/${event}`)).answer.status,
    })
    for (const time of ['12:00:00', '12:00:00', '12:00:59']) {
      calendar.setTime(`2027-03-01T${time}Z`)
      expect(await visible(), time).toMatchObject({ venues: false, event: 200 })
    }
    calendar.setTime('2027-03-01T12:01:20Z')
    expect(await visible()).toEqual({ venues: true, venue: 200, event: 200 })
  })

  test('a record that was changed later than now is said to be changed now, each time anew', async () => {
    const calendar = openWatched()
    const { venue } = await stock(calendar)
    for (const second of ['50', '51', '52']) {
      calendar.setTime(`2027-03-01T11:59:${second}Z`)
      const { answer } = await calendar.watch(`/venues/${venue}`)
      expect(answer.headers.get('last-modified')).toBe(`Mon, 01 Mar 2027 11:59:${second} GMT`)
    }
  })
})

describe('an answer that was under way while something was written', () => {
  /** A storage whose next read by ID waits, with what it has found in its hands. */
  function holding() {
    const storage = memoryStorage()
    let isNext = false
    let release = () => {}
    let arrive = () => {}
    const held: Storage = {
      ...storage,
      get: async (kind, ids) => {
        const found = await storage.get(kind, ids)
        if (!isNext) return found
        isNext = false
        await new Promise<void>((resolve) => {
          release = resolve
          arrive()
        })
        return found
      },
    }
    return {
      held,
      release: () => release(),
      /** Resolves once a read waits. */
      holdNext: () => {
        isNext = true
        return new Promise<void>((resolve) => {
          arrive = resolve
        })
      },
    }
  }

  test.each(['nobody', 'somebody'])(
    'is not given to those who come later; %s came in between',
    async (who) => {
      const { held, holdNext, release } = holding()
      const calendar = openWatched({}, held)
      const { venue } = await stock(calendar)
      const path = `/venues/${venue}`
      const nameOf = (answer: Answer) => answer.body.venue
      const isHeld = holdNext()
      const slow = calendar.send(path, {}, 'visitor')
      await isHeld
      await calendar.ask('PATCH', path, { venue: 'Barn' })
      if (who === 'somebody')
        expect(nameOf(await calendar.send('/venues/by-slug/hall', {}, 'visitor'))).toBe('Barn')
      release()
      expect(nameOf(await slow)).toBe('Hall')
      for (let round = 0; round < 2; round++)
        expect(nameOf(await calendar.send(path, {}, 'visitor'))).toBe('Barn')
    },
  )
})

describe('what is kept', () => {
  test('is nothing where `limits.cache` is 0', async () => {
    const calendar = openWatched({ limits: { cache: 0 } })
    const { paths } = await stock(calendar)
    for (const path of paths) {
      const first = await calendar.watch(path)
      expect(first.calls.length, path).toBeGreaterThan(0)
      expect(first.calls, path).not.toEqual(ONLY_THE_REVISION)
      expect((await calendar.watch(path)).calls, path).toEqual(first.calls)
    }
  })

  test('is evicted when the cache is full, entries that were not used recently first', async () => {
    const calendar = openWatched({ limits: { cache: 60_000 } })
    const { make, watch } = calendar
    const ids: number[] = []
    for (let tag = 0; tag < 40; tag++) ids.push(await make('tags', { name: `tag ${tag}` }))
    const isKept = async (id: number | undefined) => (await watch(`/tags/${id}`)).calls.length === 1
    const [first, second] = ids
    expect([await isKept(first), await isKept(first)]).toEqual([false, true])
    for (const id of ids.slice(1)) {
      expect(await isKept(id)).toBe(false)
      expect(await isKept(first), `${id}`).toBe(true)
    }
    expect(await isKept(ids.at(-1))).toBe(true)
    expect(await isKept(second)).toBe(false)
  })

  test('is no answer that would push out most others', async () => {
    const calendar = openWatched({ limits: { cache: 40_000 } })
    const { make, watch } = calendar
    const long = await make('venues', { venue: 'Long', description: 'x'.repeat(10_000) })
    const short = await make('venues', { venue: 'Short' })
    for (let round = 0; round < 2; round++) {
      for (const id of [short, long]) {
        const isKept = (await watch(`/venues/${id}`)).calls.length === 1
        expect(isKept).toBe(round === 1 && id === short)
      }
    }
  })

  test('is no refusal', async () => {
    const calendar = openWatched()
    await stock(calendar)
    for (const path of [
      '/tags/99',
      '/events/by-slug/nothing',
      '/events?page=9',
      '/events?page=0',
      '/nowhere',
    ]) {
      const first = await calendar.watch(path)
      const second = await calendar.watch(path)
      expect(first.answer.status, path).toBeGreaterThanOrEqual(400)
      expect(shown(second.answer)).toEqual(shown(first.answer))
      expect(second.calls).toEqual(first.calls)
    }
  })

  test('is no page: which of two it is, the header says', async () => {
    const api = createEventsApi(memoryStorage())
    const typeOf = async (accept: string) => {
      const { headers } = await api.fetch(
        new Request('https://calendar.example/vendor/events/v1/doc', { headers: { accept } }),
      )
      return headers.get('content-type')
    }
    for (const _ of [1, 2]) {
      expect(await typeOf('text/html')).toMatch(/^text\/html/)
      expect(await typeOf('application/json')).toMatch(/^application\/json/)
    }
  })
})

describe('a storage', () => {
  const without: [string, (storage: Storage) => Storage][] = [
    ['without revisions', ({ revision: _, ...storage }) => storage],
    ['that cannot tell its revision', (storage) => ({ ...storage, revision: async () => undefined })],
  ]
  test.each(without)('%s is asked for everything each time', async (_, change) => {
    const { counted, calls } = counting(memoryStorage())
    const calendar = openCalendar({}, change(counted))
    const { venue } = await stock(calendar)
    for (const name of ['Hall', 'Barn']) {
      await calendar.ask('PATCH', `/venues/${venue}`, { venue: name })
      for (let round = 0; round < 2; round++) {
        calls.length = 0
        expect((await calendar.send(`/venues/${venue}`, {}, 'visitor')).body.venue).toBe(name)
        expect(calls).toEqual(['get venue'])
      }
    }
  })

  test('whose revision is out of reach is out of reach, kept or not', async () => {
    let isDown = false
    const storage = memoryStorage()
    const down: Storage = {
      ...storage,
      revision: async () => {
        if (isDown) throw new StorageUnavailable('no connection')
        return storage.revision?.()
      },
    }
    const calendar = openCalendar({}, down)
    const { venue } = await stock(calendar)
    expect((await calendar.send(`/venues/${venue}`, {}, 'visitor')).status).toBe(200)
    isDown = true
    const refused = await calendar.send(`/venues/${venue}`, {}, 'visitor')
    expectRefusal(refused, 503, 'rest_unavailable')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(calendar.errors).toEqual([expect.any(StorageUnavailable)])
    isDown = false
    expect((await calendar.send(`/venues/${venue}`, {}, 'visitor')).status).toBe(200)
  })

  test('whose revision takes for ever keeps no place of those that are under way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const storage = memoryStorage()
    let isStuck = false
    let reach = () => {}
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    const stuck: Storage = {
      ...storage,
      async revision() {
        if (!isStuck) return storage.revision?.()
        reach()
        return new Promise<never>(() => {})
      },
    }
    const calendar = openCalendar({ limits: { inFlight: 1 } }, stuck)
    const { venue } = await stock(calendar)
    isStuck = true
    const late = calendar.send(`/venues/${venue}`, {}, 'visitor')
    await reached
    vi.advanceTimersByTime(30_000)
    expectRefusal(await late, 504, 'rest_timeout')
    isStuck = false
    expect((await calendar.send(`/venues/${venue}`, {}, 'visitor')).status).toBe(200)
  })
})
