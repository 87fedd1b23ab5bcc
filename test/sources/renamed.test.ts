import { beforeEach, expect, test } from 'vitest'
import { at, listOf } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* What a source names may have another name here: somebody has renamed it, or merged it into another one. */

let calendar: ReturnType<typeof opened>
beforeEach(() => {
  calendar = opened()
})

const by = (day: string, uid: string, more: Readonly<Record<string, string>> = {}) =>
  eventOn(day, uid, { 'ORGANIZER;CN=Club': 'mailto:club@club.example', ...more })

const names = async (kind: 'venues' | 'organizers') => {
  const { body } = await calendar.ask('GET', `/${kind}`)
  return listOf(body[kind]).map((one) => at(one, kind.slice(0, -1)))
}
/** Of the only one. */
const idOf = async (kind: 'venues' | 'organizers') => {
  const { body } = await calendar.ask('GET', `/${kind}`)
  return at(listOf(body[kind])[0], 'id')
}
const rename = async (kind: 'venues' | 'organizers', name: object) =>
  calendar.ask('PATCH', `/${kind}/${await idOf(kind)}`, name)
const placed = async () =>
  (await calendar.all()).map((event) => `${at(event, 'title')}: ${at(event, 'venue', 'venue')}`)

test('a venue and an organizer that were renamed here stay those of their events, and of new ones', async () => {
  const source = await calendar.sourceOf('a', [by('0415', 'a'), by('0416', 'b')])
  await source.pull()
  await rename('venues', { venue: 'City Library' })
  await rename('organizers', { organizer: 'Readers' })
  source.serve([by('0415', 'a', { SUMMARY: 'Changed' }), by('0416', 'b'), by('0417', 'c')])
  expect(await source.pull()).toMatchObject({ new: 1, changed: 1 })
  expect(await names('venues')).toEqual(['City Library'])
  expect(await names('organizers')).toEqual(['Readers'])
  expect(await placed()).toEqual(['Changed: City Library', 'Event b: City Library', 'Event c: City Library'])
})

test('an event that was typed here, at the venue that was renamed, is not doubled', async () => {
  const source = await calendar.sourceOf('a', [by('0415', 'a')])
  await source.pull()
  await rename('venues', { venue: 'City Library' })
  const times = { start_date: '2027-04-16 19:00:00', end_date: '2027-04-16 20:00:00' }
  await calendar.make('events', { title: 'Event b', ...times, venue: await idOf('venues') })
  source.serve([by('0415', 'a'), by('0416', 'b')])
  expect(await source.pull()).toMatchObject({ new: 0, attached: [{ uid: 'b' }] })
})

test('a venue that somebody gave one event alone is not that of the others, and goes when it follows again', async () => {
  const source = await calendar.sourceOf('a', [by('0415', 'a'), by('0416', 'b')])
  await source.pull()
  const [first] = await calendar.all()
  const hall = await calendar.make('venues', { venue: 'Hall' })
  await calendar.ask('PATCH', `/events/${at(first, 'id')}`, { venue: hall })
  source.serve([by('0415', 'a', { SUMMARY: 'Changed' }), by('0416', 'b'), by('0417', 'c')])
  await source.pull()
  expect(await placed()).toEqual(['Changed: Hall', 'Event b: Library', 'Event c: Library'])
  await calendar.ask('POST', `/events/${at(first, 'id')}/follow`)
  await source.pull()
  expect(await placed()).toEqual(['Changed: Library', 'Event b: Library', 'Event c: Library'])
})

test('an event in the trash, whose place its source has changed since then, says nothing of that place', async () => {
  const source = await calendar.sourceOf('a', [by('0415', 'a'), by('0416', 'b')])
  await source.pull()
  const [first] = await calendar.all()
  await calendar.ask('DELETE', `/events/${at(first, 'id')}`)
  source.serve([by('0415', 'a', { LOCATION: 'Hall' }), by('0416', 'b')])
  await source.pull()
  source.serve([
    by('0415', 'a', { LOCATION: 'Hall' }),
    by('0416', 'b'),
    by('0417', 'c', { LOCATION: 'Hall' }),
  ])
  await source.pull()
  expect(await placed()).toEqual(['Event b: Library', 'Event c: Hall'])
})

test('another place there is another venue here', async () => {
  const source = await calendar.sourceOf('a', [by('0415', 'a')])
  await source.pull()
  await rename('venues', { venue: 'City Library' })
  source.serve([by('0415', 'a', { LOCATION: 'Park' })])
  await source.pull()
  expect(await placed()).toEqual(['Event a: Park'])
})
