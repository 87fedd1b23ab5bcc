import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EventsApiOptions } from '../../src/types/index.ts'
import { type Calendar, expectWrong, listOf, openCalendar } from '../routes/calendar.ts'
import { bytesOf, PICTURES } from '../setup/pictures.ts'
import { calendarOf, eventOn, type FeedServer, feedServer } from './feeds.ts'

/* Pictures of events of a source, with `copy_images`. */

const FEED = 'https://feeds.example/a.ics'
const at = (name: string) => `https://pictures.example/${name}`
const png = (more = '') => bytesOf(PICTURES['image/png'], more)

let server: FeedServer
let calendar: Calendar

function open(options: EventsApiOptions = {}): Calendar {
  const storage = memoryStorage()
  const images = { store: databaseImages(storage) }
  return openCalendar({ images, sources: { fetch: server.fetch }, ...options }, storage)
}

beforeEach(() => {
  server = feedServer()
  calendar = open()
})

const serve = (...events: Parameters<typeof calendarOf>[0]) => server.serve(FEED, calendarOf(events))
const servePicture = (name: string, bytes: Uint8Array<ArrayBuffer> = png(), type = 'image/png') =>
  server.serve(at(name), () => new Response(bytes, { headers: { 'content-type': type } }))
const withPicture = (day: string, uid: string, name: string, more = {}) =>
  eventOn(day, uid, { 'ATTACH;FMTTYPE=image/png': at(name), ...more })
const picturesAsked = () =>
  server.asked.map(({ url }) => url).filter((url) => url.startsWith('https://pictures.example/'))

async function add(fields: object = {}): Promise<number> {
  const { status, body, text } = await calendar.ask('POST', '/sources', {
    ...{ url: FEED, status: 'publish', copy_images: true },
    ...fields,
  })
  expect(status, text).toBe(201)
  return Number(body.id)
}

const pull = async (id: number) => (await calendar.ask('POST', `/sources/${id}/pull`)).body

async function shown(): Promise<readonly { id: number; title: string; image: unknown }[]> {
  const { body } = await calendar.ask('GET', '/events?start_date=2000-01-01')
  return listOf(body.events).map((event) => {
    const { id, title, image } = Object(event)
    return { id: Number(id), title: String(title), image }
  })
}
const imageOf = async (title: string) => (await shown()).find((one) => one.title === title)?.image
const media = async () => (await calendar.ask('GET', '/media')).body

