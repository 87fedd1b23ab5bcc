import { expect, test } from 'vitest'
import { at, listOf, openCalendar } from './calendar.ts'

/* A venue that comes by name is not the one that is here if a town tells them apart. */

const GRAZ = { city: 'Graz', zip: '8010', country: 'Austria' }
const VIENNA = { city: 'Wien', zip: '1010', country: 'Austria' }

function opened() {
  const calendar = openCalendar({ import: true })
  const make = (fields: object) => calendar.make('venues', { venue: 'Town Hall', ...fields })
  const venues = async () =>
    listOf((await calendar.ask('GET', '/venues?per_page=50')).body.venues)
      .map((one) => `${at(one, 'venue')} ${String(at(one, 'city') ?? '')}`.trim())
      .sort()
  return { ...calendar, venue: make, venues }
}
const event = (venue: object) => ({
  ...{ title: 'A', start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00', status: 'publish' },
  venue: { venue: 'Town Hall', ...venue },
})

test.each([
  ['city', { city: 'Graz' }, { city: 'Wien' }],
  ['zip', { zip: '8010' }, { zip: '1010' }],
  ['state', { state: 'NY', country: 'US' }, { state: 'NJ', country: 'US' }],
  ['province', { province: 'Steiermark' }, { stateprovince: 'Wien' }],
  ['country', { country: 'Austria' }, { country: 'Germany' }],
  ['coordinates', { geo_lat: 47.07, geo_lng: 15.43 }, { geo_lat: 48.2, geo_lng: 16.37 }],
])('another %s makes another venue: created, and within an event', async (_what, one, other) => {
  const { venue, ask, make } = opened()
  const first = await venue(one)
  const second = await venue(other)
  expect(second).not.toBe(first)
  for (const [fields, id] of [
    [one, first],
    [other, second],
  ] as const) {
    expect(await venue(fields)).toBe(id)
    const { body } = await ask('GET', `/events/${await make('events', event(fields))}`)
    expect(at(body.venue, 'id')).toBe(id)
  }
})

test.each([
  ['case and accents', { city: 'Zürich' }, { city: 'ZURICH' }],
  ['a town that only one has', {}, { city: 'Graz' }],
  ['a street', { city: 'Graz', address: 'Hauptplatz 1' }, { city: 'Graz', address: 'Main square' }],
  ['a phone', { phone: '1' }, { phone: '2' }],
  ['coordinates nearby', { geo_lat: 47.07, geo_lng: 15.43 }, { geo_lat: 47.08, geo_lng: 15.44 }],
])('%s makes no other venue', async (_what, one, other) => {
  const { venue } = opened()
  expect(await venue(other)).toBe(await venue(one).then(() => venue(one)))
})

test('of several, the one with most equal fields is meant, then the oldest', async () => {
  const { venue } = opened()
  const [graz, vienna] = [await venue(GRAZ), await venue(VIENNA)]
  expect(await venue({})).toBe(graz)
  expect(await venue({ country: 'Austria' })).toBe(graz)
  expect(await venue({ country: 'Austria', zip: '1010' })).toBe(vienna)
})

test('an event with two venues of one name in two towns has both, and of one town once', async () => {
  const { ask, venues } = opened()
  const venue = [GRAZ, VIENNA, { city: 'graz' }].map((town) => ({ venue: 'Town Hall', ...town }))
  const { status, body } = await ask('POST', '/events', { ...event({}), venue })
  expect([status, listOf(body.venue).length]).toEqual([201, 2])
  expect(await venues()).toEqual(['Town Hall Graz', 'Town Hall Wien'])
})

test('in a batch, a file of venues, and a file of events', async () => {
  const { ask, venues, send, venue } = opened()
  await venue(GRAZ)
  const requests = [GRAZ, VIENNA].map((town) => ({
    ...{ method: 'POST', path: '/events', body: event(town) },
  }))
  await ask('POST', '/batch', { requests })
  expect(await venues()).toEqual(['Town Hall Graz', 'Town Hall Wien'])
  const file = 'Venue Name,Venue City\nTown Hall,Graz\nTown Hall,Linz\n'
  const bring = async (body: string) =>
    (await send('/import', { method: 'POST', body, headers: { 'content-type': 'text/csv' } })).body
  expect(await bring(file)).toMatchObject({ created: 1, updated: 1, refused: [] })
  expect(await bring(file)).toMatchObject({ created: 0, unchanged: 2 })
  const events =
    'Event Name,Event Start Date,Venue Name,Venue City\nA,2027-05-01,Town Hall,Wels\nB,2027-05-02,Town Hall,Linz\n'
  expect(await bring(events)).toMatchObject({ created: 2, refused: [] })
  expect(await venues()).toEqual(['Town Hall Graz', 'Town Hall Linz', 'Town Hall Wels', 'Town Hall Wien'])
})

test('a source with two towns of one name', async () => {
  const row = (id: number, town: object) => ({
    ...{ id, title: 'Market', start_date: '2027-04-15 19:00:00', end_date: '2027-04-15 20:00:00' },
    venue: { venue: 'Town Hall', ...town },
  })
  const list = { events: [row(1, GRAZ), row(2, VIENNA)], total: 2, total_pages: 1 }
  const { make, ask } = openCalendar({ sources: { fetch: async () => Response.json(list) } })
  const id = await make('sources', { url: 'https://a.example/', format: 'site', status: 'publish' })
  expect((await ask('POST', `/sources/${id}/pull`)).body).toMatchObject({ new: 2, attached: [] })
  const found = listOf((await ask('GET', '/events')).body.events).map((one) => at(at(one, 'venue'), 'city'))
  expect(found.sort()).toEqual(['Graz', 'Wien'])
})
