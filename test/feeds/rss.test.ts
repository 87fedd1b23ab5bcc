import { describe, expect, test } from 'vitest'
import { type Calendar, eventOf, on, openCalendar } from '../routes/calendar.ts'

const feed = (calendar: Calendar, path = '/events.rss') => calendar.send(path, {}, 'visitor')

const itemsOf = (text: string) => [...text.matchAll(/<item>\n(.*?)<\/item>/gs)].map(([, item = '']) => item)

const titlesOf = (text: string) => itemsOf(text).map((item) => /<title>(.*?)<\/title>/.exec(item)?.[1])

describe('a feed of news', () => {
  test('shows an event with its publication, its times and its place', async () => {
    const calendar = openCalendar({ title: 'Town & hall' })
    const id = await calendar.make(
      'events',
      on('2027-05-10 10:00:00', '2027-05-10 12:00:00', {
        title: 'Jazz &amp; <em>more</em>',
        description: '<p>Tickets</p>',
        venue: { venue: 'Hall', city: 'Troy' },
        tags: ['loud & fast'],
      }),
    )
    const { headers, text } = await feed(calendar)
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(text).toContain(
      '<channel>\n<title>Town &amp; hall</title>\n<link>https://calendar.example/</link>',
    )
    expect(text).toContain(
      '<atom:link rel="self" type="application/rss+xml" href="https://calendar.example/vendor/events/v1/events.rss"/>',
    )
    expect(itemsOf(text)).toEqual([
      [
        '<title>Jazz &amp; more</title>',
        '<link>https://calendar.example/event/jazz-more/</link>',
        `<guid isPermaLink="false">calendar.example?id=${id}</guid>`,
        '<pubDate>Mon, 01 Mar 2027 12:00:00 GMT</pubDate>',
        '<description>&lt;p&gt;2027-05-10 10:00 – 12:00, America/New_York&lt;br&gt;Hall, Troy&lt;/p&gt;&lt;p&gt;Tickets&lt;/p&gt;</description>',
        '<category>loud &amp; fast</category>',
        '<ev:startdate>2027-05-10T10:00:00-04:00</ev:startdate>',
        '<ev:enddate>2027-05-10T12:00:00-04:00</ev:enddate>',
        '<ev:location>Hall, Troy</ev:location>',
        '',
      ].join('\n'),
    ])
  })

  test('has the newest publications first, and 50 of them', async () => {
    const calendar = openCalendar()
    for (let number = 0; number < 52; number++) {
      const date = `2027-02-01 10:${String(number).padStart(2, '0')}:00`
      await calendar.make('events', eventOf({ title: `Event ${number}`, date }))
    }
    const { headers, text } = await feed(calendar)
    expect(titlesOf(text)).toEqual(Array.from({ length: 50 }, (_, index) => `Event ${51 - index}`))
    expect(headers.get('x-tec-total')).toBe('52')
  })

  test('has the filters of the list, and names them in its own address', async () => {
    const calendar = openCalendar()
    await calendar.make('events', eventOf({ title: 'One', tags: ['jazz'] }))
    await calendar.make('events', eventOf({ title: 'Other' }))
    const { text } = await feed(calendar, '/events.rss?tags=jazz&page=7')
    expect(titlesOf(text)).toEqual(['One'])
    expect(text).toMatch(/href="https:\/\/calendar\.example\/vendor\/events\/v1\/events\.rss\?tags=jazz"/)
    expect((await feed(calendar, '/events.rss?venue=99')).status).toBe(400)
  })

  test('shows the title and the times of an event with a password, and nothing else', async () => {
    const calendar = openCalendar()
    await calendar.make(
      'events',
      eventOf({ password: 'sesame', description: 'Hidden', venue: { venue: 'Cellar' }, tags: ['secret'] }),
    )
    const { text } = await feed(calendar)
    expect(titlesOf(text)).toEqual(['Open day'])
    expect(text).not.toMatch(/Hidden|Cellar|secret/)
  })

  test('leaves out characters that XML does not have', async () => {
    const calendar = openCalendar()
    await calendar.make('events', eventOf({ title: 'a\u0001b\uffff"<' }))
    expect(titlesOf((await feed(calendar)).text)).toEqual(['ab&quot;&lt;'])
  })
})

const guidsOf = (text: string) => itemsOf(text).map((item) => /<guid[^>]*>(.*?)<\/guid>/.exec(item)?.[1])
const startsOf = (text: string) => itemsOf(text).map((item) => /<ev:startdate>(.{10})/.exec(item)?.[1])
const weekly = (more: object = {}) =>
  on('2027-03-05 10:00:00', '2027-03-05 11:00:00', {
    title: 'Choir',
    recurrence: { rrule: 'FREQ=WEEKLY' },
    ...more,
  })
const datesOf = async (calendar: Calendar, series: number) => {
  const { body } = await calendar.ask(
    'GET',
    `/events?post_parent=${series}&per_page=50&_fields=id,start_date`,
  )
  return Object(body).events as readonly { readonly id: number; readonly start_date: string }[]
}

