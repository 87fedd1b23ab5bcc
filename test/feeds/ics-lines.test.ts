import { createEventsApi } from 'kalends'
import { exportEvents } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { property, quoted } from '../../src/core/present/ics/content-line.ts'
import { writeDocuments } from '../../src/move/copy/documents.ts'
import type { Kind, Storage } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'

/*
 * No value can write a line of iCalendar, not even one that is in the storage already: an earlier version took the
 * slugs of an old site as they came.
 */

/** What ends a line for some reader. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0\n', '\r\n '] as const
const LINES = /\r\n|[\n\r\u2028\u2029\u0085\v\f\0]/

const linesOf = (text: string): string[] => text.replace(/\r\n$/, '').split(LINES)

/** Each text of a value. */
function withTexts(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([own, one]) => [own, withTexts(one, change, own)]))
}

/** Puts a break, and what would be an event, into each text of a stored record that a write may choose. */
async function spoil(
  storage: Storage,
  kind: 'event' | 'venue' | 'organizer' | 'category',
  id: number,
  text: string,
) {
  const KEPT = [
    'kind',
    'status',
    'start',
    'end',
    'utc_start',
    'utc_end',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
  ]
  const [document] = await storage.get<Kind>(kind, [id])
  if (document === undefined) throw new Error(`no ${kind} ${id}`)
  const { version, keys, text: search } = document
  const record: unknown = JSON.parse(document.data)
  const isKept = (name: string) =>
    [...KEPT, 'site_timezone', 'timezone', 'since', 'made', 'due'].includes(name)
  const data = JSON.stringify(withTexts(record, (value, name) => (isKept(name) ? value : value + text)))
  const spoiled = { id, version: version + 1, keys, text: search, data }
  expect(await writeDocuments<Kind>(storage, kind, [spoiled])).toBe(1)
}

describe.each(BREAKS)('%j', (lineBreak) => {
  const text = ['', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:mine', ''].join(lineBreak)

  test('in stored records: in feeds and files', async () => {
    const storage = memoryStorage()
    const calendar = openCalendar({}, storage)
    const event = await calendar.make('events', {
      title: 'Jazz',
      description: '<p>Long</p>',
      excerpt: 'short',
      start_date: '2027-05-10 10:00',
      end_date: '2027-05-10 12:00',
      website: 'https://town.example/',
      image: 'https://town.example/a.png',
      cost: '5',
      categories: ['Music'],
      venue: { venue: 'Hall', address: 'Street 1' },
      organizer: [
        { organizer: 'Ann', email: 'ann@town.example' },
        { organizer: 'Bob', phone: '5' },
      ],
    })
    const { body } = await calendar.ask('GET', `/events/${event}`)
    const parts = JSON.parse(JSON.stringify(body))
    await spoil(storage, 'event', event, text)
    await spoil(storage, 'venue', parts.venue.id, text)
    for (const { id } of parts.organizer) await spoil(storage, 'organizer', id, text)
    await spoil(storage, 'category', parts.categories[0].id, text)

    const options = {
      title: `Town${text}`,
      baseUrl: 'https://town.example',
      permalink: () => `https://town.example/${text}`,
    }
    const api = createEventsApi(storage, options)
    const feed = await api.fetch(
      new Request(`https://town.example${api.basePath}/events.ics?start_date=2027-01-01`),
    )
    let file = ''
    for await (const piece of exportEvents(storage, { format: 'ics', calendar: options })) file += piece
    for (const written of [await feed.text(), file]) {
      const lines = linesOf(written)
      expect(lines.filter((line) => !/^(?: |[A-Z-]+[:;])/.test(line))).toEqual([])
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      expect(lines).not.toContain('UID:mine')
    }
  })

  test('in any name and value', () => {
    expect(linesOf(property(`ATTENDEE;CN=${quoted(`a${text}`)}`, 'b'.repeat(200)))).not.toContain('UID:mine')
    expect(linesOf(property(`X${text}`, `a${text}`)).filter((line) => line.startsWith('UID'))).toEqual([])
  })
})
