import { exportCalendar, importCalendar } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { PLAIN_FIELDS } from '../../../src/apps/editor/browser/event/plain-fields.ts'
import { EMPTY, inputOf, valuesOf } from '../../../src/apps/editor/browser/event/values.ts'
import { createClient } from '../../../src/client.ts'
import { openEndpoint } from '../../mcp/endpoint.ts'
import { fileCalendar, icsFile, veventLines } from '../../move/files.ts'
import {
  API,
  at,
  eventOf,
  expectWrong,
  listOf,
  on,
  openCalendar,
  textAt,
  titles,
} from '../../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from '../../sources/feeds.ts'

/*
 * What the fields of `edits.ts` do without any further line. `a-new-field.test.ts` runs this file in a copy of the sources
 * that has them.
 */

const OWN = { accessible: true, level: 'hard' }
const NONE = { accessible: false, level: 'any' }
const HALL = { venue: 'Hall', capacity: 80 }

test('they are written, read, kept by other changes, and cleared', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ ...OWN, venue: HALL }))
  const read = async () => (await ask('GET', `/events/${id}`)).body
  expect(await read()).toMatchObject({ ...OWN, venue: HALL })
  await ask('PATCH', `/events/${id}`, { title: 'Renamed' })
  expect(await read()).toMatchObject({ ...OWN, title: 'Renamed' })
  await ask('PUT', `/events/${id}`, { ...(await read()), ...NONE })
  expect(await read()).toMatchObject(NONE)
  const venue = `/venues/${at(await read(), 'venue', 'id')}`
  await ask('PATCH', venue, { capacity: '' })
  expect((await ask('GET', venue)).body).not.toHaveProperty('capacity')
})

test('bad values are refused, all together', async () => {
  const { ask } = openCalendar()
  const refused = await ask('POST', '/events', eventOf({ accessible: 'maybe', level: 'odd' }))
  expectWrong(refused, 'accessible', 'level')
  expectWrong(await ask('POST', '/events', eventOf({ accessible: null, level: null })), 'accessible', 'level')
  for (const capacity of [-1, 1.5, 'many', 1e17, true])
    expectWrong(await ask('POST', '/venues', { ...HALL, capacity }), 'capacity')
  expectWrong(await ask('GET', '/events?accessible=maybe&level=odd'), 'accessible', 'level')
})

test.each([
  ['accessible=true', 'own'],
  ['accessible=false', 'none'],
  ['level=hard', 'own'],
  ['level=any', 'none'],
  ['level=easy', ''],
  ['level=any,hard', 'none,own'],
  ['accessible=true&level=any', ''],
])('lists are filtered: %s', async (query, found) => {
  const { ask, make } = openCalendar()
  await make('events', on('2027-05-10', '2027-05-10', { ...NONE, title: 'none' }))
  await make('events', on('2027-05-11', '2027-05-11', { ...OWN, title: 'own' }))
  expect(titles(await ask('GET', `/events?${query}`)).join()).toBe(found)
})

test('behind a password they are hidden', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ ...OWN, password: 'rosebud' }))
  const hidden = at((await ask('GET', '/events', undefined, 'visitor')).body, 'events', 0)
  expect(hidden).toMatchObject({ accessible: null, level: null })
  expect((await ask('GET', `/events/${id}?password=rosebud`, undefined, 'visitor')).body).toMatchObject(OWN)
  expect((await ask('GET', '/events.ics', undefined, 'visitor')).text).not.toMatch(/X-ACCESSIBLE|X-LEVEL/)
  expect(titles(await ask('GET', '/events?accessible=true', undefined, 'visitor'))).toEqual([])
})

describe('files', () => {
  test('feeds show them, and their import reads them', async () => {
    const { ask, make } = openCalendar()
    await make('events', eventOf(OWN))
    const { text } = await ask('GET', '/events.ics')
    expect(text).toContain('X-ACCESSIBLE:true\r\nX-LEVEL:hard\r\n')
    const other = fileCalendar()
    await other.bring(text)
    expect(await other.events()).toMatchObject([OWN])
    await other.bring(icsFile(...veventLines('plain')))
    expect(await other.events()).toMatchObject([OWN, NONE])
  })

  test.each(['ics', 'csv'] as const)('exports as %s are read back', async (format) => {
    const one = fileCalendar()
    await one.make('events', eventOf({ ...OWN, venue: HALL }))
    const other = fileCalendar()
    const file = await one.export(format)
    await other.bring(file)
    expect(await other.events()).toMatchObject([{ ...OWN, venue: HALL }])
    if (format === 'csv') expect(file.split('\r\n')[0]).toMatch(/Accessible,Level,.*Venue Capacity/)
  })
})

