import { describe, expect, test } from 'vitest'
import { type Calendar, expectWrong, idsIn, on, openCalendar, textAt } from './calendar.ts'

const listed = async ({ ask }: Calendar, query: string, collection = 'events') =>
  idsIn((await ask('GET', `/${collection}?${query}`)).body, collection)

describe('lists of events', () => {
  test('are ordered by what orderby names, in the direction that order names', async () => {
    const calendar = openCalendar()
    const { ask, make, setTime } = calendar
    const make3 = async (title: string, day: number, date: string) =>
      make('events', { ...on(`2027-06-0${day} 10:00`), title, date })
    const éa = await make3('Éa', 3, '2027-01-02')
    const eb = await make3('eb', 2, '2027-01-03')
    const c = await make3('<em>C</em>', 1, '2027-01-01')
    setTime('2027-03-02T12:00:00Z')
    await ask('PATCH', `/events/${éa}`, { website: 'https://example.com/' })

    expect(await listed(calendar, 'orderby=event_date')).toEqual([c, eb, éa])
    expect(await listed(calendar, 'orderby=start_date&order=desc')).toEqual([éa, eb, c])
    expect(await listed(calendar, 'order=DESC')).toEqual([éa, eb, c])
    expect(await listed(calendar, 'orderby=date')).toEqual([eb, éa, c])
    expect(await listed(calendar, 'orderby=date&order=asc')).toEqual([c, éa, eb])
    expect(await listed(calendar, 'orderby=modified')).toEqual([éa, c, eb])
    expect(await listed(calendar, 'orderby=modified&order=asc')).toEqual([eb, c, éa])
    expect(await listed(calendar, 'orderby=Title')).toEqual([c, éa, eb])
    expect(await listed(calendar, 'orderby=title&order=Desc')).toEqual([eb, éa, c])
    expect(await listed(calendar, `include=${eb},${c},${éa}`)).toEqual([c, éa, eb])
    expect(await listed(calendar, `include=${eb},${c},${éa}&orderby=event_date`)).toEqual([c, eb, éa])
    expect(await listed(calendar, `include=${eb},${c},${éa}&order=desc`)).toEqual([eb, éa, c])
  })

  test('of the same title, or the same times, are ordered by ID in the direction asked for', async () => {
    const calendar = openCalendar()
    const ids: number[] = []
    for (const _ of [1, 2, 3]) {
      ids.push(
        await calendar.make('events', { ...on('2027-06-01 10:00'), title: 'Same', date: '2027-01-01' }),
      )
    }
    for (const orderby of ['title', 'modified', 'date', 'event_date']) {
      expect(await listed(calendar, `orderby=${orderby}&order=asc`), orderby).toEqual(ids)
      expect(await listed(calendar, `orderby=${orderby}&order=desc`), orderby).toEqual(ids.toReversed())
    }
  })

  test('ignore orders of other platforms, and carry none of them in links', async () => {
    const calendar = openCalendar()
    const first = await calendar.make('events', on('2027-06-01 10:00'))
    const second = await calendar.make('events', on('2027-06-02 10:00'))
    for (const query of ['orderby=menu_order', 'orderby=rand&order=random', 'orderby=', 'orderby[]=title']) {
      const { status, body } = await calendar.ask('GET', `/events?${query}&per_page=1`)
      expect([status, idsIn(body, 'events')], query).toEqual([200, [first]])
      expect(textAt(body, 'next_rest_url'), query).not.toContain('order')
    }
    const { body } = await calendar.ask('GET', '/events?orderby=TITLE&order=DESC&per_page=1')
    const link = new URL(textAt(body, 'next_rest_url')).searchParams
    expect([link.get('orderby'), link.get('order')]).toEqual(['title', 'desc'])
    expect([first, second]).toContain(idsIn(body, 'events')[0])
  })

  test('that were changed in a time are listed without the default window', async () => {
    const calendar = openCalendar()
    const { ask, make, setTime } = calendar
    const past = await make('events', on('2020-06-01 10:00'))
    setTime('2027-03-01T12:00:05Z')
    const next = await make('events', on('2027-06-01 10:00'))
    setTime('2027-03-01T12:00:10Z')
    const far = await make('events', on('2040-06-01 10:00'))

    expect(await listed(calendar, 'modified_after=2027-03-01')).toEqual([past, next, far])
    // Exclusive, to the second; without a zone in that of the site.
    expect(await listed(calendar, 'modified_after=2027-03-01T12:00:05Z')).toEqual([far])
    expect(await listed(calendar, 'modified_after=2027-03-01T12:00:04Z')).toEqual([next, far])
    expect(await listed(calendar, 'modified_before=2027-03-01 07:00:10')).toEqual([past, next])
    expect(
      await listed(
        calendar,
        'modified_after=2027-03-01 07:00:00&modified_before=2027-03-01 13:00:10 %2B01:00',
      ),
    ).toEqual([next])
    expect(await listed(calendar, 'modified_after=0000-01-01')).toEqual([past, next, far])
    expect(await listed(calendar, 'modified_after=2027-03-02')).toEqual([])
    // A window that is given applies.
    expect(await listed(calendar, 'modified_after=2027-03-01&start_date=2027-01-01')).toEqual([next, far])
    expect(await listed(calendar, 'modified_after=2027-03-01&end_date=2030-01-01')).toEqual([past, next])

    const { body } = await ask('GET', '/events?modified_after=yesterday&per_page=1')
    const link = new URL(textAt(body, 'next_rest_url')).searchParams
    expect(link.get('modified_after')).toBe('2027-02-28T05:00:00Z')
    expect(link.has('start_date')).toBe(false)
    expect((await ask('GET', textAt(body, 'next_rest_url'))).body.total).toBe(3)
    expectWrong(await ask('GET', '/events?modified_after=nonsense'), 'modified_after')
    expectWrong(await ask('GET', '/events?modified_before[]=2027-01-01'), 'modified_before')
  })
})