describe('copy_images', () => {
  test('stores the picture as an image of who made the source, and shows that one', async () => {
    servePicture('jazz%20band.png')
    serve(withPicture('0415', 'a', 'jazz%20band.png'))
    const id = await add()
    const report = await pull(id)
    expect(report).toMatchObject({ new: 1, refused: [] })
    expect(report).not.toHaveProperty('pictures')
    expect(await media()).toMatchObject({
      total: 1,
      media: [{ author: 2, title: 'jazz band', width: 6, height: 4 }],
    })
    const image = await imageOf('Event a')
    expect(image).toMatchObject({ url: expect.stringContaining('/vendor/events/v1/media/') })
    const answer = await calendar.api.fetch(new Request(Object(image).url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await calendar.ask('GET', `/sources/${id}`)).body).toMatchObject({ copy_images: true })
  })

  test('fetches an address once: for many events, and over many readings', async () => {
    servePicture('logo.png')
    serve(withPicture('0415', 'a', 'logo.png'), withPicture('0416', 'b', 'logo.png'))
    const id = await add()
    await pull(id)
    serve(
      withPicture('0415', 'a', 'logo.png', { SUMMARY: 'Other' }),
      withPicture('0416', 'b', 'logo.png'),
      withPicture('0417', 'c', 'logo.png'),
    )
    expect(await pull(id)).toMatchObject({ new: 1, changed: 1 })
    expect(picturesAsked()).toEqual([at('logo.png')])
    expect((await media()).total).toBe(1)
    expect(new Set((await shown()).map(({ image }) => Object(image).id)).size).toBe(1)
  })

  test('another address is another picture; none is none', async () => {
    servePicture('one.png')
    servePicture('two.gif', bytesOf(PICTURES['image/gif']), 'image/gif')
    serve(withPicture('0415', 'a', 'one.png'))
    const id = await add()
    await pull(id)
    const first = await imageOf('Event a')
    serve(withPicture('0415', 'a', 'two.gif'))
    await pull(id)
    const second = await imageOf('Event a')
    expect(Object(second).id).not.toBe(Object(first).id)
    serve(eventOn('0415', 'a'))
    await pull(id)
    expect(await imageOf('Event a')).toBe(false)
  })

  test.each<[name: string, answer: () => Response, why: RegExp]>([
    ['is not there', () => new Response('', { status: 404 }), /answers 404/],
    [
      'is a page, whatever it says',
      () => new Response('<html>', { headers: { 'content-type': 'image/png' } }),
      /image/,
    ],
    ['is a picture that runs', () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>'), /image/],
    ['is broken', () => new Response(PICTURES['image/png'].slice(0, 40)), /broken/],
    ['is empty', () => new Response(''), /./],
    ['is too large', () => new Response(new Uint8Array(11 * 1024 * 1024)), /larger than 10 MB/],
    [
      'leads into the network',
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/x.png' } }),
      /private network/,
    ],
  ])('a picture that %s does not stop its event', async (_name, answer, why) => {
    server.serve(at('bad.png'), answer)
    serve(withPicture('0415', 'a', 'bad.png'), eventOn('0416', 'b'))
    expect(await pull(await add())).toMatchObject({
      new: 2,
      refused: [],
      pictures: [{ uid: 'a', why: expect.stringMatching(why) }],
    })
    expect(await imageOf('Event a')).toBe(false)
    expect((await media()).total).toBe(0)
  })

  test('what cannot be copied leaves the picture that is there', async () => {
    servePicture('one.png')
    serve(withPicture('0415', 'a', 'one.png'))
    const id = await add()
    await pull(id)
    const before = await imageOf('Event a')
    serve(withPicture('0415', 'a', 'gone.png', { SUMMARY: 'New title' }))
    expect(await pull(id)).toMatchObject({ changed: 1, pictures: [{ uid: 'a' }] })
    expect(await imageOf('New title')).toEqual(before)
    // It is tried again when the event changes.
    servePicture('gone.png')
    serve(withPicture('0415', 'a', 'gone.png', { SUMMARY: 'Newer title' }))
    await pull(id)
    expect(await imageOf('Newer title')).not.toEqual(before)
  })

  test('a host that fails is asked for three pictures in a reading', async () => {
    serve(...[...Array(12).keys()].map((n) => withPicture(`04${n + 10}`, `uid-${n}`, `${n}.png`)))
    const report = await pull(await add())
    expect(report).toMatchObject({ new: 12 })
    expect(picturesAsked()).toHaveLength(3)
    expect(listOf(report.pictures)).toHaveLength(12)
    expect(listOf(report.pictures)[11]).toEqual({
      uid: 'uid-11',
      why: 'pictures.example has failed to send 3 pictures',
    })
  })

  test('a store that fails does not stop the events either', async () => {
    const store = {
      put: () => Promise.reject(new Error('the disk is full')),
      get: async () => undefined,
      remove: async () => {},
    }
    calendar = open({ images: { store } })
    servePicture('one.png')
    serve(withPicture('0415', 'a', 'one.png'))
    expect(await pull(await add())).toMatchObject({ new: 1, pictures: [{ uid: 'a' }] })
  })

  test('a picture that somebody has chosen here stays, and theirs is not fetched', async () => {
    servePicture('one.png')
    servePicture('two.png')
    serve(withPicture('0415', 'a', 'one.png'))
    const id = await add()
    await pull(id)
    const [event] = await shown()
    await calendar.ask('PATCH', `/events/${event?.id}`, { image: null })
    serve(withPicture('0415', 'a', 'two.png', { SUMMARY: 'Other' }))
    await pull(id)
    expect(await imageOf('Other')).toBe(false)
    expect(picturesAsked()).toEqual([at('one.png')])
  })

  test('an event that is here already, or is only looked at, costs no picture', async () => {
    servePicture('one.png')
    await calendar.make('events', {
      ...{ title: 'Event a', start_date: '2027-04-15 19:00', end_date: '2027-04-15 20:00' },
      ...{ venue: { venue: 'Library' }, status: 'publish' },
    })
    serve(withPicture('0415', 'a', 'one.png'))
    const id = await add()
    expect((await calendar.ask('POST', `/sources/${id}/pull?dry_run=1`)).body).toMatchObject({ new: 0 })
    expect(await pull(id)).toMatchObject({ new: 0, attached: [{ uid: 'a' }] })
    expect(picturesAsked()).toEqual([])
  })

  test('it can begin later, and end', async () => {
    servePicture('one.png')
    serve(withPicture('0415', 'a', 'one.png'), eventOn('0416', 'b'))
    const id = await add({ copy_images: false })
    await pull(id)
    expect(await imageOf('Event a')).toMatchObject({ url: at('one.png') })
    expect(picturesAsked()).toEqual([])
    await calendar.ask('PATCH', `/sources/${id}`, { copy_images: true })
    expect(await pull(id)).toMatchObject({ changed: 1 })
    expect(await imageOf('Event a')).toMatchObject({ url: expect.stringContaining('/media/') })
    await calendar.ask('PATCH', `/sources/${id}`, { copy_images: false })
    expect(await pull(id)).toMatchObject({ changed: 1 })
    expect(await imageOf('Event a')).toMatchObject({ url: at('one.png') })
  })

  test('api.pull copies the pictures of more than one part, and tells the rest of the work', async () => {
    const events = [...Array(25).keys()].map((n) => {
      servePicture(`${n}.png`)
      return withPicture(`04${String((n % 20) + 10)}`, `uid-${n}`, `${n}.png`)
    })
    serve(...events)
    const id = await add()
    expect(await calendar.api.pull()).toMatchObject({ read: 1, new: 25, failed: 0 })
    expect(picturesAsked()).toHaveLength(25)
    expect((await calendar.ask('GET', `/sources/${id}`)).body).toMatchObject({ error: null, events: 25 })
  })

  test('of a series: its dates show the picture of the series', async () => {
    servePicture('one.png')
    const series = withPicture('0415', 's', 'one.png', { RRULE: 'FREQ=WEEKLY;COUNT=3' })
    const date = {
      ...withPicture('0422', 's', 'other.png'),
      'RECURRENCE-ID': '20270422T190000',
      SUMMARY: 'Late',
    }
    serve(series, date)
    expect(await pull(await add())).toMatchObject({ new: 1, refused: [] })
    const all = await shown()
    expect(all).toHaveLength(3)
    expect(new Set(all.map(({ image }) => Object(image).id)).size).toBe(1)
    expect(picturesAsked()).toEqual([at('one.png')])
  })

  test('of a WordPress calendar', async () => {
    servePicture('wp.png')
    const list = 'https://wp.example/wp-json/tribe/events/v1/events'
    const event = {
      ...{ id: 5, status: 'publish', title: 'Of WordPress', image: { url: at('wp.png') } },
      ...{ start_date: '2027-04-15 19:00:00', end_date: '2027-04-15 20:00:00', timezone: 'Europe/Berlin' },
    }
    const fetch: FeedServer['fetch'] = async (url, init) =>
      url.startsWith(list)
        ? Response.json({ events: [event], total: 1, total_pages: 1 })
        : server.fetch(url, init)
    calendar = open({ sources: { fetch } })
    const id = await add({ url: list, format: 'site' })
    expect(await pull(id)).toMatchObject({ new: 1 })
    await pull(id)
    expect(await imageOf('Of WordPress')).toMatchObject({ url: expect.stringContaining('/media/') })
    expect(picturesAsked()).toEqual([at('wp.png')])
  })

  test('without a store of images it is refused', async () => {
    calendar = openCalendar({ sources: { fetch: server.fetch } })
    expectWrong(await calendar.ask('POST', '/sources', { url: FEED, copy_images: true }), 'copy_images')
    const { body } = await calendar.ask('POST', '/sources', { url: FEED })
    expect(body.copy_images).toBe(false)
    expectWrong(await calendar.ask('PATCH', `/sources/${body.id}`, { copy_images: true }), 'copy_images')
    const same = await calendar.ask('PATCH', `/sources/${body.id}`, { copy_images: false })
    expect(same.status).toBe(200)
  })
})
