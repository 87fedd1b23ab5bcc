import { createEventsApi } from 'kalends'
import { compareSite, copyCalendar, importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { eventOf, idOf, listOf } from '../routes/calendar.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'
import { event, isListOf, json, pageOf, type Row, SITE, smallSite } from './small-site.ts'

/* Whether events take place, through files and from an old site. */

const CANCELED = { event_status: 'canceled', event_status_reason: 'Ill; tired, "both"' }
const ONLINE = {
  is_virtual: true,
  virtual_url: 'https://meet.example/a,b;c',
  virtual_event_type: 'hybrid',
}
const MOVED = { event_status: 'rescheduled', previous_start_date: '2027-05-01 10:00:00' }

describe.each(['ics', 'csv'] as const)('exports as %s', (format) => {
  test.each([
    ['cancelled', CANCELED],
    ['without a description', { ...CANCELED, description: '' }],
    ['online', ONLINE],
    ['rescheduled', MOVED],
    ['postponed', { event_status: 'postponed' }],
    ['a draft', { status: 'draft' }],
    ['a cancelled draft', { status: 'draft', ...CANCELED }],
    ['as planned, with an address', { virtual_url: ONLINE.virtual_url }],
  ])('are read back: %s', async (_, fields) => {
    const one = fileCalendar()
    await one.make('events', eventOf({ description: '<p>Jazz</p>', ...fields }))
    const other = fileCalendar()
    const file = await one.export(format)
    await other.bring(file)
    const same = ({ id: _i, global_id: _g, global_id_lineage: _l, ...shown }: Record<string, unknown>) => ({
      ...shown,
      ...{ author: '', url: '', rest_url: '', date: '', date_utc: '', modified: '', modified_utc: '' },
    })
    expect((await other.events()).map(same)).toEqual((await one.events()).map(same))
    // Again, nothing is written.
    expect(await other.bring(file)).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await other.export(format)).toBe(await one.export(format))
  })

  test('a date of a series is cancelled by itself', async () => {
    const one = fileCalendar()
    const id = await one.make('events', eventOf({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }))
    await one.ask('PATCH', `/events/${id + 2}`, CANCELED)
    const other = fileCalendar()
    await other.bring(await one.export(format))
    const shown = (await other.events()).map(({ event_status = 'scheduled' }) => event_status)
    expect(shown).toEqual(['scheduled', 'canceled', 'scheduled'])
  })
})

