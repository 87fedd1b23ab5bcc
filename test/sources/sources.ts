import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { type Calendar, expectRefusal, openCalendar } from '../routes/calendar.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'
import { calendarOf, conditional, eventOn, type FeedServer, feedServer } from './feeds.ts'
import { overtakenOn } from './overtaken.ts'

/* Calendars from elsewhere, through the API, on one storage. */

export const sourcesIn = (calendar: SharedCalendar): void => sourcesOn(() => open(calendar))

export function sourcesOn(openStorage: () => Opened | Promise<Opened>): void {
  let storage: Storage
  let close: Opened['close']
  let calendar: Calendar
  let server: FeedServer
  let addresses = 0
  beforeAll(async () => {
    const opened = await openStorage()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    server = feedServer()
    calendar = openCalendar({ changes: true, sources: { fetch: server.fetch } }, storage)
  })
  afterAll(() => close())

  const ask: Calendar['ask'] = (...request) => calendar.ask(...request)
  const newAddress = () => `https://feeds.example/${++addresses}.ics`

  async function add(events: Parameters<typeof calendarOf>[0], fields: object = {}) {
    const url = newAddress()
    server.serve(url, conditional(calendarOf(events)))
    const { status, body, text } = await ask('POST', '/sources', { url, status: 'publish', ...fields })
    expect(status, text).toBe(201)
    const id = Number(body.id)
    return {
      id,
      url,
      serve: (next: Parameters<typeof calendarOf>[0]) => server.serve(url, conditional(calendarOf(next))),
      pull: async (query = '') => {
        const answer = await ask('POST', `/sources/${id}/pull${query}`)
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      },
      shown: async () => (await ask('GET', `/sources/${id}`)).body,
    }
  }

  /** Events of a source by their UIDs, the trash too. */
  async function eventsOf(source: number): Promise<Record<string, Record<string, unknown>>> {
    const found: Record<string, Record<string, unknown>> = {}
    for (const status of ['publish,pending,draft,private,future', 'trash']) {
      const { body } = await ask(
        'GET',
        `/events?per_page=50&start_date=2000-01-01&end_date=2040-01-01&status=${status}`,
      )
      const events: unknown = body.events
      for (const event of Array.isArray(events) ? events : []) {
        if (event.source?.id === source) found[event.source.uid] = event
      }
    }
    return found
  }

  const figures = { new: 0, changed: 0, gone: 0, kept: 0, outside: 0, attached: [], refused: [] }

  test('its events come, belong to who made it, and come once', async () => {
    const source = await add([eventOn('0415', 'a'), eventOn('0416', 'b', { URL: 'https://lib.example/b' })])
    expect(await source.pull()).toEqual({ ...figures, new: 2 })
    const events = await eventsOf(source.id)
    expect(Object.keys(events).sort()).toEqual(['a', 'b'])
    expect(events.b).toMatchObject({
      title: 'Event b',
      status: 'publish',
      start_date: '2027-04-16 19:00:00',
      source: { id: source.id, uid: 'b', url: 'https://lib.example/b', kept: [] },
    })
    expect(await source.pull()).toEqual(figures)
    source.serve([
      eventOn('0416', 'b', { URL: 'https://lib.example/b', SEQUENCE: '9' }),
      eventOn('0415', 'a'),
    ])
    expect(await source.pull()).toEqual(figures)
    expect(await source.shown()).toMatchObject({ events: 2, error: null, url: source.url })
  })

  test('changes follow, and what somebody has changed here stays until the event follows again', async () => {
    const source = await add([eventOn('0417', 'c')])
    await source.pull()
    const { c } = await eventsOf(source.id)
    const path = `/events/${c?.id}`
    await ask('PATCH', path, { title: 'Ours' })
    source.serve([eventOn('0418', 'c', { SUMMARY: 'Theirs' })])
    expect(await source.pull()).toEqual({ ...figures, changed: 1, kept: 1 })
    const kept = (await ask('GET', path)).body
    expect(kept).toMatchObject({
      title: 'Ours',
      start_date: '2027-04-18 19:00:00',
      source: { kept: ['title'] },
    })
    expect((await ask('POST', `${path}/follow`)).body).toMatchObject({ source: { kept: [] } })
    await source.pull()
    expect((await ask('GET', path)).body).toMatchObject({ title: 'Theirs', source: { kept: [] } })
  })

  test('what is gone there is cancelled, and comes back with its ID', async () => {
    const all = ['d', 'e', 'f'].map((uid) => eventOn('0420', uid))
    const source = await add(all)
    await source.pull()
    const { e } = await eventsOf(source.id)
    source.serve(all.filter(({ UID }) => UID !== 'e'))
    expect(await source.pull('?dry_run=1')).toMatchObject({ ...figures, gone: 1 })
    expect(await source.pull()).toEqual({ ...figures, gone: 1 })
    expect((await eventsOf(source.id)).e).toMatchObject({
      id: e?.id,
      event_status: 'canceled',
      event_status_reason: 'no longer in the source',
    })
    source.serve(all)
    await source.pull()
    const back = (await eventsOf(source.id)).e
    expect(back?.id).toBe(e?.id)
    expect(back?.event_status).toBeUndefined()
  })

  test('what a full list of the next events pushes out is not gone; what leaves a shorter list is', async () => {
    const list = [...Array(12).keys()].map((n) => eventOn(`03${String(n + 10)}`, `next-${n}`))
    const first = list.slice(0, 10)
    const source = await add(first)
    expect(await source.pull()).toEqual({ ...figures, new: 10, taken: expect.any(Array) })
    const early = eventOn('0305', 'early')
    source.serve([early, ...first.slice(0, 9)])
    expect(await source.pull()).toEqual({ ...figures, new: 1 })
    // It is still full, and its text is another one.
    source.serve([early, ...first.slice(0, 8), eventOn('0318', 'next-8', { SUMMARY: 'Other' })])
    expect(await source.pull()).toEqual({ ...figures, changed: 1 })
    // One in the middle is gone, and the last one comes back.
    source.serve([early, ...first.slice(0, 4), ...first.slice(5, 8), ...list.slice(8, 10)])
    expect(await source.pull()).toMatchObject({ gone: 1 })
    const { 'next-4': middle, 'next-9': last } = await eventsOf(source.id)
    expect([middle?.event_status, last?.event_status]).toEqual(['canceled', undefined])
    source.serve([early, ...first.slice(0, 4), ...first.slice(5, 8), ...list.slice(8, 9)])
    expect(await source.pull()).toEqual({ ...figures, gone: 1 })
  })

  test('what was deleted here stays away', async () => {
    const source = await add([eventOn('0421', 'g'), eventOn('0421', 'h')])
    await source.pull()
    const { g, h } = await eventsOf(source.id)
    await ask('DELETE', `/events/${g?.id}`)
    await ask('DELETE', `/events/${h?.id}?force=true`)
    source.serve([eventOn('0422', 'g'), eventOn('0422', 'h')])
    expect(await source.pull()).toMatchObject({ new: 0, changed: 0 })
    expect((await eventsOf(source.id)).g).toMatchObject({
      status: 'trash',
      start_date: '2027-04-21 19:00:00',
    })
    expect((await ask('GET', `/events/${h?.id}`)).status).toBe(404)
  })

  test('only what is wanted comes, under our own names; of theirs no term is made', async () => {
    await ask('POST', '/tags', { name: 'Toddlers' })
    await ask('POST', '/categories', { name: 'Music of ours' })
    const terms = {
      only: { categories: ['Concerts', 'no such'] },
      map: { concerts: 'Music of ours' },
    }
    const source = await add(
      [
        eventOn('0501', 'wanted', { CATEGORIES: 'Concerts,TODDLERS,Unheard of' }),
        eventOn('0502', 'other', { CATEGORIES: 'Sports of theirs' }),
        eventOn('0503', 'none'),
      ],
      terms,
    )
    expect(await source.pull()).toEqual({ ...figures, new: 1, taken: expect.any(Array) })
    const { wanted } = await eventsOf(source.id)
    expect(wanted).toMatchObject({
      categories: [{ name: 'Music of ours' }],
      tags: [{ name: 'Toddlers' }],
    })
    for (const kind of ['categories', 'tags']) {
      const { body } = await ask('GET', `/${kind}?hide_empty=0&per_page=50`)
      expect(JSON.stringify(body)).not.toMatch(/Concerts|Unheard|theirs/)
    }
    await ask('PATCH', `/sources/${source.id}`, { only: { words: ['no such words'] } })
    expect(await source.pull('?dry_run=1')).toMatchObject({ new: 0 })
    await ask('PATCH', `/sources/${source.id}`, { only: { words: ['event NONE'] } })
    // What it has brought already goes on following.
    expect(await source.pull()).toMatchObject({ new: 1, gone: 0 })
    expect((await eventsOf(source.id)).wanted?.event_status).toBeUndefined()
  })

  test('what is gone there stays as it is, if the source wants that', async () => {
    const all = ['keep-1', 'keep-2', 'keep-3'].map((uid) => eventOn('0505', uid))
    const source = await add(all, { keep_gone: true })
    await source.pull()
    source.serve(all.slice(1))
    expect(await source.pull()).toMatchObject({ gone: 0 })
    const { 'keep-1': first } = await eventsOf(source.id)
    expect(first).toMatchObject({ status: 'publish' })
    expect(first?.event_status).toBeUndefined()
  })

  test('of readings at the same time, each event comes from one', async () => {
    const source = await add(['at-once-1', 'at-once-2'].map((uid) => eventOn('0507', uid)))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', `/sources/${source.id}/pull`)),
    )
    const brought = answers.map(({ body }) => Number(body.new)).reduce((sum, one) => sum + one, 0)
    expect(brought).toBe(2)
    const { body } = await ask('GET', '/events?search=at-once&start_date=2027-05-01&end_date=2027-06-01')
    expect(body.total).toBe(2)
  })

  async function datesOf(words: string): Promise<string[]> {
    const query = `search=${words}&per_page=50&start_date=2027-01-01&end_date=2028-01-01`
    const { body } = await ask('GET', `/events?${query}`)
    const events: unknown = body.events
    return Array.isArray(events)
      ? events.map(({ start_date, title }) => `${start_date.slice(5, 10)} ${title}`)
      : []
  }

  /** The series of a name. */
  async function seriesOf(words: string): Promise<number> {
    const { body } = await ask('GET', `/events?series=only&search=${words}`)
    const events: unknown = body.events
    return Array.isArray(events) ? events[0]?.id : 0
  }

  async function dateOf(series: number, day: string): Promise<number> {
    const { body } = await ask('GET', `/events?post_parent=${series}&start_date=${day}&end_date=${day} 23:59`)
    const events: unknown = body.events
    return Array.isArray(events) ? events[0]?.id : 0
  }

  const weekly = (uid: string, title: string) =>
    eventOn('0406', uid, { SUMMARY: title, RRULE: 'FREQ=WEEKLY;COUNT=4' })

  test('a series that was split here gets no dates twice, and its rest is nobody else’s', async () => {
    const source = await add([weekly('split', 'Larkchoir')])
    await source.pull()
    const split = await seriesOf('larkchoir')
    const third = await dateOf(split, '2027-04-20')
    await ask('PATCH', `/events/${third}?scope=future`, { title: 'Late larkchoir' })
    const rest = (await ask('GET', `/events/${third}`)).body.post_parent
    expect(rest).not.toBe(split)
    expect((await ask('GET', `/events/${rest}`)).body).not.toHaveProperty('source')

    source.serve([weekly('split', 'Larkchoir at noon')])
    await source.pull()
    expect(await datesOf('larkchoir')).toEqual([
      '04-06 Larkchoir at noon',
      '04-13 Larkchoir at noon',
      '04-20 Late larkchoir',
      '04-27 Late larkchoir',
    ])
  })

  test.each([
    ['in the trash', ''],
    ['for good', '&force=true'],
  ])('dates of a series that were deleted here from one on stay away, %s', async (how, force) => {
    const name = how === 'for good' ? 'Finchband' : 'Wrenband'
    const source = await add([weekly(name, name)])
    await source.pull()
    const third = await dateOf(await seriesOf(name), '2027-04-20')
    await ask('DELETE', `/events/${third}?scope=future${force}`)
    source.serve([weekly(name, `${name} plays`)])
    await source.pull()
    expect(await datesOf(name)).toEqual([`04-06 ${name} plays`, `04-13 ${name} plays`])
  })

  test('a second source of the address is refused with the ID of the first', async () => {
    const source = await add([eventOn('0423', 'i')])
    const again = await ask('POST', '/sources', { url: source.url.replace('https://', 'https://me:secret@') })
    expectRefusal(again, 409, 'rest_source_exists')
    expect(again.body).toMatchObject({ data: { id: source.id } })
  })

  test('another UID, another date and the same page are no other event', async () => {
    const source = await add([eventOn('0501', 'k1'), eventOn('0502', 'l1', { URL: 'https://lib.example/l' })])
    await source.pull()
    const before = await eventsOf(source.id)
    source.serve([
      eventOn('0501', 'k2', { SUMMARY: 'Event k1' }),
      eventOn('0509', 'l2', { SUMMARY: 'Event l, later', URL: 'https://lib.example/l' }),
    ])
    expect(await source.pull()).toEqual({ ...figures, changed: 1 })
    const after = await eventsOf(source.id)
    expect(after.l2).toMatchObject({ id: before.l1?.id, start_date: '2027-05-09 19:00:00' })
    expect(await source.shown()).toMatchObject({ events: 2 })
  })

  test('more than half is not believed to be gone without a word', async () => {
    const all = ['m', 'n', 'o', 'p', 'q'].map((uid) => eventOn('0503', uid))
    const source = await add(all)
    await source.pull()
    source.serve(all.slice(0, 2))
    expect(await source.pull()).toMatchObject({ gone: 0, error: expect.stringContaining('3 of 5') })
    expect(await source.pull('?confirm=1')).toMatchObject({ gone: 3 })
  })

  test('what is here already is attached, and a source that goes leaves its events', async () => {
    const first = await add([eventOn('0504', 'r')])
    await first.pull()
    const { r } = await eventsOf(first.id)
    const second = await add([eventOn('0504', 's', { SUMMARY: 'EVENT R' })])
    expect(await second.pull()).toEqual({ ...figures, attached: [{ uid: 's', id: r?.id }] })
    expect((await ask('DELETE', `/sources/${first.id}`)).status).toBe(200)
    expect((await ask('GET', `/events/${r?.id}`)).body).toMatchObject({ source: { id: second.id } })
    expect((await ask('DELETE', `/sources/${second.id}`)).status).toBe(200)
    expect((await ask('GET', `/events/${r?.id}`)).body.source).toBeUndefined()
    expectRefusal(await ask('POST', `/events/${r?.id}/follow`), 409, 'rest_no_source')
    expectRefusal(await ask('GET', `/sources/${first.id}`), 404, 'rest-source-not-found')
  })

  describe('api.pull', () => {
    test('reads what is due, by one conditional request and one commit of the source', async () => {
      const source = await add([eventOn('0424', 'j')])
      expect(await calendar.api.pull()).toMatchObject({ failed: 0, waiting: 0 })
      expect(Object.keys(await eventsOf(source.id))).toEqual(['j'])
      expect(await calendar.api.pull()).toEqual({
        read: 0,
        new: 0,
        changed: 0,
        gone: 0,
        failed: 0,
        waiting: 0,
      })
      calendar.setTime('2027-03-01T13:30:00Z')
      const before = server.asked.length
      expect(await calendar.api.pull()).toMatchObject({ new: 0, changed: 0, gone: 0, failed: 0 })
      const own = server.asked.slice(before).filter(({ url }) => url === source.url)
      expect(own).toHaveLength(1)
      expect(own[0]?.headers['if-none-match']).toBeDefined()
      calendar.setTime('2027-03-01T12:00:00Z')
    })
  })

  test('of requests at once for one address, one makes the source', async () => {
    const url = newAddress()
    const other = openCalendar({ sources: { fetch: server.fetch } }, storage)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (at % 2 ? other : calendar).ask('POST', '/sources', { url })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)])
  })

  describe('a reading that another one overtakes writes', () => overtakenOn(() => storage))
}
