import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import { at, expectRefusal, idOf, idsIn, listOf, openCalendar } from '../routes/calendar.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'
import { ADMIN, serve } from './old-site.ts'
import { town } from './town.ts'

/* What was merged here does not come back with a further import. */

const sleep = async () => {}

test('of a site: its events get the one that stays, the new and the changed ones, too', async () => {
  const { url, change } = await serve(town())
  const storage = memoryStorage()
  await importSite(storage, { url, ...ADMIN, sleep })
  const { ask } = openCalendar({}, storage)
  expect((await ask('POST', '/venues/20/merge', { from: [21] })).status).toBe(200)
  expect((await ask('POST', '/categories/3/merge', { from: [2] })).status).toBe(200)
  change({ op: 'update', id: 31, fields: { title: 'Changed there' } })
  const added = change({ op: 'add', from: 31, fields: { title: 'New there' } })
  const report = await importSite(storage, { url, ...ADMIN, sleep, prune: true })
  expect(report.kinds.venue).toMatchObject({ created: 0, updated: 0, gone: [] })
  expect(report.kinds.category).toMatchObject({ created: 0, gone: [] })
  const documents = await storage.get('event', [30, 31, added])
  const events = documents.map((document) => fromDocument('event', document))
  expect(events.map(({ title }) => title)).toContain('Changed there')
  for (const { venue, categories } of events) {
    expect(venue).toEqual([20])
    expect(categories).not.toContain(2)
  }
  expectRefusal(await ask('GET', '/venues/21'), 301, 'rest_merged')
  expect(idsIn((await ask('GET', '/venues')).body, 'venues')).not.toContain(21)
  const [document] = await storage.get('category', [3])
  expect(document?.keys.parent).toBe(0)
})

test('of a file: a name that only the merged one has means the one that stays', async () => {
  const { ask, bring, make } = fileCalendar()
  const file = (title: string) =>
    icsFile(...veventLines('a@town', `SUMMARY:${title}`, 'LOCATION:Old Hall', 'CATEGORIES:Oldies'))
  await bring(file('First'))
  const [old] = idsIn((await ask('GET', '/venues')).body, 'venues')
  const stays = await make('venues', { venue: 'Hall' })
  expect((await ask('POST', `/venues/${stays}/merge`, { from: [old] })).body).toMatchObject({ events: 1 })
  await bring(file('Second'))
  const [event] = listOf((await ask('GET', '/events')).body.events)
  expect(at(event, 'title')).toBe('Second')
  expect([at(event, 'venue')].flat().map(idOf)).toEqual([stays])
  await bring('Venue Name,Venue City\nOld Hall,Bonn\n')
  expect(idsIn((await ask('GET', '/venues')).body, 'venues')).toEqual([stays])
})
