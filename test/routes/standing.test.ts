import { describe, expect, test } from 'vitest'
import { at, type Calendar, census, eventOf, expectWrong, listOf, openCalendar } from './calendar.ts'

/* Whether events take place, and where online. It is 2027-03-01. */

const CANCELED = { event_status: 'canceled', event_status_reason: 'The singer is ill.' }
const ONLINE = {
  is_virtual: true,
  virtual_url: 'https://meet.example/a?b=1&c=2',
  virtual_event_type: 'hybrid',
}
const KEYS = [
  ...['event_status', 'event_status_reason', 'previous_start_date'],
  ...['is_virtual', 'virtual_url', 'virtual_event_type'],
]

const jsonLd = async ({ ask }: Calendar, id: number) => (await ask('GET', `/events/${id}`)).body.json_ld

describe('keys of events', () => {
  test('are absent from those that take place as planned', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ event_status: 'scheduled', is_virtual: false }))
    for (const path of [`/events/${id}`, '/events', '/changes'])
      for (const key of KEYS) expect((await ask('GET', path)).text).not.toContain(`"${key}"`)
  })

  test('are shown where they are set, in lists and alone, and sent back they stay', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ ...CANCELED, ...ONLINE }))
    const read = async () => (await ask('GET', `/events/${id}`)).body
    expect(await read()).toMatchObject({ ...CANCELED, ...ONLINE })
    expect(at((await ask('GET', '/events')).body, 'events', 0)).toMatchObject({ ...CANCELED, ...ONLINE })
    const { json_ld: _, modified: _m, modified_utc: _u, ...before } = await read()
    expect((await ask('PUT', `/events/${id}`, before)).body).toMatchObject(before)
  })

  test('`_fields` names the usual status, too', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    expect((await ask('GET', `/events/${id}?_fields=event_status,is_virtual`)).body).toEqual({
      event_status: 'scheduled',
    })
    await make('events', eventOf({ ...CANCELED }))
    const { body } = await ask('GET', '/events?_fields=event_status')
    expect(body.events).toEqual([{ event_status: 'scheduled' }, { event_status: 'canceled' }])
  })

  test('an address online is shown where the event is online, and kept otherwise', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ virtual_url: ONLINE.virtual_url }))
    const shown = async () => {
      const { body } = await ask('GET', `/events/${id}`)
      return { url: body.virtual_url, type: body.virtual_event_type }
    }
    expect(await shown()).toEqual({})
    await ask('PATCH', `/events/${id}`, { is_virtual: true })
    expect(await shown()).toEqual({ url: ONLINE.virtual_url, type: 'virtual' })
    await ask('PATCH', `/events/${id}`, { is_virtual: false })
    expect(await shown()).toEqual({})
  })

  test('a reason goes with its status', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ event_status_reason: 'None' }))
    expect((await ask('GET', `/events/${id}`)).body).not.toHaveProperty('event_status_reason')
    await ask('PATCH', `/events/${id}`, CANCELED)
    const postponed = await ask('PATCH', `/events/${id}`, { event_status: 'postponed' })
    expect(postponed.body.event_status_reason).toBe(CANCELED.event_status_reason)
    await ask('PATCH', `/events/${id}`, { event_status: 'scheduled' })
    const again = await ask('PATCH', `/events/${id}`, { event_status: 'canceled' })
    expect(again.body).not.toHaveProperty('event_status_reason')
  })
})

