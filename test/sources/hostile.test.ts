import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Calendar, expectWrong, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, calendarResponse, eventOn, feedServer } from './feeds.ts'

/* Servers that break every bound, and feeds that ask for more than they may. */

const URL_OF_FEED = 'https://feeds.example/a.ics'

let server: ReturnType<typeof feedServer>
let calendar: Calendar
let id: number

beforeEach(async () => {
  server = feedServer()
  calendar = openCalendar({ sources: { fetch: server.fetch, allow: ['10.0.0.7'] } })
  const { body } = await calendar.ask('POST', '/sources', { url: URL_OF_FEED, status: 'publish' })
  id = Number(body.id)
})
afterEach(() => {
  vi.useRealTimers()
})

const pull = async () => (await calendar.ask('POST', `/sources/${id}/pull`)).body
const errorAfter = async (answer: Parameters<typeof server.serve>[1]) => {
  server.serve(URL_OF_FEED, answer)
  return (await pull()).error
}
const total = async () => (await calendar.ask('GET', '/events?start_date=2000-01-01')).body.total

/** A body that never ends, a megabyte at a time. */
const endless = () =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000_000).fill(65)),
  })

describe('a server', () => {
  test('that sends too much, or without an end', async () => {
    expect(await errorAfter(() => new Response(endless()))).toBe('the answer is larger than 10 MB')
  })

  test('that takes too long, whatever its fetch does with the signal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = new Promise<void>((resolve) => {
      server.serve(URL_OF_FEED, () => {
        resolve()
        return new Promise<Response>(() => {})
      })
    })
    const pulled = calendar.api.pull()
    await asked
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await pulled).toMatchObject({ read: 1, failed: 1 })
    vi.useRealTimers()
    const { body } = await calendar.ask('GET', `/sources/${id}`)
    expect(body.error).toBe('the server takes longer than 20 seconds')
  })

  test('that takes all of the time of a call leaves the next call to the others', async () => {
    const call = new AbortController()
    const slow = ['b', 'c', 'd', 'e'].map((name) => `https://${name}.example/slow.ics`)
    let open = 0
    for (const url of slow) {
      await calendar.make('sources', { url })
      server.serve(url, () => {
        if (++open === slow.length) call.abort()
        return new Promise<Response>(() => {})
      })
    }
    await calendar.ask('PATCH', `/sources/${id}`, { paused: true })
    const url = 'https://good.example/a.ics'
    server.serve(url, calendarOf([eventOn('0415', 'a')]))
    await calendar.make('sources', { url, status: 'publish' })
    expect(await calendar.api.pull({ signal: call.signal })).toMatchObject({ read: 0, failed: 0, waiting: 5 })
    expect(server.asked.map((one) => one.url)).toEqual(slow)
    for (const one of slow) server.serve(one, () => new Response(null, { status: 500 }))
    await calendar.api.pull()
    expect(server.asked.slice(slow.length).map((one) => one.url)).toEqual([url, ...slow])
    expect(await total()).toBe(1)
  })

  test('that redirects for ever, to nowhere, to another protocol, or into the network', async () => {
    const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })
    expect(await errorAfter(to(URL_OF_FEED))).toBe('it redirects more than 5 times')
    expect(server.asked).toHaveLength(6)
    expect(await errorAfter(to('http://'))).toBe('it redirects to no address')
    expect(await errorAfter(to('file:///etc/passwd'))).toContain('neither http nor https')
    for (const private_ of [
      'http://0x7f.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
      'http://10.0.0.8/',
    ]) {
      expect(await errorAfter(to(private_)), private_).toContain('private network')
    }
    server.serve('http://10.0.0.7/b.ics', calendarOf([eventOn('0415', 'a')]))
    expect(await errorAfter(to('http://10.0.0.7/b.ics'))).toBeUndefined()
    expect(await total()).toBe(1)
  })

  test('that says that nothing changed to who has asked for the first time, or that all is gone', async () => {
    expect(await errorAfter(() => new Response(null, { status: 304 }))).toContain('304')
    expect(await errorAfter(() => new Response(null, { status: 410 }))).toContain('gone for good')
    expect((await calendar.ask('GET', `/sources/${id}`)).body.next_run).toBeNull()
  })

  test('that uses several codings, a wrong encoding, or is a page', async () => {
    const coded = { headers: { 'content-encoding': 'gzip, gzip' } }
    expect(await errorAfter(() => calendarResponse('x', coded))).toContain('more than one')
    const utf16 = new Uint8Array([0xff, 0xfe, 0x00])
    expect(await errorAfter(() => new Response(utf16))).toContain('not utf-16le')
    expect(await errorAfter('<html></html>')).toContain('it is a page')
    expect(await errorAfter(calendarOf([eventOn('0415', 'a')]).slice(0, 120))).toContain('cut off')
    expect(await total()).toBe(0)
  })

  test('that fails is asked less often, and the host hears of it once, and when it works again', async () => {
    const told: unknown[] = []
    calendar = openCalendar({ sources: { fetch: server.fetch, onTrouble: ({ error }) => told.push(error) } })
    const { body } = await calendar.ask('POST', '/sources', { url: URL_OF_FEED })
    server.serve(URL_OF_FEED, () => new Response('', { status: 500 }))
    let reads = 0
    for (let hour = 0; hour < 96; hour++) {
      calendar.setTime(new Date(Date.UTC(2027, 2, 1, 12 + hour)).toISOString())
      reads += (await calendar.api.pull()).read
    }
    expect(reads).toBeLessThan(10)
    expect(told).toEqual(['the server answers 500'])
    server.serve(URL_OF_FEED, calendarOf([]))
    await calendar.ask('POST', `/sources/${Number(body.id)}/pull`)
    expect(told).toEqual(['the server answers 500', null])
  })

  test.each(['by somebody', 'by time'])(
    'whose trouble the host cannot bear: its error goes to onError, read %s',
    async (how) => {
      const fault = new Error('no mail today')
      calendar = openCalendar({
        sources: {
          fetch: server.fetch,
          onTrouble() {
            throw fault
          },
        },
      })
      const { body } = await calendar.ask('POST', '/sources', { url: URL_OF_FEED })
      const read = () =>
        how === 'by time' ? calendar.api.pull() : calendar.ask('POST', `/sources/${Number(body.id)}/pull`)
      server.serve(URL_OF_FEED, () => new Response('', { status: 500 }))
      await read()
      calendar.setTime('2027-03-05T12:00:00Z')
      await read()
      expect(calendar.errors).toEqual([fault])
    },
  )
})

