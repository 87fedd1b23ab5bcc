import { expect, test } from 'vitest'
import { visited, wordsOf } from './calendar.ts'

/*
 * An event is to come until the instant of its end, whatever the clocks of its zone and of the site say.
 */

const PAGES = [
  '/events/',
  '/events/?category=online',
  '/events/?search=online',
  '/events/category/online/',
  '/venue/studio/',
  '/organizer/club/',
]

const past = (path: string) => `${path}${path.includes('?') ? '&' : '?'}when=past`

/** A site whose clock the test sets. Noon in Berlin at first. */
async function studio() {
  let now = '2026-12-03T11:00:00Z'
  const site = visited({}, { now: () => new Date(now) })
  const { client, text } = site
  const [venue, organizer] = [
    await client.venues.create({ venue: 'Studio' }),
    await client.organizers.create({ organizer: 'Club' }),
  ]
  const add = (title: string, start_date: string, end_date: string, timezone: string) =>
    client.events.create({
      ...{ title: `Online ${title}`, start_date, end_date, timezone, categories: ['online'] },
      ...{ venue: venue.id, organizer: organizer.id },
    })
  // 10:00 to 13:00 UTC, 08:00 to 10:00 UTC, and until 11:00 UTC.
  await add('Manhattan', '2026-12-03 05:00', '2026-12-03 08:00', 'America/New_York')
  await add('Tokyo', '2026-12-03 17:00', '2026-12-03 19:00', 'Asia/Tokyo')
  await add('Berlin', '2026-12-03 11:00', '2026-12-03 12:00', 'Europe/Berlin')
  return {
    words: async (path: string) => wordsOf(await text(path)),
    tick: (time: string) => {
      now = time
    },
  }
}

test.each(PAGES)('%s has an event of another zone until it ends', async (path) => {
  const { words, tick } = await studio()
  const list = await words(path)
  expect(list).toContain('1 event')
  expect(list).toContain('Online Manhattan')
  expect(list).not.toMatch(/Online (Tokyo|Berlin)/)
  tick('2026-12-03T12:59:59Z')
  expect(await words(path)).toContain('Online Manhattan')
  tick('2026-12-03T13:00:00Z')
  expect(await words(path)).not.toContain('Online Manhattan')
})

test.each(PAGES)('%s of the past has an event from its end on', async (path) => {
  const { words, tick } = await studio()
  const list = await words(past(path))
  expect(list).toContain('2 events')
  expect(list).toContain('Online Tokyo')
  expect(list).toContain('Online Berlin')
  expect(list).not.toContain('Online Manhattan')
  // Kept pages, too.
  tick('2026-12-03T13:00:00Z')
  expect(await words(past(path))).toContain('3 events')
})

test('a filter holds for events of other zones, too', async () => {
  const { words } = await studio()
  expect(await words('/events/?search=nothing')).not.toContain('Online Manhattan')
  expect(await words('/events/?to=2026-12-02')).not.toContain('Online Manhattan')
})

test('months and days have events of other zones on the day of the site', async () => {
  const { words } = await studio()
  for (const path of ['/events/2026-12-03/', '/events/month/2026-12/'])
    for (const title of ['Manhattan', 'Tokyo', 'Berlin']) expect(await words(path)).toContain(title)
})
