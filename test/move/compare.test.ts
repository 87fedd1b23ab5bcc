import fc from 'fast-check'
import { createEventsApi } from 'kalends'
import { type CompareReport, compareSite, importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Document, Kind, Storage } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'
import { type Row, SITE } from './small-site.ts'
import { type WordPress, type Written, wordpressSite } from './wordpress-site.ts'

/* A comparison explains what a site makes of its records, and nothing else. */

const sleep = async () => {}

const VISITOR = {}
const ADMIN = { user: 'admin', password: 'secret' }
const BOTH = [
  ['a visitor', VISITOR],
  ['an administrator', ADMIN],
] as const

const optionsOf = (site: WordPress, as: object) => ({ url: SITE, fetch: site.fetch, sleep, ...as })
const compare = (storage: Storage, site: WordPress, as: object): Promise<CompareReport> => {
  const api = createEventsApi(storage, {
    ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
  })
  return compareSite(api, optionsOf(site, as))
}

async function compared(site: WordPress, as: object): Promise<CompareReport> {
  const storage = memoryStorage()
  await importSite(storage, optionsOf(site, as))
  return compare(storage, site, as)
}

const PICTURE = '<img src="https://town.example/fair.jpg" alt="Fair" />'
/** Texts that the site shows in another way than they were written. */
const PIECES = [
  ...[
    'Beams of 3x4 inches',
    '"Quoted" and \'single\'',
    "It's -- well --- fine...",
    'Rock & Roll',
    'a 9\' board, 12" long',
  ],
  ...[
    'Best (tm) of all',
    'A Wordpress of ours',
    "the '90s",
    'so :) glad :D or :mrgreen: even 8O',
    'Entry 5,50 € at 19:30',
  ],
  ...[
    '[gallery ids="1,2"]',
    '[list n="2"]',
    '[contact-form id="1"]',
    '[lang_de]Nur hier[/lang_de]',
    'Entry [free]',
  ],
  `[caption id="attachment_6" width="300"]${PICTURE} The fair's "best"[/caption]`,
  ...['[embed]https://film.example/watch?v=1&t=2[/embed]', 'https://film.example/watch/7'],
  `<a href="https://club.example/?a=1&b=2">Our "club"</a>`,
  ...['<ul>\n<li>One 2x4</li>\n<li>Two</li>\n</ul>', '<strong>Bold</strong> & brave'],
]
const BLOCKS = [
  '<!-- wp:tribe/event-datetime /-->',
  '<!-- wp:paragraph -->\n<p>A "block" of 3x4</p>\n<!-- /wp:paragraph -->',
  "<!-- wp:heading -->\n<h2>What's on</h2>\n<!-- /wp:heading -->",
  '<!-- wp:block {"ref":12} /-->',
  '<!-- wp:shortcode -->\n[gallery ids="3"]\n<!-- /wp:shortcode -->',
  '<!-- wp:gallery {"ids":[1]} -->\n<figure class="wp-block-gallery"><img src="https://town.example/1.jpg" alt=""/></figure>\n<!-- /wp:gallery -->',
  `<!-- wp:html -->\n<div class="x">Raw & "plain"</div>\n<!-- /wp:html -->`,
]
const COSTS = [
  ...['', '5', '$10', '1,000.50', '12.345,67 €', '1,250', '10 - 25.50', '0', 'Free', 'Pay what you can'],
  ...['€5,50', '$1,000 – $2,000.50', '2x4 boards'],
]

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('\n\n')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('\n')),
  fc.array(fc.constantFrom(...BLOCKS), { maxLength: 5 }).map((parts) => parts.join('\n\n')),
)
const line = fc.constantFrom(...PIECES.filter((piece) => !/[[<\n]/.test(piece)), 'Plain')
const fields = fc.record({
  venue: fc.subarray([20, 21]),
  organizer: fc.subarray([22]),
  categories: fc.subarray([2]),
  tags: fc.subarray([4]),
  hide_from_listings: fc.boolean(),
})
const many = (from: number, most: number, more: object = {}) =>
  fc
    .array(fc.record({ title: line, content: text, ...more }), { minLength: most, maxLength: most })
    .map((all) => all.map((one, at): Written => ({ ...one, id: from + at })))
const sites = fc.record({
  venues: many(20, 2),
  organizers: many(22, 1),
  events: many(30, 7, {
    ...{ excerpt: text, cost: fc.constantFrom(...COSTS), fields },
    password: fc.constantFrom('', '', '', 'sesame'),
    meta: fc.constantFrom(
      {},
      { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Too "cold", 3x4 metres of snow' },
    ),
  }),
})

describe.each(BOTH)('as %s', (_, as) => {
  test('whatever a site makes of its texts, prices and lists is explained', async () => {
    await fc.assert(
      fc.asyncProperty(sites, fc.boolean(), async (given, isUnstable) => {
        const report = await compared(wordpressSite(given, { isUnstable }), as)
        expect(report.differences).toEqual([])
        expect(report.unexplained).toBe(0)
      }),
      { numRuns: 40, seed: 44, endOnFailure: true },
    )
  })
})

// —— What is wrong is found ————————————————————————————————————————————————————————————————————————————————————

const DESCRIBED = `<p>Bring 3x4 "boards" -- and <a href="https://club.example/boards">ask</a></p> [gallery ids="1"] ${PICTURE}`
const image = {
  url: `${SITE}/wp-content/uploads/a.png`,
  id: 40,
  extension: 'png',
  width: 200,
  height: 100,
  filesize: 9,
}
/** One record of each kind, with a value in each field. */
const full = (changed?: (row: Row) => Row) =>
  wordpressSite(
    {
      venues: [
        {
          ...{ id: 20, title: "The 3x4 'Hall'", content: DESCRIBED },
          fields: {
            ...{
              address: 'Main St. 1',
              city: 'Ahle',
              country: 'Germany',
              province: 'NRW',
              state: '',
              zip: '12345',
            },
            ...{ stateprovince: 'NRW', phone: '+49 1', website: 'https://hall.example/', image },
            ...{ geo_lat: 51.5, geo_lng: 7.25 },
          },
        },
      ],
      organizers: [
        {
          ...{ id: 22, title: 'Club "X"', content: DESCRIBED },
          fields: { phone: '+49 2', website: 'https://club.example/', email: 'club@club.example' },
        },
      ],
      events: [
        {
          ...{
            id: 30,
            title: 'Rock & Roll -- 3x4',
            content: DESCRIBED,
            excerpt: 'In "short"',
            cost: '1,000.50 €',
          },
          fields: {
            ...{
              venue: [20],
              organizer: [22],
              categories: [2],
              tags: [4],
              website: 'https://rock.example/7',
              image,
            },
            ...{ is_virtual: true, virtual_url: 'https://meet.example/7', virtual_event_type: 'hybrid' },
          },
          meta: { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Too cold' },
        },
        { id: 31, content: 'Another', cost: '7' },
      ],
    },
    changed === undefined ? {} : { changed },
  )

/** Another value of the same type. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 0 ? 31 : value + 1
  if (Array.isArray(value)) return value.length === 0 ? [{ id: 77 }] : []
  if (typeof value !== 'string') throw new TypeError(`no other value than ${value}`)
  if (/^\d{4}-\d\d-\d\d /.test(value)) return value.replace(/-\d\d /, '-19 ')
  if (value === 'Europe/Berlin') return 'America/New_York'
  if (value === 'CEST') return 'EST'
  if (/^https?:/.test(value)) return `${value}x`
  if (/<p>/.test(value)) return value.replace(/boards|short/, 'words')
  if (value === 'prefix' || value === 'postfix') return value === 'prefix' ? 'postfix' : 'prefix'
  if (value === 'hybrid') return 'virtual'
  const [status = ''] = value === 'publish' ? ['private'] : value === 'canceled' ? ['postponed'] : []
  return status || (/^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`)
}

/** Paths of all values in an object, and of the lists in it. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (value === null) return []
  if (typeof value !== 'object') return [path]
  const inside = Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]))
  return Array.isArray(value) && path.length > 0 ? [path, ...inside] : inside
}

function withOther(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return other(value)
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === name ? withOther(one, rest) : one))
  const row: Row = Object(value)
  return { ...row, [name]: withOther(row[name], rest) }
}

const contentOf = ({ content = '' }: Written): string => content
const kindOf = (row: Row): string =>
  'title' in row ? 'events' : 'organizer' in row ? 'organizers' : 'venues'
const isFirst = ({ id }: Row): boolean => [20, 22, 30].includes(Number(id))

/** Of the site alone: its own fields, and what follows from other values there. */
const CHANGES_NOTHING = /^(?:id$|custom_fields|cost_details\.currency_code|utc_|timezone_abbr)/
/** Texts that it makes of what was written, which editors see. */
const IS_WRITTEN = /^(?:title|description|excerpt|cost|cost_details|venue|organizer)$/
const LINKS = /^(?:venue|organizer|categories|tags)$/

const RECORDS = [
  ...[['event', 30] as const, ['venue', 20] as const, ['organizer', 22] as const],
  ...[['category', 2] as const, ['tag', 4] as const],
]

/** A storage in which one document has other data. */
function withData(storage: Storage, kind: Kind, id: number, data: string): Storage {
  const changed = <K extends Kind>(found: K, all: readonly Document<K>[]): readonly Document<K>[] =>
    found === kind ? all.map((one) => (one.id === id ? { ...one, data } : one)) : all
  return {
    ...methodsOf(storage),
    get: async (found, ids) => changed(found, await storage.get(found, ids)),
    find: async (found, query) => changed(found, await storage.find(found, query)),
  }
}

/** What no answer shows, or what follows from other values. */
const UNSEEN =
  /^(?:version|kind|id|uid|dated|published|own_slug|site_timezone|password|(?:start|end)_offset|cost\.texts)$/

describe.each(BOTH)('to %s', (_, as) => {
  test('a value that is wrong here is told, whichever it is', async () => {
    const site = full()
    const storage = memoryStorage()
    await importSite(storage, optionsOf(site, as))
    expect((await compare(storage, site, as)).differences).toEqual([])
    const missed: string[] = []
    for (const [kind, id] of RECORDS) {
      const [document] = await storage.get(kind, [id])
      if (document === undefined) throw new Error(`no ${kind} ${id}`)
      const record: unknown = JSON.parse(document.data)
      for (const path of pathsIn(record)) {
        if (UNSEEN.test(path.join('.'))) continue
        const wrong = withData(storage, kind, id, JSON.stringify(withOther(record, path)))
        if ((await compare(wrong, site, as)).unexplained === 0) missed.push(`${kind} ${path.join('.')}`)
      }
    }
    expect(missed).toEqual([])
  })

  test('a value that the site changes after the import is told, whichever it is', async () => {
    let path: readonly string[] | undefined
    let kind = ''
    const site = full((row) =>
      path !== undefined && kindOf(row) === kind && isFirst(row) ? Object(withOther(row, path)) : row,
    )
    const storage = memoryStorage()
    await importSite(storage, optionsOf(site, as))
    const missed: string[] = []
    for (const name of ['events', 'venues', 'organizers']) {
      const body: unknown = await (
        await site.fetch(`${SITE}/wp-json/tribe/events/v1/${name}?per_page=9&page=1`)
      ).json()
      const [first] = Object(body)[name]
      for (path of pathsIn(first)) {
        kind = name
        // The records inside are compared by themselves.
        const [field = '', ...inside] = path
        if (CHANGES_NOTHING.test(path.join('.')) || (LINKS.test(field) && inside.length > 0)) continue
        if (as === ADMIN && IS_WRITTEN.test(field)) continue
        if ((await compare(storage, site, as)).unexplained === 0) missed.push(`${name} ${path.join('.')}`)
      }
      path = undefined
    }
    expect(missed).toEqual([])
  })

  test.each([
    ['a word', (one: Written) => ({ ...one, content: contentOf(one).replace('boards', 'beams') })],
    ['a number', (one: Written) => ({ ...one, content: contentOf(one).replace('3x4', '3x5') })],
    ['a link', (one: Written) => ({ ...one, content: contentOf(one).replace('/boards', '/beams') })],
    ['a picture', (one: Written) => ({ ...one, content: contentOf(one).replace('fair.jpg', 'hall.jpg') })],
    ['a paragraph more', (one: Written) => ({ ...one, content: `${one.content}\n\nDoors at 7` })],
    ['the title', (one: Written) => ({ ...one, title: `${one.title} (new)` })],
  ] as const)('%s is written in another way there', async (_, changed) => {
    for (const kind of ['events', 'venues', 'organizers'] as const) {
      const site = full()
      const storage = memoryStorage()
      await importSite(storage, optionsOf(site, as))
      const [first, ...more] = site.written[kind]
      if (first === undefined) throw new Error(`no ${kind}`)
      site.written[kind].splice(0, more.length + 1, changed(first), ...more)
      expect((await compare(storage, site, as)).unexplained, kind).toBeGreaterThan(0)
    }
  })

  test.each([
    ['the excerpt', { excerpt: 'In "brief"' }],
    ['a price', { cost: '1,000.60 €' }],
    ['a separator', { cost: '1,000,50 €' }],
    ['the currency', { cost: '1,000.50 $' }],
    ['one price more', { cost: '1,000.50 € - 2,000 €' }],
    ['no price', { cost: '' }],
    [
      'why it is cancelled',
      { meta: { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Too hot' } },
    ],
    ['that it takes place', { meta: { _tribe_events_status: '', _tribe_events_status_reason: '' } }],
  ])('%s of an event is another one there', async (_, fields) => {
    const site = full()
    const storage = memoryStorage()
    await importSite(storage, optionsOf(site, as))
    const [first, ...more] = site.written.events
    if (first === undefined) throw new Error('no event')
    site.written.events.splice(0, more.length + 1, { ...first, ...fields }, ...more)
    expect((await compare(storage, site, as)).unexplained).toBeGreaterThan(0)
  })
})
