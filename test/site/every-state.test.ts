import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeAll, expect, test } from 'vitest'
import { headOf, ORIGIN, titleOf, type Visited, visited, wordsOf } from './calendar.ts'
import { ARABIC, fillStates, LONG_WORD, PAGES, STATUSES } from './states.ts'

/*
 * Every page in every state of its events, of one calendar that has them all.
 */

type Name = keyof typeof PAGES | string

let site: Visited
beforeAll(async () => {
  const storage = memoryStorage()
  site = visited(
    {},
    { images: { store: databaseImages(storage) }, suggestions: { author: 1 }, changes: true },
    storage,
  )
  await fillStates(site.client)
})

/** What must be read on a page, and what must not. */
const SHOWN: Readonly<
  Record<Name, readonly [shown: readonly (string | RegExp)[], hidden?: readonly string[]]>
> = {
  list: [
    [
      '94 events',
      /3 Thursday December Today All day until Sun 14 Feb Exhibition/,
      /4 Friday December 21:00–01:00 ends Saturday Night of music/,
      /5 Saturday December All day Open day/,
      '11:00 Without an end',
      'For members , Behind a password',
      'Skating , Cancelled',
      'Organ recital , Postponed',
      'Play , Moved from Fri 4 December',
      'Talk about birds , Moved online Moved online Online',
      ARABIC,
      /6 Sunday December 00:30–01:30 Sat, 23:30 \(London time\) Reading in London/,
      /Abendkasse 18,50 € , ermäßigt 12,50 € , Kinder|Abendkasse 18,50 €, ermäßigt 12,50 €, Kinder/,
      'Page 1 of 4',
      'Later events →',
    ],
    ['Not in lists', 'Long ago', 'Treasure', 'Gone'],
  ],
  'second page': [['Page 2 of 4', '← Earlier events', 'Stall 7 ']],
  past: [
    ['Past events', 'Long ago', 'Events to come →'],
    ['Open day', 'Not in lists'],
  ],
  'one found': [['1 event', 'Skating']],
  'none found': [['No events', 'No events match', 'Show all events']],
  'all filters': [
    [
      'No events',
      'with “evening” ×',
      'in Category 1 × or Category 2 ×',
      'tagged winter ×',
      'at Mill ×',
      'by Club ×',
      'from Tue 1 December ×',
      'until Thu 31 December ×',
      'Free ×',
      'Online ×',
      'Featured ×',
      'Show all',
    ],
  ],
  'wrong filters': [['No such day', 'Not a page number', 'Exhibition']],
  'beyond the last page': [['What’s on', 'There is no such page of this list', 'To the first page']],
  month: [
    [
      'December 2026',
      '← November 2026',
      'January 2027 →',
      /1 Tuesday December.*Exhibition.*3 Thursday December Today/,
      /17 Thursday December.*Festival of lights/,
      /18 Friday December.*Fair beside the festival/,
      '58 more',
      '85 events in December',
      'This month:',
    ],
    ['Not in lists'],
  ],
  'month of six weeks': [['May 2027', '31 Monday May', 'No events in May']],
  'empty month': [['January 2030', 'No events in January']],
  day: [
    ['Sat 5 December 2026', 'Exhibition', 'An ordinary evening', '17 events', '← Fri 4 Dec', 'Sun 6 Dec →'],
    ['Night of music', 'Reading in London'],
  ],
  'sixty on one day': [['61 events', 'Stall 60']],
  'empty day': [['No events', 'No events match']],
  today: [['Thu 3 December 2026', 'Today', 'Exhibition']],
  category: [['Category 1', '1 event', 'An ordinary evening']],
  'category in a month': [['Category 1: December 2026', 'An ordinary evening', '1 event in December']],
  'empty category': [['Category 201', 'No events']],
  tag: [['winter', 'An ordinary evening']],
  venue: [['Place Mill', 'Mill Lane 4, Lindow 16835, Germany', 'Open map', '12 events from today', 'Choir']],
  'venue with a picture': [
    ['Gallery', 'Open map', 'Map app', 'gallery.example', '+49 30 123456', 'Under the roof.'],
  ],
  'venue without events': [['Cellar', 'No events from today', 'Nothing is planned yet']],
  organizer: [['Organizer Club', 'club.example']],
  suggest: [['Suggest an event', 'Your e-mail address', 'Send suggestion']],
  'nothing here': [['404', 'There is no page at this address', 'Search all events', 'Exhibition']],
  'taken down': [['410', 'This page was taken down', 'Search all events'], ['Gone']],
  mail: [
    ['Our town', 'Thu 3 December 2026 to Fri 1 January 2027', 'Stall 60', 'Cancelled', 'See all events'],
    ['Not in lists', 'Treasure'],
  ],
  ordinary: [
    [
      'Sat 5 December 2026, 19:30–22:00',
      'Songs and stories.',
      'Cost 12€',
      'Website ordinary.example',
      'In Category 1 , Category 2',
      'Tags winter',
    ],
  ],
  'long-words': [[`${LONG_WORD} ohne Leerzeichen`, `Veranstaltungsort ${LONG_WORD}`, `By ${LONG_WORD}`]],
  'long-title': [['before that Sat 5 December 2026']],
  locked: [['For members Sat 5 December 2026, 19:30–22:00 Behind a password', 'Show event'], ['Treasure']],
  hidden: [['Not in lists']],
  cancelled: [[/Cancelled The ice is too thin\. .*Skating/], ['Add to calendar']],
  postponed: [[/Postponed A new date follows\. .*Organ recital/, 'Add to calendar']],
  rescheduled: [[/Moved from Fri 4 December .*Play Sat 5 December/]],
  online: [[/Moved online The room is closed\. .*Where Join online/]],
  'all-day': [['Sat 5 December 2026, all day']],
  'several-days': [['Thu 17 to Sun 20 December 2026']],
  overlapping: [['Fri 18 December 2026, 10:00 to Tue 22 December 2026, 18:00']],
  midnight: [['Fri 4 December 2026, 21:00–01:00']],
  months: [['Fri 20 November 2026, 10:00 to Sun 14 February 2027, 18:00']],
  'other-zone': [['Sat 5 December 2026, 23:30–00:30 (London time)']],
  'doubled-hour': [['Sun 31 October 2027, 02:30–04:00']],
  'no-end': [['Sat 5 December 2026, 11:00 ']],
  'right-to-left': [[ARABIC]],
  past_event: [[]],
  weekly: [
    [
      'Tue 8 December 2026, 19:00–21:00',
      'More dates Tue 15 December',
      'All 11 dates',
      'Tue 23 February 2027',
    ],
    ['Website'],
  ],
  'with a wide picture': [['With a picture: wide']],
  'with a huge picture': [['With a picture: huge']],
  'with an upright picture': [['With a picture: upright']],
  'with a small picture': [['With a picture: small']],
  'at a deleted place': [['Where was it'], ['Where Shed']],
}