describe('iCalendar of others', () => {
  test.each([
    ['STATUS:CANCELLED', { event_status: 'canceled' }],
    ['STATUS:cancelled', { event_status: 'canceled' }],
    ['STATUS:TENTATIVE', { event_status: 'postponed' }],
    [
      'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/x',
      {
        ...{ is_virtual: true, virtual_url: 'https://meet.example/x', virtual_event_type: 'virtual' },
      },
    ],
    ['CONFERENCE;VALUE=URI:tel:+1-412-555-0123', {}],
    ['CONFERENCE;VALUE=URI:javascript:alert(1)', {}],
    ['STATUS:CONFIRMED', {}],
    ['STATUS:', {}],
  ])('%s', async (line, expected) => {
    const calendar = fileCalendar()
    expect(await calendar.bring(icsFile(...veventLines('a@b', line)))).toMatchObject({
      created: 1,
      notes: [],
    })
    const [{ event_status, is_virtual, virtual_url, virtual_event_type } = {}] = await calendar.events()
    const shown = { event_status, is_virtual, virtual_url, virtual_event_type }
    expect(JSON.parse(JSON.stringify(shown))).toEqual(expected)
  })

  test('what the next file does not say is undone', async () => {
    const calendar = fileCalendar()
    const lines = ['STATUS:CANCELLED', 'CONFERENCE;VALUE=URI:https://meet.example/x']
    await calendar.bring(icsFile(...veventLines('a@b')))
    await calendar.bring(icsFile(...veventLines('a@b', ...lines)))
    expect((await calendar.events())[0]).toMatchObject({ event_status: 'canceled', is_virtual: true })
    await calendar.bring(icsFile(...veventLines('a@b')))
    const [shown] = await calendar.events()
    expect(shown).not.toHaveProperty('event_status')
    expect(shown).not.toHaveProperty('is_virtual')
  })

  test('a date of a series that only says that it is cancelled is as the others', async () => {
    const calendar = fileCalendar()
    const series = ['DTSTART:20270510T100000', 'DTEND:20270510T120000', 'RRULE:FREQ=WEEKLY;COUNT=3']
    const file = icsFile(
      ...['BEGIN:VEVENT', 'UID:a@b', 'DTSTAMP:20270101T000000Z', 'SUMMARY:Jazz', ...series, 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:a@b', 'DTSTAMP:20270101T000000Z'],
      ...['RECURRENCE-ID:20270517T100000', 'STATUS:CANCELLED', 'END:VEVENT'],
    )
    expect(await calendar.bring(file)).toMatchObject({ notes: [] })
    const shown = (await calendar.events()).map((one) => [one.title, one.start_date, one.event_status])
    expect(shown).toEqual([
      ['Jazz', '2027-05-10 10:00:00', undefined],
      ['Jazz', '2027-05-17 10:00:00', 'canceled'],
      ['Jazz', '2027-05-24 10:00:00', undefined],
    ])
  })
})

describe('CSV of others', () => {
  const bring = async (columns: string, cells: string) => {
    const calendar = fileCalendar()
    const report = await calendar.bring(
      `Event Name,Event Start Date,${columns}\r\nJazz,2027-05-10 10:00,${cells}\r\n`,
    )
    return { report, event: (await calendar.events())[0] }
  }

  test.each([
    ['Event Status', 'Cancelled', 'canceled'],
    ['event_status', 'moved-online', 'moved_online'],
    ['Schedule Status', 'POSTPONED', 'postponed'],
    ['Event Schedule Status', 'Moved online', 'moved_online'],
  ])('%s: %s', async (column, cell, expected) => {
    expect((await bring(column, cell)).event).toMatchObject({ event_status: expected, status: 'publish' })
  })

  test('the status of the publication is in the column that it was in', async () => {
    expect((await bring('Event Status,Schedule Status', 'draft,canceled')).event).toMatchObject({
      ...{ status: 'draft', event_status: 'canceled' },
    })
    const { report } = await bring('Schedule Status', 'perhaps')
    expect(report).toMatchObject({ created: 0, notes: [{ reason: 'invalid' }] })
  })
})

test('a copy has it', async () => {
  const one = fileCalendar()
  await one.make('events', eventOf({ ...CANCELED, ...ONLINE }))
  const to = memoryStorage()
  await copyCalendar(one.storage, to)
  expect(await fileCalendar(to).events()).toMatchObject([{ ...CANCELED, ...ONLINE }])
})

describe('an old site', () => {
  const sleep = async () => {}
  const status = (name: string) => ({ json_ld: { eventStatus: `https://schema.org/${name}` } })
  /** Lists leave `json_ld` out, as the old site does. */
  const site = (records: readonly Row[]) => {
    const small = smallSite({ events: records }, (url) => {
      if (!isListOf(url, 'events') || url.searchParams.has('status')) return undefined
      const rows = small.records.events.map(({ json_ld: _, ...row }) => row)
      return json(pageOf('events', rows, url.searchParams))
    })
    return small
  }
  const bring = (storage: ReturnType<typeof memoryStorage>, { fetch }: ReturnType<typeof site>) =>
    importSite(storage, { url: SITE, fetch, sleep })
  const apiOf = (storage: ReturnType<typeof memoryStorage>) =>
    createEventsApi(storage, {
      ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
    })
  const eventsOf = async (storage: ReturnType<typeof memoryStorage>) => {
    const request = new Request(
      `${SITE}/wp-json/tribe/events/v1/events?start_date=2000-01-01&end_date=2040-01-01`,
    )
    const body: unknown = await (await apiOf(storage).fetch(request)).json()
    return listOf(Object(body).events)
  }
  const online = {
    json_ld: {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://meet.example/x' },
    },
  }

  test('says in the description for search engines what takes place', async () => {
    const storage = memoryStorage()
    const report = await bring(
      storage,
      site([
        event(1, status('EventCancelled')),
        event(2, status('EventPostponed')),
        event(3, status('EventScheduled')),
        event(4, online),
        event(5, { is_virtual: true, virtual_url: 'https://meet.example/y', ...status('EventMovedOnline') }),
        event(6, {
          json_ld: { eventStatus: ['EventCancelled'], location: [7, null], eventAttendanceMode: {} },
        }),
      ]),
    )
    expect(report.kinds.event).toMatchObject({ created: 6 })
    const events = await eventsOf(storage)
    expect(events).toMatchObject([
      { event_status: 'canceled' },
      { event_status: 'postponed' },
      {},
      { is_virtual: true, virtual_url: 'https://meet.example/x' },
      { event_status: 'moved_online', is_virtual: true, virtual_url: 'https://meet.example/y' },
      {},
    ])
    for (const at of [2, 5]) expect(events[at]).not.toHaveProperty('event_status')
  })

  test('is asked for each event once, and again after a change', async () => {
    const storage = memoryStorage()
    const small = site([event(1, status('EventCancelled')), event(2)])
    await bring(storage, small)
    const alone = () => small.asked.filter(({ url }) => /\/events\/\d+$/.test(url.pathname)).length
    expect(alone()).toBe(2)
    const again = await bring(storage, small)
    expect(again.kinds.event).toMatchObject({ unchanged: 2, updated: 0 })
    expect(alone()).toBe(2)
    const modified = { modified: '2031-02-01 10:00:00', modified_utc: '2031-02-01 09:00:00' }
    small.records.events = [event(1, { ...status('EventScheduled'), ...modified }), event(2)]
    expect((await bring(storage, small)).kinds.event).toMatchObject({ unchanged: 1, updated: 1 })
    expect(alone()).toBe(3)
    expect((await eventsOf(storage))[0]).not.toHaveProperty('event_status')
  })

  test('an earlier import did not ask: the next one does', async () => {
    const storage = memoryStorage()
    const small = site([event(1, status('EventCancelled')), event(2)])
    await bring(storage, small)
    // What the import of 0.7 left: no fourth part.
    const notes = await storage.find('extra', { order: 'id', limit: 99 })
    for (const { id, version, keys, text, data } of notes) {
      const older = data.replace(/,1\]/g, ']')
      const content = { keys, text, data: older }
      await storage.commit([{ do: 'put', kind: 'extra', id, expect: version, content }])
    }
    const before = small.asked.length
    const again = await bring(storage, small)
    expect(again.kinds.event).toMatchObject({ unchanged: 2 })
    const alone = small.asked.slice(before).filter(({ url }) => /\/events\/\d+$/.test(url.pathname))
    expect(alone).toHaveLength(2)
    const third = small.asked.length
    await bring(storage, small)
    expect(small.asked.slice(third).some(({ url }) => /\/events\/\d+$/.test(url.pathname))).toBe(false)
  })

  describe('to an administrator, whose edit view says it', () => {
    const LOCKED = { all_day: null, description: '', json_ld: undefined }
    const post = (id: number, status: unknown, reason: unknown, password = '') => ({
      ...{ id, password },
      ...(status === undefined
        ? {}
        : { meta: { _tribe_events_status: status, _tribe_events_status_reason: reason } }),
    })
    const siteOf = (records: readonly Row[], posts: readonly Row[], locked: readonly unknown[] = []) => {
      const small = smallSite({ events: records }, (url) => {
        const { pathname, searchParams } = url
        const [, id] = /\/wp\/v2\/tribe_events\/(\d+)$/.exec(pathname) ?? []
        if (id !== undefined) {
          const found = posts.find((one) => String(one.id) === id)
          return json(found ?? { code: 'rest_post_invalid_id' }, { status: found === undefined ? 404 : 200 })
        }
        const hidden = (row: Row) => (locked.includes(row.id) ? { ...row, ...LOCKED } : row)
        const [, alone] = /\/v1\/events\/(\d+)$/.exec(pathname) ?? []
        const row = small.records.events.find((one) => String(one.id) === alone)
        if (row !== undefined) return json(searchParams.get('password') === 'secret' ? row : hidden(row))
        if (!isListOf(url, 'events') || searchParams.has('status')) return undefined
        const rows = small.records.events.map(({ json_ld: _, ...one }) => hidden(one))
        return json(pageOf('events', rows, searchParams))
      })
      return small
    }
    const asAdministrator = { url: SITE, sleep, user: 'admin', password: 'word' }
    const shownOf = async (storage: ReturnType<typeof memoryStorage>, id: number) => {
      const admin = apiOf(storage).as({ id: 1, role: 'administrator' })
      const body: unknown = await (
        await admin(new Request(`${SITE}/wp-json/tribe/events/v1/events/${id}?password=secret`))
      ).json()
      const { event_status, event_status_reason } = Object(body)
      return { event_status, event_status_reason }
    }

    test.each([
      ['canceled', 'Too much snow', 'canceled', 'Too much snow'],
      ['postponed', '', 'postponed', undefined],
      ['moved-online', ' <b>Flood</b> ', 'moved_online', 'Flood'],
      ['scheduled', 'left over', undefined, undefined],
      ['', '', undefined, undefined],
    ])('%j, %j', async (status, reason, expected, why) => {
      const storage = memoryStorage()
      const small = siteOf([event(1)], [post(1, status, reason)])
      await importSite(storage, { ...asAdministrator, fetch: small.fetch })
      expect(await shownOf(storage, 1)).toEqual({ event_status: expected, event_status_reason: why })
      // The event alone is not asked for.
      expect(small.asked.some(({ url }) => /\/v1\/events\/1$/.test(url.pathname))).toBe(false)
      const again = await importSite(storage, { ...asAdministrator, fetch: small.fetch })
      expect(again.kinds.event).toMatchObject({ unchanged: 1, updated: 0 })
      expect(await shownOf(storage, 1)).toEqual({ event_status: expected, event_status_reason: why })
    })

    test('an event with a password, too, whether its edit view says it or the event alone', async () => {
      const storage = memoryStorage()
      const records = [event(1), event(2, status('EventPostponed')), event(3, status('EventCancelled'))]
      const posts = [
        post(1, 'canceled', 'Ill', 'secret'),
        post(2, undefined, undefined, 'secret'),
        post(3, 'unknown word', 'Rain', 'secret'),
      ]
      const small = siteOf(records, posts, [1, 2, 3])
      const report = await importSite(storage, { ...asAdministrator, fetch: small.fetch })
      expect(report.kinds.event).toMatchObject({ created: 3, skipped: 0 })
      expect(await shownOf(storage, 1)).toEqual({ event_status: 'canceled', event_status_reason: 'Ill' })
      expect(await shownOf(storage, 2)).toEqual({ event_status: 'postponed' })
      expect(await shownOf(storage, 3)).toEqual({ event_status: 'canceled', event_status_reason: 'Rain' })
    })

    test('a visitor is told the reason, and only events that do not take place are asked for it', async () => {
      const storage = memoryStorage()
      const records = [event(1, status('EventCancelled')), event(2, status('EventScheduled'))]
      const small = siteOf(records, [post(1, 'canceled', 'Too much snow'), post(2, '', '')])
      await importSite(storage, { url: SITE, fetch: small.fetch, sleep })
      expect(await shownOf(storage, 1)).toEqual({
        event_status: 'canceled',
        event_status_reason: 'Too much snow',
      })
      const posts = small.asked.filter(({ url }) => /\/wp\/v2\/tribe_events\/\d/.test(url.pathname))
      expect(posts.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['1'])
    })

    test('a reason that is too long is cut, with a note', async () => {
      const storage = memoryStorage()
      const small = siteOf([event(1)], [post(1, 'canceled', 'x'.repeat(501))])
      const report = await importSite(storage, { ...asAdministrator, fetch: small.fetch })
      expect(report.notes).toContainEqual({ kind: 'event', id: 1, reason: 'too long' })
      expect((await shownOf(storage, 1)).event_status_reason).toHaveLength(500)
    })

    test('an import asks once for each event', async () => {
      const small = siteOf(
        Array.from({ length: 100 }, (_, at) => event(at + 1)),
        Array.from({ length: 100 }, (_, at) => post(at + 1, at % 9 === 0 ? 'canceled' : '', 'Rain')),
      )
      await importSite(memoryStorage(), { ...asAdministrator, fetch: small.fetch })
      const asked = small.asked.filter(({ url }) => /events/.test(url.pathname))
      expect(asked.length).toBeLessThanOrEqual(110)
    })
  })

  test('the comparison explains no other status', async () => {
    const storage = memoryStorage()
    const small = site([event(1, status('EventCancelled')), event(2, online)])
    await bring(storage, small)
    const compare = () =>
      compareSite(apiOf(storage), { url: SITE, fetch: small.fetch, sleep }).then(({ differences }) =>
        differences.filter(({ field }) => /status|virtual/i.test(field)),
      )
    expect(await compare()).toEqual([])
    const admin = apiOf(storage).as({ id: 1, role: 'administrator' })
    const changed = await admin(
      new Request(`${SITE}/wp-json/tribe/events/v1/events/1`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event_status: 'scheduled' }),
      }),
    )
    expect(idOf(await changed.json())).toBe(1)
    expect(await compare()).toEqual([
      { path: 'events/1', field: 'json_ld.eventStatus', old: 'EventCancelled', ours: 'EventScheduled' },
    ])
  })
})
