import { expect, test } from 'vitest'
import { eventOf, openCalendar, titles } from './calendar.ts'

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
