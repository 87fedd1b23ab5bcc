import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { cleanHtml } from '../../src/core/domain/html/html-sanitizer.ts'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import { slugify } from '../../src/core/domain/text/slug.ts'
import { UTC } from '../../src/core/domain/time/zones.ts'
import { unsafeValue } from '../../src/core/mount/unsafe-values.ts'
import { eventFrom, organizerFrom, termFrom, venueFrom } from '../../src/move/wordpress/old-records.ts'
import { ADMIN, serve } from './old-site.ts'
import { town } from './town.ts'

/*
 * What a hostile site sends passes what a write passes, or is cut to it.
 */

const LINES = ['title', 'venue', 'organizer', 'address', 'city', 'country', 'zip', 'phone', 'email', 'cost']
const OTHERS = [
  'slug',
  'website',
  'description',
  'excerpt',
  'timezone',
  'name',
  'status',
  'date',
  'start_date',
]

const rowOf = (text: string) => ({
  id: 7,
  ...Object.fromEntries([...LINES, ...OTHERS].map((name) => [name, text])),
  cost_details: { values: Array.from({ length: 1000 }, () => text), currency_symbol: text },
  image: {
    url: `https://town.example/${text}`,
    id: 1e300,
    extension: text,
    sizes: { [text]: { url: text } },
  },
  categories: Array.from({ length: 1000 }, (_, at) => ({ id: at + 1 })),
  venue: [{ id: 1e300 }, { id: 1.5 }, { id: -1 }, { id: 5 }],
})

test.each([
  ['line breaks', 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:mine'],
  ['a NUL', 'a\0b'],
  ['half a character', 'a\ud800b\udc00'],
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>b'],
  ['5 MB', 'a'.repeat(5_000_000)],
  ['half a million references', '&'.repeat(500_000)],
  ['5 MB of characters in two halves', '\u{1f600}'.repeat(1_300_000)],
])('%s in each field', (_, text) => {
  const row = rowOf(text)
  const ignore = () => {}
  const source = {
    row,
    zone: UTC,
    host: 'town.example',
    onCut: ignore,
    onMended: ignore,
    onShortcode: ignore,
  }
  const event = eventFrom(source)
  const venue = venueFrom({ ...source, row: { ...row, venue: text } })
  const organizer = organizerFrom(source)
  for (const record of [event, venue, organizer, termFrom('category', row, () => {})]) {
    expect(unsafeValue(record, { depth: 10, list: 10_000 })).toBeUndefined()
    expect(slugify(record.slug)).toBe(record.slug)
    expect(cleanHtml(record.description)).toBe(record.description)
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== 'string') continue
      expect(value.length, name).toBeLessThanOrEqual(
        name === 'description' || name === 'excerpt' ? 200_000 : 1000,
      )
      // HTML may have line breaks, as over the API.
      const isHtml = ['description', 'excerpt', 'title', 'venue', 'organizer'].includes(name)
      if (!isHtml) expect(value, name).not.toMatch(/[\r\n]/)
    }
  }
  expect(event.categories).toHaveLength(100)
  expect(event.venue).toEqual([5])
  expect(JSON.stringify(event.image ?? '').length).toBeLessThan(20_000)
})

test('what was cut is a note', async () => {
  const { url, change } = await serve(town())
  change({ op: 'update', id: 30, fields: { title: 'Jazz', description: 'a'.repeat(300_000) } })
  const storage = memoryStorage()
  const { notes } = await importSite(storage, { url, ...ADMIN, sleep: async () => {} })
  expect(notes).toEqual([{ kind: 'event', id: 30, reason: 'too long' }])
  const [document] = await storage.get('event', [30])
  expect(document && fromDocument('event', document).description.length).toBeLessThanOrEqual(200_000)
  // Again: it is the same.
  const again = await importSite(storage, { url, ...ADMIN, sleep: async () => {} })
  expect(again.kinds.event).toMatchObject({ updated: 0 })
})