describe('an address', () => {
  test('of a private network is refused in any notation, and so is another protocol', async () => {
    for (const url of [
      ...['http://127.0.0.1/a', 'http://0x7f.1/a', 'http://2130706433/a', 'http://0177.0.0.1/a'],
      ...['http://[::1]/a', 'http://[::ffff:127.0.0.1]/a', 'http://169.254.169.254/a', 'http://localhost/a'],
      ...['file:///etc/passwd', 'ftp://feeds.example/a'],
    ]) {
      expectWrong(await calendar.ask('POST', '/sources', { url }), 'url')
    }
    expect(server.asked).toEqual([])
  })

  test('with a user and a password shows neither, and sends them to its own host alone', async () => {
    const url = 'https://me:s3cret@closed.example/a.ics'
    const { body, text } = await calendar.ask('POST', '/sources', { url })
    expect(body).toMatchObject({ url: 'https://closed.example/a.ics', has_credentials: true })
    expect(text).not.toContain('s3cret')
    server.serve(
      'https://closed.example/a.ics',
      () => new Response(null, { status: 302, headers: { location: 'https://other.example/a.ics' } }),
    )
    server.serve('https://other.example/a.ics', () => new Response(null, { status: 401 }))
    const pulled = await calendar.ask('POST', `/sources/${Number(body.id)}/pull`)
    expect(pulled.text).not.toContain('s3cret')
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('me:s3cret')}`,
      undefined,
    ])
    // Sent back as it is shown, it keeps them.
    const again = await calendar.ask('PATCH', `/sources/${Number(body.id)}`, { url: body.url, every: 30 })
    expect(again.body).toMatchObject({ has_credentials: true, every: 30 })
  })
})

test('nothing in a feed names an ID, an author, a status, a flag or markup that runs', async () => {
  const fields = JSON.stringify({
    id: 7,
    author: 5,
    status: 'draft',
    sticky: true,
    featured: true,
    slug: 'x',
    password: 'y',
  })
  const evil = eventOn('0415', 'a', {
    'X-KALENDS-FIELDS': fields.replaceAll(',', '\\,'),
    CLASS: 'PUBLIC',
    SUMMARY: '<script>alert(1)</script>Title',
    DESCRIPTION: '<p onclick="x()">Text<img src=x onerror=alert(1)></p>',
    URL: 'javascript:alert(1)',
  })
  server.serve(URL_OF_FEED, calendarOf([evil, eventOn('0416', 'b', { CLASS: 'PRIVATE' })]))
  expect(await pull()).toMatchObject({ new: 1, refused: [{ uid: 'b', why: 'it is marked as private' }] })
  const { body, text } = await calendar.ask('GET', '/events?start_date=2000-01-01')
  const [event] = listOf(body.events)
  expect(event).toMatchObject({ author: '2', status: 'publish', sticky: false, featured: false })
  expect(text).not.toMatch(/<script|onerror=|onclick=|"x"|javascript:/)
})

test('many events come in parts, and all at last', async () => {
  const events = Array.from({ length: 400 }, (_, index) =>
    eventOn(`0${4 + (index % 4)}${10 + (index % 20)}`, `uid-${index}`),
  )
  server.serve(URL_OF_FEED, calendarOf(events))
  for (let round = 0; round < 10; round++) await calendar.api.pull()
  expect((await calendar.ask('GET', `/sources/${id}`)).body.events).toBe(400)
  expect(await total()).toBe(400)
})
