import { fullCalendarEvents } from 'kalends/client/full-calendar'
import { scheduleXEvents } from 'kalends/client/schedule-x'
import { describe, expect, test } from 'vitest'
import { on } from '../routes/calendar.ts'
import { openClients, rejection } from './clients.ts'

/*
 * What the event sources of views load. That the views show it is tested in a browser: test/runtimes/views.test.ts.
 */

/** What FullCalendar passes for the days in a zone that is five hours behind UTC. */
const windowOf = (first: string, after: string) => ({
  start: new Date(`${first}T00:00:00-05:00`),
  end: new Date(`${after}T00:00:00-05:00`),
  startStr: `${first}T00:00:00-05:00`,
  endStr: `${after}T00:00:00-05:00`,
})
const MAY = windowOf('2027-05-01', '2027-06-01')

const titles = (events: readonly { title: string }[]) => events.map(({ title }) => title)

describe('the events of a window', () => {
  test('are those that overlap it, to the second', async () => {
    const { client, make } = openClients({ timezone: 'UTC-5' })
    for (const [title, start, end] of [
      ['ends as it begins', '2027-04-30 10:00:00', '2027-05-01 00:00:00'],
      ['ends a second later', '2027-04-30 10:00:00', '2027-05-01 00:00:01'],
      ['lasts longer', '2027-04-01 00:00:00', '2027-07-01 00:00:00'],
      ['has no duration, and is at its start', '2027-05-01 00:00:00', '2027-05-01 00:00:00'],
      ['begins a second before its end', '2027-05-31 23:59:59', '2027-06-01 10:00:00'],
      ['begins as it ends', '2027-06-01 00:00:00', '2027-06-01 10:00:00'],
    ] as const)
      await make('events', on(start, end, { title }))
    expect(titles(await fullCalendarEvents(client)(MAY)).sort()).toEqual([
      'begins a second before its end',
      'ends a second later',
      'has no duration, and is at its start',
      'lasts longer',
    ])
  })

  test('are instants for events in other zones, and days for all-day events', async () => {
    const { client, make } = openClients()
    const inTokyo = { timezone: 'Asia/Tokyo' }
    await make(
      'events',
      on('2027-05-01 13:00:00', '2027-05-01 14:00:00', { ...inTokyo, title: 'In April here' }),
    )
    await make(
      'events',
      on('2027-06-01 13:00:00', '2027-06-01 14:00:00', { ...inTokyo, title: 'In May here' }),
    )
    await make('events', on('2027-05-01', '2027-05-01', { ...inTokyo, title: 'First', all_day: true }))
    await make('events', on('2027-06-01', '2027-06-01', { ...inTokyo, title: 'Next', all_day: true }))
    const found = await fullCalendarEvents(client)(MAY)
    expect(found.map(({ title, allDay, start, end }) => ({ title, allDay, start, end }))).toEqual([
      { title: 'First', allDay: true, start: '2027-05-01', end: '2027-05-02' },
      {
        title: 'In May here',
        allDay: false,
        start: '2027-06-01T04:00:00.000Z',
        end: '2027-06-01T05:00:00.000Z',
      },
    ])
  })

  test('are those of all pages, with the filters given', async () => {
    const { client, make, sent } = openClients({ limits: { perPage: 2 } })
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      await make('events', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { title, tags: ['jazz'] }))
    await make('events', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { title: 'Rock' }))
    expect(titles(await fullCalendarEvents(client, { tags: ['jazz'] })(MAY))).toEqual([
      ...['One', 'Two', 'Three', 'Four', 'Five'],
    ])
    const query = 'tags=jazz&per_page=50&starts_before=2027-06-02&ends_after=2027-04-29&cursor='
    expect(sent()[0]).toBe(`GET /events?${query}`)
    expect(sent()).toHaveLength(3)
  })

  test('have the address of their page, titles without HTML, and the record', async () => {
    const { client, make } = openClients()
    const id = await make(
      'events',
      on('2027-05-10 10:00', '2027-05-10 11:00', { title: '<em>A</em> &amp;lt; B' }),
    )
    const [found] = await fullCalendarEvents(client)(MAY)
    expect(found).toMatchObject({ id: String(id), title: 'A &lt; B', url: expect.stringMatching(/^https:/) })
    expect(found?.extendedProps.event).toMatchObject({ id, venue: [], image: null })
  })

  test('behind a password are on their days, although the flag is hidden', async () => {
    const { clientOf, make } = openClients()
    await make('events', on('2027-05-10', '2027-05-11', { all_day: true, password: 'sesame' }))
    await make('events', on('2027-05-12 00:00:00', '2027-05-12 23:00:00', { password: 'sesame' }))
    const found = await fullCalendarEvents(clientOf('visitor'))(MAY)
    expect(found.map(({ allDay, start, end }) => [allDay, start, end])).toEqual([
      [true, '2027-05-10', '2027-05-12'],
      [false, '2027-05-12T04:00:00.000Z', '2027-05-13T03:00:00.000Z'],
    ])
  })
})

