import { StorageUnavailable } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { wrapped } from '../setup/wrapped-storage.ts'
import { headOf, titleOf, visited, wordsOf } from './calendar.ts'

/*
 * What pages show, in each state of their events.
 */

const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }

test('the list shows by day what is to come, and what was newest first', async () => {
  const { client, text } = visited()
  await client.events.create({
    title: 'Concert',
    ...evening,
    cost: '12 €',
    venue: { venue: 'Mill', city: 'Lindow' },
  })
  await client.events.create({
    title: 'Breakfast',
    start_date: '2026-12-03 08:00',
    end_date: '2026-12-03 09:00',
  })
  await client.events.create({ title: 'Older', start_date: '2026-11-03 08:00', end_date: '2026-11-03 09:00' })
  const list = wordsOf(await text('/events/'))
  expect(list).toContain('1 event')
  expect(list).toMatch(/5 Saturday December 19:30–22:00 12€ Concert Mill, Lindow/)
  expect(list).not.toContain('Breakfast')
  expect(wordsOf(await text('/events/?when=past'))).toMatch(/2 events .*Breakfast .*Older/)
})

test('an empty calendar says so', async () => {
  const { text } = visited()
  expect(wordsOf(await text('/events/'))).toContain('Nothing is planned yet')
  expect(wordsOf(await text('/events/?search=x'))).toContain('No events match')
  expect((await text('/events/month/2026-12/')).match(/<li class="kalends-row/g)).toBeNull()
})

test.each([
  [{ ...evening }, 'Sat 5 December 2026, 19:30–22:00'],
  [{ start_date: '2026-12-05 19:30', end_date: '2026-12-05 19:30' }, 'Sat 5 December 2026, 19:30 '],
  [{ start_date: '2026-12-04 21:00', end_date: '2026-12-05 01:00' }, 'Fri 4 December 2026, 21:00–01:00'],
  [{ start_date: '2026-12-17', end_date: '2026-12-20', all_day: true }, 'Thu 17 to Sun 20 December 2026'],
  [{ start_date: '2026-12-17', end_date: '2026-12-17', all_day: true }, 'Thu 17 December 2026, all day'],
  [
    { start_date: '2026-12-05 18:00', end_date: '2026-12-06 16:00', timezone: 'Europe/Berlin' },
    'Sat 5 December 2026, 18:00–16:00',
  ],
  [
    { start_date: '2026-12-05 18:00', end_date: '2026-12-07 16:00' },
    'Sat 5 December 2026, 18:00 to Mon 7 December 2026, 16:00',
  ],
  [
    { start_date: '2026-12-05 18:00', end_date: '2026-12-05 19:00', timezone: 'Europe/London' },
    'Sat 5 December 2026, 18:00–19:00 (London time)',
  ],
])('%j is %s', async (dates, words) => {
  const { client, text } = visited()
  await client.events.create({ title: 'Fair', ...dates })
  expect(wordsOf(await text('/event/fair/'))).toContain(words)
})

test('times are in the language of the site', async () => {
  const german = visited({}, { locale: 'de' })
  await german.client.events.create({ title: 'Konzert', ...evening })
  expect(wordsOf(await german.text('/event/konzert/'))).toContain('Sa., 5. Dezember 2026, 19:30–22:00 Uhr')
  const american = visited({}, { locale: 'en-US' })
  await american.client.events.create({ title: 'Concert', ...evening })
  expect(wordsOf(await american.text('/event/concert/'))).toContain('Sat, December 5, 2026, 7:30–10:00 pm')
})

test('a night stands on its second day only if it lasts past five', async () => {
  const { client, text } = visited()
  await client.events.create({
    title: 'Short night',
    start_date: '2026-12-04 21:00',
    end_date: '2026-12-05 05:00',
  })
  await client.events.create({
    title: 'Long night',
    start_date: '2026-12-04 21:00',
    end_date: '2026-12-05 05:30',
  })
  const saturday = wordsOf(await text('/events/2026-12-05/'))
  expect(saturday).toContain('Long night')
  expect(saturday).not.toContain('Short night')
  expect(wordsOf(await text('/events/2026-12-04/'))).toMatch(/Short night|Long night/)
})

test('what has changed is said first, and in the title', async () => {
  const { client, text } = visited()
  await client.events.create({
    title: 'Skating',
    ...evening,
    event_status: 'canceled',
    event_status_reason: 'Thin ice',
  })
  const page = await text('/event/skating/')
  expect(titleOf(page)).toBe('Cancelled: Skating – Our town')
  expect(wordsOf(page)).toMatch(/Cancelled Thin ice .*Skating/)
  expect(page).not.toContain('Add to calendar')
  expect(wordsOf(await text('/events/'))).toContain('Skating , Cancelled')
})

test('an event has its facts, other dates, and what is near', async () => {
  const { client, text } = visited()
  await client.events.create({
    title: 'Before',
    start_date: '2026-12-04 10:00',
    end_date: '2026-12-04 11:00',
  })
  const { venue } = await client.events.create({
    ...{ title: 'Choir', ...evening, cost: 'Free', website: 'https://choir.example/x', tags: ['winter'] },
    venue: { venue: 'Mill', city: 'Lindow', address: 'Lake road 1', geo_lat: 52.9, geo_lng: 12.9 },
    ...{ organizer: { organizer: 'Mill club' }, description: '<p>Songs.</p>', categories: ['Music'] },
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=9' },
  })
  await client.events.create({
    ...{
      title: 'Market',
      start_date: '2026-12-06 10:00',
      end_date: '2026-12-06 12:00',
      venue: venue[0]?.id ?? 0,
    },
  })
  const page = await text('/event/choir-2026-12-05/')
  const words = wordsOf(page)
  for (const part of [
    'Where Mill',
    'Lake road 1',
    'Cost Free',
    'By Mill club',
    'choir.example',
    'In Music',
    'Tags winter',
  ])
    expect(words).toContain(part)
  expect(words).toMatch(/More dates Sat 12 December .*All 8 dates/)
  expect(words).toMatch(/More at this place .*Market/)
  expect(words).toMatch(/← Fri 4 December, 10:00 Before .*Market/)
  expect(page).toContain('href="https://www.openstreetmap.org/?mlat=52.9&amp;mlon=12.9#map=17/52.9/12.9"')
  expect(page).toContain('href="geo:52.9,12.9"')
  expect(page).toContain('calendar.google.com/calendar/render')
  expect(wordsOf(await text('/event/choir/'))).toContain('Sat 5 December 2026, 19:30–22:00')
})

test('the head says what others show of a page', async () => {
  const { client, text, api } = visited({ defaultImage: 'https://cdn.example/town.png' })
  const { id } = await client.events.create({
    title: 'Tea & cake',
    ...evening,
    excerpt: 'Bring <em>cups</em>.',
  })
  const page = await text('/event/tea-cake/')
  expect(titleOf(page)).toBe('Tea &amp; cake – Our town')
  expect(headOf(page, /name="description" content="([^"]*)"/)).toBe('Bring cups.')
  expect(headOf(page, /property="og:title" content="([^"]*)"/)).toBe('Tea &amp; cake')
  expect(headOf(page, /property="og:image" content="([^"]*)"/)).toBe('https://cdn.example/town.png')
  expect(headOf(page, /type="text\/calendar"[^>]*href="([^"]*)"/)).toMatch(/by-slug\/tea-cake\.ics$/)
  const answer = await (
    await api.fetch(new Request(`https://town.example${api.basePath}/events/${id}`))
  ).json()
  expect(JSON.parse(headOf(page, /<script type="application\/ld\+json">(.*?)<\/script>/s) ?? '')).toEqual(
    answer.json_ld,
  )
  expect(page).not.toContain('noindex')
  expect(await text('/events/?search=x')).toContain('<meta name="robots" content="noindex">')
})

test('filters are a form, words with a way back, and an address', async () => {
  const { client, text, visit } = visited()
  const add = (title: string, day: number, more: object = {}) =>
    client.events.create({
      title,
      start_date: `2026-12-${day} 10:00`,
      end_date: `2026-12-${day} 11:00`,
      ...more,
    })
  await add('Jazz', 10, { categories: ['Music'], cost: 'Free', featured: true, venue: { venue: 'Mill' } })
  await add('Rock', 11, { categories: ['Music'], tags: ['loud'], organizer: { organizer: 'Mill club' } })
  await add('Talk', 12, { categories: ['Books'], is_virtual: true })
  const shown = async (query: string) =>
    [...(await text(`/events/?${query}`)).matchAll(/<h3><a [^>]*>([^<]*)/g)].map(([, title]) => title)
  expect(await shown('category=music')).toEqual(['Jazz', 'Rock'])
  expect(await shown('category=music,books&category=none')).toEqual(['Jazz', 'Rock', 'Talk'])
  expect(await shown('category[]=books')).toEqual(['Talk'])
  expect(await shown('category=none')).toEqual([])
  expect(await shown('venue=mill')).toEqual(['Jazz'])
  expect(await shown('organizer=mill-club')).toEqual(['Rock'])
  expect(await shown('tag=loud')).toEqual(['Rock'])
  expect(await shown('free=1')).toEqual(['Jazz'])
  expect(await shown('online=1')).toEqual(['Talk'])
  expect(await shown('featured=1')).toEqual(['Jazz'])
  expect(await shown('search=rock&unknown=1')).toEqual(['Rock'])
  expect(await shown('from=2026-12-11&to=2026-12-11')).toEqual(['Rock'])
  const page = await text('/events/?category=music,books&from=2026-12-10')
  expect(wordsOf(page)).toContain('3 events in Music × or Books × from Thu 10 December × Show all')
  expect(page).toContain(
    'href="/events/?from=2026-12-10&amp;category=books" aria-label="Remove filter: Music"',
  )
  expect(page).toMatch(/href="https:\/\/town\.example\/vendor\/events\/v1\/events\.ics\?categories=\d+,\d+"/)
  const wrong = await visit('/events/?page=abc&from=2026-02-30&to=x')
  expect(wrong.status).toBe(400)
  expect(wordsOf(await wrong.text())).toMatch(/No such day.*No such day.*Not a page number.*Jazz/s)
})

test('a list has pages, and the one beyond the last is not there', async () => {
  const { client, text, visit } = visited()
  for (let at = 0; at < 31; at++)
    await client.events.create({
      title: `Event ${at}`,
      start_date: `2026-12-${10 + (at % 20)}`,
      end_date: `2026-12-${10 + (at % 20)}`,
    })
  const first = await text('/events/')
  expect(wordsOf(first)).toContain('Page 1 of 2')
  expect(first).toContain('<link rel="next" href="https://town.example/events/?page=2">')
  expect((await text('/events/?page=2')).match(/<h3>/g)).toHaveLength(1)
  const beyond = await visit('/events/?page=3')
  expect(beyond.status).toBe(404)
  expect(wordsOf(await beyond.text())).toContain('What’s on')
})

test('a month is a grid of weeks with bars for longer events', async () => {
  const { client, text } = visited()
  await client.events.create({
    title: 'Festival',
    start_date: '2026-12-17 10:00',
    end_date: '2026-12-20 18:00',
  })
  for (let at = 0; at < 60; at++)
    await client.events.create({
      title: `Stall ${at}`,
      start_date: '2026-12-19 10:00',
      end_date: '2026-12-19 11:00',
    })
  const page = await text('/events/month/2026-12/')
  expect(page.match(/class="kalends-week"/g)).toHaveLength(5)
  expect(page.match(/kalends-strip/g)).toHaveLength(4)
  expect(wordsOf(page)).toContain('58 more')
  expect(page).toContain('<a href="/events/2026-12-19/">58 more</a>')
  expect((await text('/events/2026-12-19/')).match(/<h3>/g)).toHaveLength(61)
})

test('a host puts pages into its own', async () => {
  const { client, text } = visited({
    layout: ({ title, lang, head, body, kind }) =>
      `<html lang="${lang}"><title>${title}</title>${head}<b>${kind}</b>${body}</html>`,
  })
  await client.events.create({ title: 'Tea <em>&amp;</em> "cake" &lt;b&gt;', ...evening, slug: 'tea-cake' })
  const page = await text('/event/tea-cake/')
  expect(page).toContain('<title>Tea &amp; &quot;cake&quot; &lt;b&gt; – Our town</title>')
  expect(page).toContain('<b>event</b><main')
})

test('texts can be replaced and added', async () => {
  const { text } = visited({ texts: { en: { 'Nothing is planned yet': 'Quiet <days>' } } })
  expect(await text('/events/')).toContain('Quiet &lt;days&gt;')
})

test('options that are wrong are refused', () => {
  expect(() => visited({ accent: 'red' })).toThrow(RangeError)
  expect(() => visited({ fonts: 'x;}' })).toThrow(RangeError)
  expect(() => visited({ links: [{ label: 'x', url: 'javascript:alert(1)' }] })).toThrow(RangeError)
  expect(() => visited({ paths: { event: 'events' } })).toThrow(RangeError)
  expect(() => visited(JSON.parse('{"acent":"#123456"}'))).toThrow(TypeError)
})

test('days are those of the site, also for events of other zones', async () => {
  const { client, text } = visited()
  const add = (title: string, timezone: string, start_date: string, end_date: string) =>
    client.events.create({ title, timezone, start_date, end_date })
  await add('From London', 'Europe/London', '2026-12-05 23:10', '2026-12-05 23:40')
  await add('From Tokyo', 'Asia/Tokyo', '2026-12-05 02:10', '2026-12-05 03:40')
  await add('At home', 'Europe/Berlin', '2026-12-05 23:30', '2026-12-05 23:45')
  const titles = async (path: string) =>
    [...(await text(path)).matchAll(/(From \w+|At home)<\/a><\/h3>/g)].map(([, title]) => title)
  expect(await titles('/events/2026-12-04/')).toEqual(['From Tokyo'])
  expect(await titles('/events/2026-12-05/')).toEqual(['At home'])
  expect(await titles('/events/2026-12-06/')).toEqual(['From London'])
  expect(await titles('/events/')).toEqual(['From Tokyo', 'At home', 'From London'])
  expect(wordsOf(await text('/events/mail/?from=2026-12-06&to=2026-12-06'))).toContain('From London')
  expect(await text('/events/9999-12-31/')).toContain('No events')
  expect(await text('/events/0001-01-01/')).toContain('No events')
})

test('an outage speaks the language of the site', async () => {
  let isOut = false
  const storage = wrapped(memoryStorage(), (_name, call) =>
    isOut ? Promise.reject(new StorageUnavailable('out')) : call(),
  )
  const { visit } = visited({}, { locale: 'de', onError: () => undefined }, storage)
  // Its options are known by then.
  expect((await visit('/events/')).status).toBe(200)
  isOut = true
  const response = await visit('/events/month/2026-12/')
  expect(response.status).toBe(503)
  const page = await response.text()
  expect(titleOf(page)).toBe('Der Kalender ist gerade nicht erreichbar – Our town')
  expect(page).toContain('<html lang="de"')
})

test('the icon of the tab is there', async () => {
  const { visit, text } = visited({ accent: '#9c2f2f' })
  const icon = headOf(await text('/events/'), /rel="icon"[^>]*href="([^"]*)"/) ?? ''
  const response = await visit(icon)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await response.text()).toContain('#9c2f2f')
})

test('arrows turn where people read from right to left', async () => {
  const { client, text } = visited({}, { locale: 'ar' })
  await client.events.create({ title: 'Fair', ...evening })
  const page = await text('/event/fair/')
  expect(page).toContain('<html lang="ar" dir="rtl"')
  expect(page).toContain('>→ What’s on</a>')
  expect(await text('/events/month/2026-12/')).toMatch(/rel="prev"[^>]*>→/)
  expect(await text('/events/mail/')).toContain('dir="rtl"')
})
