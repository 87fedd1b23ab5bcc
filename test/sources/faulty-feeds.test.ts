import { describe, expect, test } from 'vitest'
import { calendarOf, eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* Faults of publishers that cost no event. */

describe('events that share a UID', () => {
  const day = (date: string, more = {}) => eventOn(date, 'always', { SUMMARY: 'Choir', ...more })

  test('come all, in whatever order, and stay who they are when only one is left', async () => {
    const { sourceOf, events } = opened()
    const list = [day('0415'), day('0422'), day('0415', { LOCATION: 'Church' })]
    const source = await sourceOf('a', list)
    expect(await source.pull()).toMatchObject({ new: 3, refused: [] })
    source.serve(list.toReversed())
    expect(await source.pull()).toMatchObject({ new: 0, changed: 0, gone: 0 })
    source.serve([day('0422')])
    expect(await source.pull()).toMatchObject({ new: 0, changed: 0, gone: 2 })
    expect(await events()).toEqual([
      'Choir 2027-04-15 19:00:00 canceled',
      'Choir 2027-04-15 19:00:00 canceled',
      'Choir 2027-04-22 19:00:00',
    ])
  })
})

describe('warnings of a program before the calendar', () => {
  const warning =
    '<br />\n<b>Warning</b>:  Undefined array key 3 in <b>/www/ical.php</b> on line <b>7</b><br />\n'
  const feed = calendarOf([eventOn('0415', 'a', { SUMMARY: 'Choir' })])

  test('are left out', async () => {
    const { server, sourceOf, events } = opened()
    const source = await sourceOf('a', [])
    const serve = (text: string) => server.serve('https://a.example/feed.ics', () => new Response(text))
    serve(warning + feed)
    expect(await source.pull()).toMatchObject({ new: 1 })
    serve(feed)
    expect(await source.pull()).toMatchObject({ new: 0, changed: 0, gone: 0 })
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  })

  test('are not looked through for ever', async () => {
    const { server, sourceOf } = opened()
    const source = await sourceOf('a', [])
    server.serve('https://a.example/feed.ics', () => new Response(warning.repeat(1000) + feed))
    expect(String((await source.pull()).error)).toContain('it is a page that names no calendar')
  })
})

test.each(['\r', '\u2028', '\n', ' '])('a million times %j is no calendar', async (one) => {
  const { server, sourceOf } = opened()
  const source = await sourceOf('a', [])
  server.serve('https://a.example/feed.ics', () => new Response(one.repeat(1_000_000)))
  expect((await source.pull()).error).toBe(
    'it is no calendar: the answer does not begin with BEGIN:VCALENDAR',
  )
})

describe('bytes in an encoding that is not named, or is wrong', () => {
  const feed = calendarOf([eventOn('0415', 'a', { SUMMARY: 'Frühling', DESCRIPTION: 'Müßig' })])

  test.each([
    ['Windows-1252', Buffer.from(feed, 'latin1'), 'Frühling'],
    ['a character of UTF-8 that was cut in two', cut(Buffer.from(feed)), 'Frühling'],
  ])('%s', async (_name, bytes, title) => {
    const { server, sourceOf, events } = opened()
    const source = await sourceOf('a', [])
    server.serve('https://a.example/feed.ics', () => new Response(new Uint8Array(bytes)))
    expect(await source.pull()).toMatchObject({ new: 1 })
    expect(await events()).toEqual([`${title} 2027-04-15 19:00:00`])
  })

  test.each([
    ['UTF-8 of a server that says Latin-1', 'iso-8859-1', Buffer.from(feed)],
    ['Latin-1 of a server that says UTF-8', 'utf-8', Buffer.from(feed, 'latin1')],
    ['a charset that nobody knows', 'utf8mb4', Buffer.from(feed)],
    ['Windows-1252 by its name', 'windows-1252', Buffer.from(feed, 'latin1')],
    ['UTF-16 by its name, without a mark', 'utf-16le', Buffer.from(feed, 'utf16le')],
  ])('%s', async (_name, charset, bytes) => {
    const { server, sourceOf, events } = opened()
    const source = await sourceOf('a', [])
    const headers = { 'content-type': `text/calendar; charset=${charset}` }
    server.serve('https://a.example/feed.ics', () => new Response(new Uint8Array(bytes), { headers }))
    expect(await source.pull()).toMatchObject({ new: 1 })
    expect(await events()).toEqual(['Frühling 2027-04-15 19:00:00'])
  })

  /** Without the last byte of the ß. */
  function cut(bytes: Buffer): Buffer {
    const at = bytes.indexOf('ß') + 1
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  }
})

test('NUL in a text is left out, and CANCELED is cancelled', async () => {
  const { sourceOf, events } = opened()
  const source = await sourceOf('a', [eventOn('0415', 'a', { SUMMARY: 'Ch\0oir', STATUS: 'CANCELED' })])
  expect(await source.pull()).toMatchObject({ new: 1 })
  expect(await events()).toEqual(['Choir 2027-04-15 19:00:00 canceled'])
})