describe('an event that is rescheduled', () => {
  const start = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` })

  test('has its start before this update', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const patch = async (fields: object) => (await ask('PATCH', `/events/${id}`, fields)).body
    const next = { event_status: 'rescheduled', ...start('2027-06-01') }
    expect(await patch(next)).toMatchObject({ previous_start_date: '2027-05-10 10:00:00' })
    // Repeated, it is no news.
    expect(await patch(next)).toMatchObject({ previous_start_date: '2027-05-10 10:00:00' })
    expect(await patch({ title: 'Moved' })).toMatchObject({ previous_start_date: '2027-05-10 10:00:00' })
    // Dates alone neither.
    expect(await patch(start('2027-06-02'))).toMatchObject({ previous_start_date: '2027-05-10 10:00:00' })
    expect(await patch({ event_status: 'rescheduled', ...start('2027-06-03') })).toMatchObject({
      previous_start_date: '2027-06-02 10:00:00',
    })
    expect(await patch({ previous_start_date: '2027-04-01 08:00:00' })).toMatchObject({
      previous_start_date: '2027-04-01 08:00:00',
    })
    expect(await patch({ event_status: 'scheduled' })).not.toHaveProperty('previous_start_date')
  })

  test('dates alone change no status', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const { body } = await ask('PATCH', `/events/${id}`, start('2027-06-01'))
    for (const key of KEYS) expect(body).not.toHaveProperty(key)
  })
})

test.each([
  ['2027-05-01', '2027-05-01 00:00:00'],
  ['2027-05-01T18:30', '2027-05-01 18:30:00'],
  ['May 1, 2027 6:30 pm', '2027-05-01 18:30:00'],
  ['2027-05-01T18:30:00Z', '2027-05-01 20:30:00'],
  ['yesterday', '2027-02-28 00:00:00'],
])('the start before is read as a start is: %s', async (sent, previous_start_date) => {
  const { ask, make } = openCalendar()
  const fields = { event_status: 'rescheduled', previous_start_date: sent }
  const id = await make('events', eventOf({ ...fields, timezone: 'Europe/Berlin' }))
  expect((await ask('GET', `/events/${id}`)).body).toMatchObject({ previous_start_date })
  expect((await ask('PATCH', `/events/${id}`, fields)).body).toMatchObject({ previous_start_date })
  expect((await ask('PATCH', `/events/${id}`, { previous_start_date })).body).toMatchObject({
    previous_start_date,
  })
})

describe('bad values', () => {
  test.each([
    [{ event_status: 'cancelled' }, 'event_status'],
    [{ event_status: ['canceled'] }, 'event_status'],
    [{ event_status: { toString: 'canceled' } }, 'event_status'],
    [{ event_status: null }, 'event_status'],
    [{ event_status: 'constructor' }, 'event_status'],
    [{ event_status_reason: 'x'.repeat(501) }, 'event_status_reason'],
    [{ event_status_reason: 7 }, 'event_status_reason'],
    [{ is_virtual: 'perhaps' }, 'is_virtual'],
    [{ virtual_url: 'javascript:alert(1)' }, 'virtual_url'],
    [{ virtual_url: `https://a.example/${'x'.repeat(9000)}` }, 'virtual_url'],
    [{ virtual_event_type: 'both' }, 'virtual_event_type'],
    [{ previous_start_date: '2027-02-30 10:00:00' }, 'previous_start_date'],
    [{ previous_start_date: 'some day' }, 'previous_start_date'],
    [{ previous_start_date: 1 }, 'previous_start_date'],
    [{ previous_start_date: '9'.repeat(100_000) }, 'previous_start_date'],
  ])('%j is refused, and nothing changes', async (fields, name) => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf({ ...CANCELED, ...ONLINE }))
    const before = await census(calendar)
    const shown = (await calendar.ask('GET', `/events/${id}`)).text
    expectWrong(await calendar.ask('POST', '/events', eventOf(fields)), name)
    expectWrong(await calendar.ask('PATCH', `/events/${id}`, fields), name)
    expect(await census(calendar)).toEqual(before)
    expect((await calendar.ask('GET', `/events/${id}`)).text).toBe(shown)
  })

  test('all of them are named together, and those of the filter', async () => {
    const { ask } = openCalendar()
    const bad = { event_status: 'x', is_virtual: 'x', virtual_url: 'x', virtual_event_type: 'x' }
    expectWrong(await ask('POST', '/events', eventOf(bad)), ...Object.keys(bad))
    for (const query of ['event_status=off', 'event_status=', 'event_status=canceled,x'])
      expectWrong(await ask('GET', `/events?${query}`), 'event_status')
  })

  test('a reason is one line of plain text', async () => {
    const { ask, make } = openCalendar()
    const reason = ' <b>Ill</b>\n & <script>alert(1)</script>tired '
    const id = await make('events', eventOf({ ...CANCELED, event_status_reason: reason }))
    const { text } = await ask('GET', '/events.rss')
    expect(text).not.toContain('<script>')
    expect(String((await ask('GET', `/events/${id}`)).body.event_status_reason)).not.toMatch(/\n/)
  })
})

