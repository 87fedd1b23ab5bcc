import { describe, expect, test } from 'vitest'
import { eventOf, expectWrong, openCalendar, titles } from './calendar.ts'

describe('places', () => {
  async function openWorld() {
    const calendar = openCalendar()
    const PLACES = {
      'New York': [40.7128, -74.006],
      Newark: [40.7357, -74.1724],
      'Fiji west': [-17.8, 179.9],
      'Fiji east': [-17.8, -179.9],
      'North Pole': [90, 0],
      'Near pole': [89.9, 170],
      'South Pole': [-90, 45],
      Null: [0, 0],
    } as const
    for (const [title, [geo_lat, geo_lng]] of Object.entries(PLACES))
      await calendar.make('events', eventOf({ title, venue: { venue: title, geo_lat, geo_lng } }))
    await calendar.make('events', eventOf({ title: 'Unplaced', venue: { venue: 'Somewhere' } }))
    await calendar.make('events', eventOf({ title: 'Homeless' }))
    await calendar.make('events', eventOf({ title: 'Half', venue: { venue: 'Half', geo_lat: 1 } }))
    const near = async (query: string) =>
      titles(await calendar.ask('GET', `/events?per_page=50&${query}`)).sort()
    return { ...calendar, near, PLACES }
  }

  test('near a point is within a radius, of 25 kilometres unless said otherwise', async () => {
    const { near } = await openWorld()
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006')).toEqual(['New York', 'Newark'])
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006&geoloc_radius=10')).toEqual(['New York'])
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006&geoloc_radius=0')).toEqual(['New York'])
    expect(await near('geoloc_lat=41.7128&geoloc_lng=-74.006')).toEqual([])
    expect(await near('geoloc_lat=0&geoloc_lng=0')).toEqual(['Null'])
    expect(await near('geoloc_lat=1e1&geoloc_lng=1.5E1&geoloc_radius=.5')).toEqual([])
  })

  test('across the date line and around the poles', async () => {
    const { near, PLACES } = await openWorld()
    const fiji = ['Fiji east', 'Fiji west']
    expect(await near('geoloc_lat=-17.8&geoloc_lng=179.95')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=-179.95')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=180')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=-180')).toEqual(fiji)
    expect(await near('geoloc_lat=90&geoloc_lng=-90')).toEqual(['Near pole', 'North Pole'])
    expect(await near('geoloc_lat=89.95&geoloc_lng=-10')).toEqual(['Near pole', 'North Pole'])
    expect(await near('geoloc_lat=-89.9&geoloc_lng=-135')).toEqual(['South Pole'])
    const everywhere = await near('geoloc_lat=12&geoloc_lng=34&geoloc_radius=20038')
    expect(everywhere).toEqual(Object.keys(PLACES).sort())
  })

  test('geoloc says whether the venue has coordinates at all', async () => {
    const { near, PLACES } = await openWorld()
    expect(await near('geoloc=true')).toEqual(Object.keys(PLACES).sort())
    expect(await near('geoloc=0')).toEqual(['Half', 'Homeless', 'Unplaced'])
    expect(await near('geoloc=1&geoloc_lat=0&geoloc_lng=0')).toEqual(['Null'])
    expect(await near('geoloc=false&geoloc_lat=0&geoloc_lng=0')).toEqual([])
  })

  test('the two coordinates need each other, and numbers have bounds', async () => {
    const { ask } = openCalendar()
    expectWrong(await ask('GET', '/events?geoloc_lat=1'), 'geoloc_lng')
    expectWrong(await ask('GET', '/events?geoloc_lng=1'), 'geoloc_lat')
    expectWrong(await ask('GET', '/events?geoloc=1&geoloc_lng=1'), 'geoloc_lat')
    expectWrong(await ask('GET', '/events?geoloc_radius=1'), 'geoloc_radius')
    expectWrong(await ask('GET', '/events?geoloc_lat=90.1&geoloc_lng=180.1'), 'geoloc_lat', 'geoloc_lng')
    for (const wrong of ['', 'x', 'NaN', 'Infinity', '1e400', '0x10', '1,5'])
      expectWrong(await ask('GET', `/events?geoloc_lat=${wrong}&geoloc_lng=0`), 'geoloc_lat')
    for (const wrong of ['-1', '20039', 'x'])
      expectWrong(
        await ask('GET', `/events?geoloc_lat=0&geoloc_lng=0&geoloc_radius=${wrong}`),
        'geoloc_radius',
      )
  })
})

test('near is what is within the radius, to the kilometre, in every direction', async () => {
  const { ask, make } = openCalendar()
  // A degree of a great circle of the mean earth is 111.19 km.
  const places = { north: [41, 10], south: [39, 10], 'on the spot': [40, 10] } as const
  for (const [title, [geo_lat, geo_lng]] of Object.entries(places))
    await make('events', eventOf({ title, venue: { venue: title, geo_lat, geo_lng } }))
  const near = async (km: number) =>
    titles(await ask('GET', `/events?geoloc_lat=40&geoloc_lng=10&geoloc_radius=${km}`)).sort()
  expect(await near(111)).toEqual(['on the spot'])
  expect(await near(111.3)).toEqual(['north', 'on the spot', 'south'])
  await make('events', eventOf({ title: 'east', venue: { venue: 'east', geo_lat: 40, geo_lng: 11 } }))
  expect(await near(85)).toEqual(['on the spot'])
  expect(await near(85.3)).toEqual(['east', 'on the spot'])
})