test('the documentation names them', async () => {
  const { body } = await openCalendar().ask('GET', '/doc')
  const property = (schema: string, name: string) =>
    at(body, 'components', 'schemas', schema, 'properties', name)
  for (const [kind, name] of [
    ['Event', 'accessible'],
    ['Event', 'level'],
    ['Venue', 'capacity'],
  ] as const) {
    expect(property(kind, name), name).toBeDefined()
    expect(property(`${kind}Input`, name), name).toHaveProperty('description')
  }
  const parameters = listOf(at(body, 'paths', '/events', 'get', 'parameters')).map((one) =>
    textAt(one, 'name'),
  )
  expect(parameters).toEqual(expect.arrayContaining(['accessible', 'level']))
})

test('documents that are older than the fields have the defaults', async () => {
  const [before, after] = [memoryStorage(), memoryStorage()]
  await openCalendar({}, before).make('events', eventOf({ title: 'Old', venue: { venue: 'Hall' } }))
  let file = ''
  for await (const line of exportCalendar(before)) file += line
  const older = file.replace(/,\\"(?:accessible|level|capacity)\\":(?:false|null|\\"any\\")/g, '')
  expect(file.match(/accessible|level|capacity/g)).toHaveLength(3)
  expect(older).not.toMatch(/accessible|level|capacity/)
  await importCalendar(after, [older])
  const { ask } = openCalendar({}, after)
  const list = await ask('GET', '/events?accessible=false&level=any')
  expect(listOf(list.body.events)).toMatchObject([{ ...NONE, venue: { venue: 'Hall' } }])
  expect(titles(await ask('GET', '/events?accessible=true'))).toEqual([])
  expect((await ask('GET', '/venues')).body).toMatchObject({ total: 1 })
})

test('a source says those that its row allows, until somebody changes them here', async () => {
  const server = feedServer()
  const { ask } = openCalendar({ sources: { fetch: server.fetch } })
  const url = 'https://feeds.example/a.ics'
  const say = async (level: string) => {
    server.serve(
      url,
      () => new Response(calendarOf([eventOn('0415', 'a', { 'X-LEVEL': level, 'X-ACCESSIBLE': 'true' })])),
    )
    await ask('POST', `/sources/${source}/pull`)
    return at((await ask('GET', '/events?start_date=2000-01-01')).body, 'events', 0)
  }
  const source = (await ask('POST', '/sources', { url, status: 'publish' })).body.id
  const event = await say('easy')
  expect(event).toMatchObject({ level: 'easy', accessible: false })
  expect(await say('any')).toMatchObject({ level: 'any' })
  await ask('PATCH', `/events/${at(event, 'id')}`, { level: 'hard' })
  expect(await say('easy')).toMatchObject({ level: 'hard', source: { kept: ['level'] } })
})

test('assistants write them', async () => {
  const { call } = openEndpoint()
  const times = { start_date: '2026-05-09 19:00', end_date: '2026-05-09 21:00' }
  const made = await call('create_event', { title: 'Choir', ...times, ...OWN }, 'editor')
  expect(made).toMatchObject({ isError: false, data: { written: true } })
})

test('the form of the page for editors has those with a label', async () => {
  const { api, make } = openCalendar()
  const client = createClient({ baseUrl: API, headers: { 'x-user': 'editor' }, fetch: api.fetch })
  const values = valuesOf(await client.events.get(await make('events', eventOf(OWN))))
  expect(EMPTY).toMatchObject(NONE)
  expect(values).toMatchObject(OWN)
  const changed = PLAIN_FIELDS.map(({ name }) => name).filter((name) => Object.hasOwn(NONE, name))
  expect(inputOf({ ...values, ...NONE }, changed)).toEqual(NONE)
  expect(PLAIN_FIELDS.map(({ label }) => label)).toEqual(expect.arrayContaining(['Accessible', 'Level']))
})
