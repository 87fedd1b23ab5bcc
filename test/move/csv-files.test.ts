import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows } from '../../src/formats/csv-rows.ts'
import { listOf } from '../routes/calendar.ts'
import { fileCalendar } from './files.ts'

/*
 * CSV as people and programs write it.
 */

const csv = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

describe('rows', () => {
  test('whatever cells hold', async () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('"', '\r\n', '\n', ';', ',', '\t', '', ' a '))
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, separator, end) => {
          const header = `sep=${separator}\n`
          const quoted = rows.map((cells) =>
            cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator),
          )
          const read = (await readRows(header + quoted.join(end))).map(({ cells }) => cells)
          expect(read).toEqual(rows.filter((cells) => cells.some((one) => one.trim() !== '')))
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([',', ';', '\t'])('separated by %j, with and without quotes', async (separator) => {
    const text = `a${separator}"b, c; d"\n\n1${separator}2 "x"\n"3 ""x"""${separator}`
    expect(await readRows(text)).toEqual([
      { line: 1, cells: ['a', 'b, c; d'] },
      { line: 3, cells: ['1', '2 "x"'] },
      { line: 4, cells: ['3 "x"', ''] },
    ])
  })
})

describe('bytes', () => {
  const text = 'Event Name;Event Start Date\r\nCafé € “Grüße” – Žižkov…;2027-05-10\r\n'
  const WINDOWS = new Map(
    [...'€“”–Žž…'].map((sign, at) => [sign, [0x80, 0x93, 0x94, 0x96, 0x8e, 0x9e, 0x85][at] ?? 0]),
  )
  const windows = Uint8Array.from(text, (sign) => WINDOWS.get(sign) ?? sign.charCodeAt(0))
  const utf8 = new TextEncoder().encode(text)
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8])
  const wide = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))

  test.each<[string, Uint8Array, string?]>([
    ['Windows-1252', windows, 'windows-1252'],
    ['Windows-1252 by another name', windows, 'CP1252'],
    ['Windows-1252 as Latin-1, which nobody writes', windows, 'iso-8859-1'],
    ['UTF-8', utf8],
    ['UTF-8 with its mark, whatever is named', marked, 'windows-1252'],
    ['UTF-16 with its mark, whatever is named', wide, 'windows-1252'],
    ['Ctrl+Z at the end', new Uint8Array([...utf8, 0x1a])],
    ['Ctrl+Z on a line of its own', new Uint8Array([...utf8, 0x1a, 13, 10])],
    [
      'Ctrl+Z, and a block of NULs',
      new Uint8Array([...windows, 0x1a, ...new Uint8Array(90)]),
      'windows-1252',
    ],
  ])('%s', async (_name, bytes, encoding) => {
    const calendar = fileCalendar()
    expect(await calendar.bring(bytes, { encoding })).toMatchObject({ read: 1, created: 1, notes: [] })
    expect((await calendar.events())[0]?.title).toBe('Café € “Grüße” – Žižkov…')
  })

  test('an encoding that nobody knows is refused', async () => {
    await expect(fileCalendar().bring(utf8, { encoding: 'klingon' })).rejects.toThrow(
      'there is no encoding named klingon',
    )
  })
})

const HEADER =
  'Event Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event,Event Time Zone,' +
  'Event Venue Name,Event Organizer Name(s) or ID(s),Event Show Map Link,Event Show Map,Event Cost,Event Currency Symbol,' +
  'Event Currency Position,Event Category,Event Tags,Event Website,Event Featured Image,Hide From Event Listings,' +
  'Sticky in Month View,Feature Event,Event Excerpt,Event Allow Comments'

