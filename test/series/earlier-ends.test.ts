import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import { putChange } from '../../src/core/operations/writing/plan.ts'
import { idsIn, openCalendar } from '../routes/calendar.ts'

test('after an upgrade, a series lasts as its dates do, and a damaged one holds nothing up', async () => {
  const storage = memoryStorage()
  const { api, ask, make } = openCalendar({}, storage)
  const times = { start_date: '2027-06-07 19:00', end_date: '2027-06-07 21:00' }
  const make3 = () =>
    make('events', { title: 'Jazz', ...times, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
  const [series, damaged] = [await make3(), await make3()]
  const datesOf = async (id: number) => idsIn((await ask('GET', `/events?post_parent=${id}`)).body, 'events')
  const [, , third = 0] = await datesOf(series)
  const moved = { start_date: '2027-06-30 19:00', end_date: '2027-06-30 21:00' }
  expect((await ask('PATCH', `/events/${third}`, moved)).status).toBe(200)
  const [broken = 0] = await datesOf(damaged)
  for (const document of await storage.get('event', [series, damaged])) {
    // As 0.7 stored it.
    const record = fromDocument('event', document)
    const put = putChange({ ...record, series: record.series && { ...record.series, ends: undefined } })
    await storage.commit([put])
  }
  for (const { id, version: expect, keys, text } of await storage.get('event', [broken])) {
    await storage.commit([{ do: 'put', kind: 'event', id, expect, content: { keys, text, data: '{}' } }])
  }
  const ends = async () => (await storage.get('event', [series, damaged])).map(({ keys }) => keys.end)
  expect(await ends()).toEqual(['2027-06-07 21:00:00', '2027-06-07 21:00:00'])
  await api.migrate()
  expect(await ends()).toEqual(['2027-06-30 21:00:00', '2027-06-21 21:00:00'])
})