describe('a series in a feed of news', () => {
  test('is one item, with its next date, its own address and its publication', async () => {
    const calendar = openCalendar()
    const series = await calendar.make('events', weekly({ date: '2027-02-01 09:00:00' }))
    await calendar.make('events', eventOf({ title: 'Fair', date: '2027-02-02 09:00:00' }))
    const { text, headers } = await feed(calendar)
    expect(titlesOf(text)).toEqual(['Fair', 'Choir'])
    expect(headers.get('x-tec-total')).toBe('2')
    expect(itemsOf(text)[1]).toContain(`<guid isPermaLink="false">calendar.example?id=${series}</guid>`)
    expect(itemsOf(text)[1]).toContain('<link>https://calendar.example/event/choir/</link>')
    expect(itemsOf(text)[1]).toContain('<pubDate>Mon, 01 Feb 2027 14:00:00 GMT</pubDate>')
    expect(startsOf(text)[1]).toBe('2027-03-05')
    calendar.setTime('2027-03-05T15:00:01Z')
    expect(startsOf((await feed(calendar)).text)[1]).toBe('2027-03-12')
  })

  test('passes over a next date that is cancelled, and has an item for each date that was changed by itself', async () => {
    const calendar = openCalendar()
    const series = await calendar.make('events', weekly())
    const [first, second, third] = await datesOf(calendar, series)
    await calendar.ask('PATCH', `/events/${first?.id}`, { event_status: 'canceled' })
    await calendar.ask('PATCH', `/events/${third?.id}`, { title: 'Choir in the park' })
    const { text } = await feed(calendar)
    expect(guidsOf(text)).toEqual(
      [third, first, { id: series }].map((one) => `calendar.example?id=${one?.id}`),
    )
    expect(startsOf(text)).toEqual(['2027-03-19', '2027-03-05', '2027-03-12'])
    expect(second?.start_date).toBe('2027-03-12 10:00:00')
    // What was changed back is a date as any other again.
    await calendar.ask('PATCH', `/events/${third?.id}`, { title: 'Choir' })
    await calendar.ask('PATCH', `/events/${first?.id}`, { event_status: 'scheduled' })
    expect(guidsOf((await feed(calendar)).text)).toEqual([`calendar.example?id=${series}`])
  })

  test('whose next date was changed by itself has both items', async () => {
    const calendar = openCalendar()
    const series = await calendar.make('events', weekly())
    const [first] = await datesOf(calendar, series)
    await calendar.ask('PATCH', `/events/${first?.id}`, { description: 'With tea' })
    const { text } = await feed(calendar)
    expect(guidsOf(text)).toEqual([first?.id, series].map((id) => `calendar.example?id=${id}`))
    expect(startsOf(text)).toEqual(['2027-03-05', '2027-03-05'])
  })

  test('stands with its last date in a window that is over, and not in one that has none of its dates', async () => {
    const calendar = openCalendar()
    calendar.setTime('2027-05-01T12:00:00Z')
    await calendar.make('events', weekly())
    const over = await feed(calendar, '/events.rss?start_date=2027-03-01&end_date=2027-04-10')
    expect(startsOf(over.text)).toEqual(['2027-04-09'])
    const between = await feed(calendar, '/events.rss?start_date=2027-03-06&end_date=2027-03-10')
    expect(itemsOf(between.text)).toEqual([])
    expect(between.headers.get('x-tec-total')).toBe('0')
  })

  test('is found by the filters of the list; dates are shown to who names them', async () => {
    const calendar = openCalendar()
    const series = await calendar.make('events', weekly({ categories: ['Music'], description: 'Tenors' }))
    const [first, second] = await datesOf(calendar, series)
    for (const query of ['categories=music', 'search=tenors', `post_parent=${series}`]) {
      expect(guidsOf((await feed(calendar, `/events.rss?${query}`)).text)).toEqual([
        `calendar.example?id=${series}`,
      ])
    }
    expect(itemsOf((await feed(calendar, '/events.rss?search=basses')).text)).toEqual([])
    const named = await feed(calendar, `/events.rss?include=${first?.id},${second?.id}`)
    expect(startsOf(named.text)).toEqual(['2027-03-12', '2027-03-05'])
  })

  test('that is not published is in no feed of a visitor', async () => {
    const calendar = openCalendar()
    await calendar.make('events', weekly({ status: 'draft' }))
    await calendar.make('events', weekly({ title: 'Hidden', hide_from_listings: true }))
    expect(itemsOf((await feed(calendar)).text)).toEqual([])
  })

  test('an event that belongs to an ordinary one is an item as any other', async () => {
    const calendar = openCalendar()
    const festival = await calendar.make('events', eventOf({ title: 'Festival' }))
    await calendar.make('events', eventOf({ title: 'Concert', post_parent: festival }))
    expect(titlesOf((await feed(calendar)).text)).toEqual(['Concert', 'Festival'])
    expect(titlesOf((await feed(calendar, `/events.rss?post_parent=${festival}`)).text)).toEqual(['Concert'])
  })

  test('a reader that polls for a year sees nothing new that nobody published', async () => {
    const calendar = openCalendar()
    const published = new Map<string, string>()
    const publish = (id: number | undefined, week: number) =>
      published.set(`calendar.example?id=${id}`, String(week))
    for (const rrule of ['FREQ=WEEKLY', 'FREQ=DAILY', 'FREQ=MONTHLY;COUNT=30'])
      publish(await calendar.make('events', weekly({ title: rrule, recurrence: { rrule } })), 0)
    const seen = new Map<string, string>()
    for (let week = 0; week < 53; week++) {
      calendar.setTime(new Date(Date.UTC(2027, 2, 1 + 7 * week, 12)).toISOString())
      const day = new Date(Date.UTC(2027, 2, 20 + 7 * week)).toISOString().slice(0, 10)
      if (week % 13 === 5)
        publish(await calendar.make('events', on(day, day, { title: `Single ${week}` })), week)
      for (const guid of guidsOf((await feed(calendar)).text)) {
        if (guid !== undefined && !seen.has(guid)) seen.set(guid, String(week))
      }
    }
    expect(seen).toEqual(published)
  })
})