describe('events that are hidden from lists', () => {
  test('are listed for editors and administrators who ask for them, and links carry that', async () => {
    const calendar = openCalendar()
    const { ask, make } = calendar
    const shown = await make('events', on('2027-06-01 10:00'))
    const hidden = await make('events', { ...on('2027-06-02 10:00'), hide_from_listings: true })
    const other = await make('events', { ...on('2027-06-03 10:00'), hide_from_listings: true })
    for (const as of ['editor', 'administrator'] as const) {
      const ids = async (query: string) =>
        idsIn((await ask('GET', `/events?${query}`, undefined, as)).body, 'events')
      expect(await ids('')).toEqual([shown])
      expect(await ids('hidden=1')).toEqual([hidden, other])
      expect(await ids('hidden=ANY')).toEqual([shown, hidden, other])
      for (const query of ['hidden=0', 'hidden=', 'hidden=yes', 'hidden[]=1']) {
        expect(await ids(query), query).toEqual([shown])
      }
      const { body } = await ask('GET', '/events?hidden=1&per_page=1', undefined, as)
      expect(body).toMatchObject({ total: 2 })
      const next = await ask('GET', textAt(body, 'next_rest_url'), undefined, as)
      expect(idsIn(next.body, 'events')).toEqual([other])
    }
    const feed = await calendar.send('/events.ics?hidden=1', {}, 'editor')
    expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  })

  test('stay hidden from all others, whoever asked before', async () => {
    const calendar = openCalendar()
    const { ask, make } = calendar
    const shown = await make('events', on('2027-06-01 10:00'))
    const own = { ...on('2027-06-02 10:00'), hide_from_listings: true }
    for (const as of ['author', 'editor'] as const) await make('events', own, as)
    for (const query of ['hidden=1', 'hidden=any']) {
      for (const as of ['editor', ...OTHERS, 'editor', ...OTHERS] as const) {
        const { body } = await ask('GET', `/events?${query}`, undefined, as)
        if (as === 'editor') expect(body.total).toBeGreaterThan(1)
        else {
          expect(idsIn(body, 'events'), as).toEqual([shown])
          expect(textAt(body, 'rest_url')).not.toContain('hidden')
        }
      }
    }
  })
})

const OTHERS = ['visitor', 'subscriber', 'contributor', 'author'] as const

test.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
])('%s are ordered by publication, change and name', async (collection, name) => {
  const calendar = openCalendar()
  const { ask, make, setTime } = calendar
  const b = await make(collection, { [name]: 'b', date: '2027-01-02' })
  const é = await make(collection, { [name]: 'É', date: '2027-01-03' })
  const a = await make(collection, { [name]: 'a', date: '2027-01-01' })
  setTime('2027-03-02T12:00:00Z')
  await ask('PATCH', `/${collection}/${b}`, { phone: '1' })
  for (const query of ['', 'orderby=date', 'orderby=rand', 'order=DESC', 'orderby=event_date'])
    expect(await listed(calendar, query, collection), query).toEqual([é, b, a])
  expect(await listed(calendar, 'order=asc', collection)).toEqual([a, b, é])
  expect(await listed(calendar, 'orderby=title', collection)).toEqual([a, b, é])
  expect(await listed(calendar, 'orderby=title&order=desc', collection)).toEqual([é, b, a])
  // A new one was changed last when it was published.
  expect(await listed(calendar, 'orderby=modified', collection)).toEqual([b, é, a])
  expect(await listed(calendar, 'orderby=modified&order=asc', collection)).toEqual([a, é, b])
  expect(await listed(calendar, 'modified_after=2027-03-02', collection)).toEqual([b])
  expect(await listed(calendar, 'modified_before=2027-03-02', collection)).toEqual([é, a])
  expect(await listed(calendar, 'modified_before=2027-03-02&search=a', collection)).toEqual([a])
  expectWrong(await ask('GET', `/${collection}?modified_after=nonsense`), 'modified_after')
})