describe('events', () => {
  test('with the columns of The Events Calendar', async () => {
    const calendar = fileCalendar()
    const row =
      'Fair,"One\n\ntwo, three",2027-05-10,7:30 PM,2027-05-10,9:00 PM,FALSE,Europe/Berlin,' +
      '"Hall, big","Anna, Bob",TRUE,yes,10,€,suffix,"Music, Family",Loud,https://fair.example,https://x.example/a.png,1,' +
      'no,TRUE,Short,TRUE'
    const report = await calendar.bring(csv(HEADER, row, 'Camp,,2027-06-01,,2027-06-03,,yes'))
    expect(report).toMatchObject({
      format: 'csv',
      created: 2,
      notes: [],
      unknownColumns: ['Event Allow Comments'],
    })
    const { body } = await calendar.ask('GET', '/events/1')
    expect(body).toMatchObject({
      title: 'Fair',
      description: '<p>One</p>\n<p>two, three</p>',
      excerpt: 'Short',
      start_date: '2027-05-10 19:30:00',
      end_date: '2027-05-10 21:00:00',
      timezone: 'Europe/Berlin',
      all_day: false,
      venue: { venue: 'Hall, big' },
      organizer: [{ organizer: 'Anna' }, { organizer: 'Bob' }],
      cost: '10€',
      categories: [{ name: 'Family' }, { name: 'Music' }],
      tags: [{ name: 'Loud' }],
      website: 'https://fair.example',
      image: { url: 'https://x.example/a.png' },
      ...{ hide_from_listings: true, sticky: false, featured: true, show_map: true, show_map_link: true },
    })
    const camp = (await calendar.events()).find(({ title }) => title === 'Camp')
    expect(camp).toMatchObject({
      all_day: true,
      start_date: '2027-06-01 00:00:00',
      end_date: '2027-06-03 23:59:59',
    })
  })

  test('with the names of this API, semicolons and a byte order mark', async () => {
    const calendar = fileCalendar()
    const rows = [
      '\uFEFFTITLE;start_date;end_date;venue;Venue City;uid',
      'Fair;2027-05-10 10:00;2027-05-10 11:00;Hall;Bonn;a@b',
    ]
    expect(await calendar.bring(csv(...rows))).toMatchObject({ created: 1, unknownColumns: [], notes: [] })
    expect((await calendar.events())[0]).toMatchObject({ venue: { venue: 'Hall', city: 'Bonn' } })
    expect((await calendar.send('/events.ics', {})).text).toContain('UID:a@b')
  })

  test('rows that are wrong are noted with their lines, and do not stop the others', async () => {
    const calendar = fileCalendar()
    const { notes, ...report } = await calendar.bring(
      csv(
        'Title,Start,End,Featured,Colour',
        '"A\nB",2027-05-10,,,',
        'C,tomorrowish,,,',
        'D,2027-05-10,2027-05-09,,',
        'E,2027-05-10,,maybe,',
        'F,1,2,3,4,5',
        ',2027-05-10,,,',
        'A B,2027-05-10,,,',
      ),
    )
    expect(notes.map(({ line, reason, message }) => [line, reason, message])).toEqual([
      [7, 'invalid', 'the row has 6 cells, and the header 5'],
      [9, 'repeated', 'another row has this UID, or this title and start'],
      [4, 'invalid', expect.stringContaining('start_date is not a date')],
      [5, 'invalid', 'end_date is before the start'],
      [6, 'invalid', expect.stringContaining('featured')],
      [8, 'invalid', expect.stringContaining('title')],
    ])
    expect(report).toMatchObject({ read: 7, created: 1, skipped: 6, unknownColumns: ['Colour'] })
  })

  test('repeated: known by a UID, by an ID, or by title and start', async () => {
    const calendar = fileCalendar()
    const counts = async (...lines: readonly string[]) => {
      const { created, updated, unchanged } = await calendar.bring(csv(...lines))
      return [created, updated, unchanged]
    }
    const header = 'UID,ID,Title,Start,Cost'
    const rows = ['a@b,,One,2027-05-10 10:00,1', ',7,Two,2027-05-10 10:00,1', ',,Three,2027-05-10 10:00,1']
    expect(await counts(header, ...rows)).toEqual([3, 0, 0])
    expect(await counts(header, ...rows)).toEqual([0, 0, 3])
    const changed = ['a@b,,Uno,2027-05-11 10:00,1', ',7,Dos,2027-05-11 10:00,1', ',,three,2027-05-10 10:00,2']
    expect(await counts(header, ...changed)).toEqual([0, 3, 0])
    expect((await calendar.events()).map(({ title, cost }) => `${title} ${cost}`).sort()).toEqual([
      'Dos $1',
      'Uno $1',
      'three $2',
    ])
  })

  test('columns that the file lacks are left as they are', async () => {
    const calendar = fileCalendar()
    await calendar.bring(csv('UID,Title,Start,Venue,Tags', 'a,One,2027-05-10 10:00,Hall,Loud'))
    await calendar.bring(csv('UID,Title,Start,Tags', 'a,Uno,2027-05-10 10:00,'))
    expect((await calendar.events())[0]).toMatchObject({ title: 'Uno', venue: { venue: 'Hall' }, tags: [] })
  })

  test.each([
    [
      'an open quote',
      'Title,Start\n"A,2027-05-10',
      /line 2: the file is damaged or was cut off; a quote has no end/,
    ],
    ['no columns of events', 'Colour,Size\nred,1', /line 1: the header names neither events/],
  ])('%s: refused, and nothing is written', async (_name, file, message) => {
    const calendar = fileCalendar()
    await expect(calendar.bring(file)).rejects.toThrow(message)
    expect(await calendar.events()).toEqual([])
  })
})

test('venues and organizers in files of their own, once each', async () => {
  const calendar = fileCalendar()
  await calendar.make('venues', { venue: 'Hall', phone: '1' })
  const venues = csv(
    'Venue Name,Venue Description,Venue Country,Venue Address,Venue Address 2,Venue City,Venue State/Province,Venue Zip,Venue Phone,Venue Website,Venue Latitude,Venue Longitude',
    'HALL,<b>Big</b>,Germany,1 High St,Floor 2,Bonn,NRW,53111,2,https://hall.example,50.7,7.1',
    'Annexe,,,,,Bonn,,,,,,',
    'Bad,,,,,,,,,,200,1',
  )
  expect(await calendar.bring(venues)).toMatchObject({
    read: 3,
    created: 1,
    updated: 1,
    skipped: 1,
    notes: [{ line: 4 }],
  })
  const { body } = await calendar.ask('GET', '/venues')
  expect(listOf(body.venues)).toMatchObject([
    { venue: 'Annexe', city: 'Bonn' },
    {
      venue: 'HALL',
      address: '1 High St, Floor 2',
      phone: '2',
      website: 'https://hall.example',
      geo_lat: 50.7,
    },
  ])
  expect(await calendar.bring(venues)).toMatchObject({ unchanged: 2, updated: 0, created: 0, gone: [] })

  const organizers = csv(
    'Organizer Name;Organizer Email;Phone;Website',
    'Anna;a@b.example;12;https://anna.example',
  )
  expect(await calendar.bring(organizers)).toMatchObject({ created: 1, notes: [] })
  const [anna] = listOf((await calendar.ask('GET', '/organizers')).body.organizers)
  expect(anna).toMatchObject({
    organizer: 'Anna',
    email: 'a@b.example',
    phone: '12',
    website: 'https://anna.example',
  })
})
