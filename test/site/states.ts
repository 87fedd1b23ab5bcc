import type { EventInput } from 'kalends'
import type { Client } from 'kalends/client'
import sharp from 'sharp'

/*
 * One calendar with events in all states that a page must bear. It is noon of Thursday, 3 December 2026, in Berlin.
 */

/** 78 letters without a space. */
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const ARABIC = 'أمسية موسيقية في المكتبة'

const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }

/** As many as an event can have. */
const hundred = (first: number) => Array.from({ length: 100 }, (_, at) => `Category ${first + at}`)

const EVENTS: readonly (EventInput & { readonly slug: string })[] = [
  {
    slug: 'ordinary',
    title: 'An ordinary evening',
    ...evening,
    cost: '12 €',
    website: 'https://ordinary.example/evening',
    description:
      '<p>Songs and stories.</p><h2>Good to know</h2><ul><li>No steps</li></ul><table><tbody><tr><th scope="row">Seats</th><td>120</td></tr></tbody></table>',
    categories: ['Category 1', 'Category 2'],
    tags: ['winter'],
    featured: true,
  },
  {
    slug: 'long-words',
    title: `${LONG_WORD} ohne Leerzeichen`,
    ...evening,
    cost: 'Abendkasse 18,50 €, ermäßigt 12,50 €, Kinder unter zwölf Jahren frei, Familien 40 €',
    description: `<p>${LONG_WORD.repeat(3)}</p><pre>${'x'.repeat(300)}</pre>`,
    tags: [LONG_WORD.slice(0, 60)],
    venue: { venue: `Veranstaltungsort ${LONG_WORD}`, city: LONG_WORD, address: LONG_WORD },
    organizer: { organizer: LONG_WORD },
    website: `https://${'a'.repeat(60)}.example/`,
  },
  {
    slug: 'long-title',
    title:
      'A title of many words, which goes on and on, so that nobody reads it to its end, which is here, after one hundred and fifty letters, and not before that',
    ...evening,
  },
  { slug: 'locked', title: 'For members', ...evening, password: 'open', description: 'Treasure' },
  { slug: 'hidden', title: 'Not in lists', ...evening, hide_from_listings: true },
  {
    slug: 'cancelled',
    title: 'Skating',
    ...evening,
    event_status: 'canceled',
    event_status_reason: 'The ice is too thin.',
  },
  {
    slug: 'postponed',
    title: 'Organ recital',
    ...evening,
    event_status: 'postponed',
    event_status_reason: 'A new date follows.',
  },
  {
    slug: 'rescheduled',
    title: 'Play',
    ...evening,
    event_status: 'rescheduled',
    previous_start_date: '2026-12-04 19:30',
  },
  {
    slug: 'online',
    title: 'Talk about birds',
    ...evening,
    event_status: 'moved_online',
    event_status_reason: 'The room is closed.',
    is_virtual: true,
    virtual_url: 'https://talks.example/birds',
  },
  { slug: 'all-day', title: 'Open day', start_date: '2026-12-05', end_date: '2026-12-05', all_day: true },
  {
    slug: 'several-days',
    title: 'Festival of lights',
    start_date: '2026-12-17',
    end_date: '2026-12-20',
    all_day: true,
  },
  {
    slug: 'overlapping',
    title: 'Fair beside the festival',
    categories: hundred(101),
    start_date: '2026-12-18 10:00',
    end_date: '2026-12-22 18:00',
  },
  {
    slug: 'midnight',
    title: 'Night of music',
    start_date: '2026-12-04 21:00',
    end_date: '2026-12-05 01:00',
  },
  {
    slug: 'months',
    title: 'Exhibition',
    start_date: '2026-11-20 10:00',
    end_date: '2027-02-14 18:00',
    categories: hundred(3),
  },
  {
    slug: 'other-zone',
    title: 'Reading in London',
    start_date: '2026-12-05 23:30',
    end_date: '2026-12-06 00:30',
    timezone: 'Europe/London',
    is_virtual: true,
  },
  {
    slug: 'doubled-hour',
    title: 'In the second of two hours',
    start_date: '2027-10-31 02:30',
    end_date: '2027-10-31 04:00',
    utc_start_date: '2027-10-31 01:30:00',
  },
  { slug: 'no-end', title: 'Without an end', start_date: '2026-12-05 11:00', end_date: '2026-12-05 11:00' },
  { slug: 'right-to-left', title: ARABIC, ...evening, description: `<p dir="rtl" lang="ar">${ARABIC}</p>` },
  { slug: 'past', title: 'Long ago', start_date: '2025-05-05 10:00', end_date: '2025-05-05 11:00' },
  {
    slug: 'weekly',
    title: 'Choir',
    start_date: '2026-12-08 19:00',
    end_date: '2026-12-08 21:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=12' },
    venue: { venue: 'Mill', city: 'Lindow', address: 'Mill Lane 4', zip: '16835', country: 'Germany' },
  },
]