test.each(Object.entries(PAGES))('%s shows what it must, and no more', async (name, path) => {
  const response = await site.visit(path)
  expect(response.status).toBe(STATUSES[name] ?? 200)
  const page = await response.text()
  const words = wordsOf(page)
  const [shown, hidden = []] = SHOWN[name === 'past' && path.startsWith('/event/') ? 'past_event' : name] ?? [
    [],
  ]
  for (const one of shown)
    expect(words).toEqual(typeof one === 'string' ? expect.stringContaining(one) : expect.stringMatching(one))
  for (const one of hidden) expect(words).not.toContain(one)
  expect(titleOf(page).length).toBeGreaterThan(3)
  expect(page.match(/<h1\b/g)).toHaveLength(1)
  expect(page.match(/<main\b|role="main"/g)).toHaveLength(1)
  expect(words).not.toMatch(/undefined|null|NaN|\[object|Invalid Date| #/)
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(new Set(ids).size)
  // A page has one address, and one that is not for search engines says so.
  const canonical = headOf(page, /rel="canonical" href="([^"]*)"/)
  if (response.status === 200 && name !== 'mail' && canonical !== undefined)
    expect(canonical.startsWith(`${ORIGIN}/`)).toBe(true)
  else expect(page).toContain('<meta name="robots" content="noindex">')
})

test('each address on a page leads to one, and is that of a page', async () => {
  const asked = new Map<string, string>()
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await site.text(path)
    for (const [, raw = ''] of page.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
      const address = raw.replaceAll('&amp;', '&')
      const url = new URL(address, `${ORIGIN}${path}`)
      expect(['https:', 'webcal:', 'tel:', 'geo:'], `${name}: ${address}`).toContain(url.protocol)
      if (url.origin !== ORIGIN) continue
      if (url.pathname === path && url.hash !== '') expect(page).toContain(` id="${url.hash.slice(1)}"`)
      asked.set(`${url.pathname}${url.search}`, name)
    }
  }
  expect(asked.size).toBeGreaterThan(150)
  const wrong: string[] = []
  for (const [path, name] of asked) {
    const { status } = await site.visit(path)
    // The code for paper is of the page itself, whatever that is.
    if (status !== 200 && !Object.keys(STATUSES).some((one) => path === PAGES[one as keyof typeof PAGES]))
      wrong.push(`${path} of ${name}: ${status}`)
  }
  expect(wrong).toEqual([])
})