describe('a view that moves on', () => {
  test('a window that another one follows at once is not asked for; its call gives the new events', async () => {
    const { clientOf, api, make } = openClients()
    await make('events', on('2027-05-10 10:00', '2027-05-10 11:00', { title: 'May' }))
    await make('events', on('2027-07-10 10:00', '2027-07-10 11:00', { title: 'July' }))
    const signals: AbortSignal[] = []
    const source = fullCalendarEvents(
      clientOf('visitor', {
        fetch: (request) => {
          signals.push(request.signal)
          return api.fetch(request)
        },
      }),
    )
    const both = [source(MAY), source(windowOf('2027-07-01', '2027-08-01'))]
    expect((await Promise.all(both)).map(titles)).toEqual([['July'], ['July']])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(titles(await source(MAY))).toEqual(['May'])
  })

  test('aborts a request under way', async () => {
    const { clientOf, api } = openClients()
    const began: Request[] = []
    const source = fullCalendarEvents(
      clientOf('visitor', {
        fetch: (request) => {
          began.push(request)
          if (began.length > 1) return api.fetch(request)
          return new Promise((_resolve, reject) => {
            request.signal.addEventListener('abort', () => reject(request.signal.reason))
          })
        },
      }),
    )
    const first = source(MAY)
    await expect.poll(() => began.length).toBe(1)
    const second = source(MAY)
    expect(await first).toEqual([])
    expect(await second).toEqual([])
    expect(began.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  test('rejects with the reason of the signal that is given, and with the errors of the client', async () => {
    const { client } = openClients()
    const controller = new AbortController()
    const source = fullCalendarEvents(client, {}, { signal: controller.signal })
    const loading = source(MAY)
    controller.abort('closed')
    expect(await rejection(loading)).toBe('closed')
    expect(await rejection(fullCalendarEvents(client, { venue: [99] })(MAY))).toMatchObject({
      code: 'rest_invalid_param',
    })
  })
})

test('what is not as planned says so before its title, and has a class', async () => {
  const { client, make } = openClients({ timezone: 'UTC-5' })
  const day = ['2027-05-03 10:00:00', '2027-05-03 11:00:00'] as const
  await make('events', on(...day, { title: 'a', event_status: 'canceled' }))
  await make('events', on(...day, { title: 'b', event_status: 'moved_online' }))
  await make('events', on(...day, { title: 'c' }))
  const shown = await fullCalendarEvents(client)(MAY)
  expect(shown.map(({ title, className }) => [title, className])).toEqual([
    ['Cancelled: a', 'kalends-canceled'],
    ['Moved online: b', 'kalends-moved_online'],
    ['c', undefined],
  ])
  const time = (iso: string): Time => ({
    epochMilliseconds: Date.parse(iso),
    add: ({ days = 0, milliseconds = 0 }) =>
      time(new Date(Date.parse(iso) + days * 86_400_000 + milliseconds).toISOString()),
    startOfDay: () => time(`${iso.slice(0, 10)}T00:00:00Z`),
    toPlainDate: () => dayOf(iso),
  })
  const dayOf = (iso: string): Day => ({ add: () => dayOf(iso), toString: () => iso.slice(0, 10) })
  const listed = await scheduleXEvents(client)({
    start: time('2027-05-01T00:00:00Z'),
    end: time('2027-05-31T23:59:00Z'),
  })
  expect(listed.map(({ title, _options }) => [title, _options?.additionalClasses])).toEqual([
    ['Cancelled: a', ['kalends-canceled']],
    ['Moved online: b', ['kalends-moved_online']],
    ['c', undefined],
  ])
})

interface Day {
  readonly add: () => Day
  readonly toString: () => string
}

interface Time {
  readonly epochMilliseconds: number
  readonly add: (by: { readonly days?: number; readonly milliseconds?: number }) => Time
  readonly startOfDay: () => Time
  readonly toPlainDate: () => Day
}