export const PICTURES = {
  wide: [3000, 2000],
  huge: [8000, 5000],
  upright: [700, 1400],
  small: [120, 90],
} as const

/** All pages of the calendar that `fillStates` makes, by what they show. */
export const PAGES = {
  list: '/events/',
  'second page': '/events/?page=2',
  past: '/events/?when=past',
  'one found': '/events/?search=Skating',
  'none found': '/events/?search=nothing+of+that+name',
  'all filters':
    '/events/?search=evening&from=2026-12-01&to=2026-12-31&category=category-1,category-2&tag=winter&venue=mill&organizer=club&free=1&online=1&featured=1',
  'wrong filters': '/events/?from=2026-02-30&page=abc',
  'beyond the last page': '/events/?page=1000000000',
  month: '/events/month/2026-12/',
  'month of six weeks': '/events/month/2027-05/',
  'empty month': '/events/month/2030-01/',
  day: '/events/2026-12-05/',
  'sixty on one day': '/events/2026-12-12/',
  'empty day': '/events/2030-01-05/',
  today: '/events/today/',
  category: '/events/category/category-1/',
  'category in a month': '/events/category/category-1/month/2026-12/',
  'empty category': '/events/category/category-201/',
  tag: '/events/tag/winter/',
  venue: '/venue/mill/',
  'venue with a picture': '/venue/gallery/',
  'venue without events': '/venue/cellar/',
  organizer: '/organizer/club/',
  suggest: '/events/suggest/',
  'nothing here': '/event/none/',
  'taken down': '/event/gone/',
  mail: '/events/mail/?days=30',
  ...Object.fromEntries(EVENTS.map(({ slug }) => [slug, `/event/${slug}/`] as const)),
  'with a wide picture': '/event/wide/',
  'with a huge picture': '/event/huge/',
  'with an upright picture': '/event/upright/',
  'with a small picture': '/event/small/',
  'at a deleted place': '/event/no-place/',
} as const satisfies Readonly<Record<string, string>>

/** What pages of the calendar answer, where it is not 200. */
export const STATUSES: Readonly<Record<string, number>> = {
  'wrong filters': 400,
  'beyond the last page': 404,
  'nothing here': 404,
  'taken down': 410,
}

/** All texts that people read, by another function than `String`. */
function reworded(event: EventInput, wrap: (text: string) => string): EventInput {
  const each = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.startsWith('<')
        ? value.replace(/>([^<>]+)</g, (_, text: string) => `>${wrap(text)}<`)
        : wrap(value)
      : Array.isArray(value)
        ? value.map(each)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)]))
          : value
  const texts = new Set([
    'title',
    'cost',
    'description',
    'venue',
    'organizer',
    'categories',
    'tags',
    'event_status_reason',
  ])
  // The same members, with other words in them.
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, texts.has(name) ? each(value) : value]),
  ) as EventInput
}

/** Fills a calendar that has images and suggestions. `wrap` changes all texts that people read. */
export async function fillStates(client: Client, wrap: (text: string) => string = String): Promise<void> {
  const create = (event: EventInput) => client.events.create(reworded(event, wrap))
  for (let at = 1; at <= 201; at++) await client.categories.create({ name: wrap(`Category ${at}`) })
  for (const event of EVENTS) await create(event)
  for (let at = 0; at < 60; at++) {
    const hour = String(8 + (at % 12)).padStart(2, '0')
    const day = '2026-12-12'
    await create({
      title: `Stall ${at + 1}`,
      start_date: `${day} ${hour}:00`,
      end_date: `${day} ${hour}:45`,
    })
  }
  const images = new Map<string, number>()
  for (const [name, [width, height]] of Object.entries(PICTURES)) {
    const background = { r: 11, g: 97, b: 112 }
    const png = await sharp({ create: { width, height, channels: 3, background } })
      .png({ palette: true, compressionLevel: 6 })
      .toBuffer()
    const file = new File([new Uint8Array(png)], `${name}.png`)
    const { id } = await client.images.upload(file, { alt: wrap(`A ${name} picture`) })
    images.set(name, id)
    await create({ slug: name, title: `With a picture: ${name}`, ...evening, image: id })
  }
  await client.venues.create({
    venue: wrap('Gallery'),
    slug: 'gallery',
    image: images.get('wide') ?? 0,
    description: `<p>${wrap('Under the roof.')}</p>`,
    geo_lat: 52.9,
    geo_lng: 12.9,
    phone: '+49 30 123456',
    website: 'https://gallery.example/',
  })
  await client.venues.create({ venue: wrap('Cellar'), slug: 'cellar' })
  await client.organizers.create({
    organizer: wrap('Club'),
    slug: 'club',
    website: 'https://club.example/',
  })
  const shed = await client.venues.create({ venue: wrap('Shed') })
  await create({ slug: 'no-place', title: 'Where was it', ...evening, venue: shed.id })
  await client.venues.delete(shed.id, { force: true })
  const gone = await client.events.create({ slug: 'gone', title: 'Gone', ...evening })
  await client.events.delete(gone.id)
}