test('behind a password, the status is known; why and where are not', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ ...CANCELED, ...ONLINE, password: 'rosebud' }))
  const hidden = { event_status_reason: '', virtual_url: '' }
  const { text, body } = await ask('GET', '/events', undefined, 'visitor')
  expect(at(body, 'events', 0)).toMatchObject({ event_status: 'canceled', is_virtual: true, ...hidden })
  for (const path of ['/events', '/events.ics', '/events.rss']) {
    const answer = await ask('GET', path, undefined, 'visitor')
    expect(answer.text).not.toMatch(/ill|meet\.example/)
  }
  expect(text).not.toContain('meet.example')
  const open = await ask('GET', `/events/${id}?password=rosebud`, undefined, 'visitor')
  expect(open.body).toMatchObject({ ...CANCELED, ...ONLINE })
  // The filter tells nothing of events that are not shown in full.
  expect(
    listOf((await ask('GET', '/events?event_status=canceled', undefined, 'visitor')).body.events),
  ).toEqual([])
})

describe('json_ld', () => {
  test.each([
    ['canceled', 'EventCancelled', 'Offline'],
    ['postponed', 'EventPostponed', 'Offline'],
    ['moved_online', 'EventMovedOnline', 'Online'],
    ['rescheduled', 'EventRescheduled', 'Offline'],
    ['scheduled', 'EventScheduled', 'Offline'],
  ])('%s is %s', async (event_status, term, mode) => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf({ event_status }))
    expect(await jsonLd(calendar, id)).toMatchObject({
      eventStatus: `https://schema.org/${term}`,
      eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    })
  })

  test('rescheduled, until it is over', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf())
    await calendar.ask('PATCH', `/events/${id}`, {
      ...{ event_status: 'rescheduled', start_date: '2027-03-20 10:00', end_date: '2027-03-20 12:00' },
      previous_start_date: '2027-03-10 10:00:00',
    })
    // The clocks change in between.
    expect(await jsonLd(calendar, id)).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2027-03-10T10:00:00-05:00',
      startDate: '2027-03-20T10:00:00-04:00',
    })
    const asked = async (time: string) => {
      calendar.setTime(time)
      const { body } = await calendar.ask('GET', `/events/${id}`, undefined, 'visitor')
      return at(body, 'json_ld', 'eventStatus')
    }
    expect(await asked('2027-03-20T15:59:59Z')).toBe('https://schema.org/EventRescheduled')
    expect(await asked('2027-03-20T16:00:00Z')).toBe('https://schema.org/EventScheduled')
    expect(await jsonLd(calendar, id)).not.toHaveProperty('previousStartDate')
  })

  test('online, at a venue, and both', async () => {
    const calendar = openCalendar()
    const venue = { venue: 'Hall' }
    const of = async (fields: object) =>
      jsonLd(calendar, await calendar.make('events', eventOf({ ...ONLINE, ...fields })))
    const online = { '@type': 'VirtualLocation', url: ONLINE.virtual_url }
    const both = await of({ venue })
    expect(both).toMatchObject({
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [{ '@type': 'Place', name: 'Hall' }, online],
    })
    expect(await of({ virtual_event_type: 'virtual', venue })).toMatchObject({
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: online,
    })
    // Without an address, the page of the event is the place to go.
    expect(await of({ virtual_url: '', slug: 'talk' })).toMatchObject({
      location: { '@type': 'VirtualLocation', url: 'https://calendar.example/event/talk/' },
    })
  })

  test('a series and its dates', async () => {
    const calendar = openCalendar()
    const id = await calendar.make(
      'events',
      eventOf({ ...CANCELED, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } }),
    )
    expect(await jsonLd(calendar, id)).toMatchObject({
      '@type': 'EventSeries',
      eventStatus: 'https://schema.org/EventCancelled',
      eventSchedule: { repeatCount: 2 },
    })
    expect(await jsonLd(calendar, id + 1)).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      superEvent: { '@type': 'EventSeries' },
    })
  })
})

