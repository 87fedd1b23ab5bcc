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