describe('feeds', () => {
  test('iCalendar has a status, the reason before the description, and a conference', async () => {
    const { ask, make } = openCalendar()
    await make('events', eventOf({ ...CANCELED, ...ONLINE, description: '<p>Jazz</p>' }))
    const { text } = await ask('GET', '/events.ics')
    expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
    expect(text).toContain(
      '\r\nDESCRIPTION:The singer is ill.\\n\\nhttps://meet.example/a?b=1&c=2\\n\\nJazz\r\n',
    )
    expect(text).toContain('\r\nCONFERENCE;VALUE=URI:https://meet.example/a?b=1&c=2\r\n')
  })

  test('iCalendar has the address to join where programs show it, and reads it back as such alone', async () => {
    const { ask, make } = openCalendar()
    await make('events', eventOf({ title: 'Online', ...ONLINE, description: '<p>Jazz</p>' }))
    await make('events', eventOf({ title: 'Hybrid', ...ONLINE, venue: { venue: 'Mill' } }))
    const { text } = await ask('GET', '/events.ics')
    const unfolded = text.replaceAll('\r\n ', '')
    expect(unfolded.match(/^LOCATION:.*/gm)).toEqual([
      'LOCATION:https://meet.example/a?b=1&c=2',
      'LOCATION:Mill',
    ])
    expect(unfolded.match(/^DESCRIPTION:.*/gm)).toEqual([
      'DESCRIPTION:https://meet.example/a?b=1&c=2\\n\\nJazz',
      'DESCRIPTION:https://meet.example/a?b=1&c=2',
    ])
    const other = openCalendar({ import: true })
    await other.send('/import', { method: 'POST', headers: { 'content-type': 'text/calendar' }, body: text })
    const { body } = await other.ask('GET', '/events?_fields=title,description,venue.venue,virtual_url')
    expect(body.events).toEqual([
      { title: 'Online', description: '<p>Jazz</p>', venue: [], virtual_url: ONLINE.virtual_url },
      { title: 'Hybrid', description: '', venue: { venue: 'Mill' }, virtual_url: ONLINE.virtual_url },
    ])
  })

  test.each([
    ['postponed', 'TENTATIVE'],
    ['moved_online', 'CONFIRMED'],
    ['rescheduled', 'CONFIRMED'],
    ['scheduled', 'CONFIRMED'],
  ])('%s is %s there', async (event_status, status) => {
    const { ask, make } = openCalendar()
    await make('events', eventOf({ event_status, virtual_url: ONLINE.virtual_url }))
    const { text } = await ask('GET', '/events.ics')
    expect(text).toContain(`\r\nSTATUS:${status}\r\n`)
    expect(text).not.toContain('CONFERENCE')
  })

  test('RSS says it before the title', async () => {
    const { ask, make } = openCalendar()
    for (const event_status of ['canceled', 'postponed', 'moved_online', 'rescheduled', 'scheduled'])
      await make('events', eventOf({ event_status }))
    const { text } = await ask('GET', '/events.rss')
    const titles = [...text.matchAll(/<item>\n<title>(.*?)<\/title>/g)].map(([, title]) => title)
    expect(titles.sort()).toEqual([
      ...['Cancelled: Open day', 'Moved online: Open day', 'Open day'],
      ...['Postponed: Open day', 'Rescheduled: Open day'],
    ])
  })
})

test('counts refuse what lists refuse', async () => {
  const { ask } = openCalendar()
  expectWrong(
    await ask('GET', '/events/counts?status=off&event_status=x&venue=99'),
    'status',
    'event_status',
    'venue',
  )
  expectWrong(await ask('GET', '/events/counts?status=draft', undefined, 'visitor'), 'status')
  expect((await ask('POST', '/events/counts', {})).status).toBe(405)
  expect((await ask('GET', '/events/counts')).headers.get('etag')).not.toBeNull()
})
