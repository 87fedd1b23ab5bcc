import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { idsIn, openCalendar } from '../routes/calendar.ts'

/*
 * The keys of a series say what it is: its own terms and places, the start of its first date, the end of its last one,
 * and when it needs more dates. It is 2027-03-01, a Monday.
 */

async function openSeries(rrule: string, fields: object = {}) {
  const storage = memoryStorage()
  const calendar = openCalendar({}, storage)
  const { ask, make } = calendar
  const tag = await make('tags', { name: 'Late' })
  const venue = await make('venues', { venue: 'Hall' })
  const id = await make('events', {
    title: 'Jazz',
    start_date: '2027-03-08 19:00',
    end_date: '2027-03-08 21:00',
    recurrence: { rrule },
    tags: [tag],
    venue: [venue],
    ...fields,
  })
  const keys = async () => {
    const [document] = await storage.get('event', [id])
    return document?.keys
  }
  const change = async (body: object) => expect((await ask('PUT', `/events/${id}`, body)).status).toBe(200)
  return { ...calendar, storage, id, tag, venue, keys, change }
}

test('a series has its terms and places as keys, and is marked', async () => {
  const { keys, tag, venue, change, id, storage } = await openSeries('FREQ=WEEKLY;COUNT=3')
  expect(await keys()).toMatchObject({
    ...{ status: 'publish', series: true, due: null, tag: [tag], venue: [venue] },
    ...{ start: '2027-03-08 19:00:00', end: '2027-03-22 21:00:00', utc_start: '2027-03-09 00:00:00' },
  })
  await change({ status: 'draft', tags: [] })
  expect(await keys()).toMatchObject({ status: 'draft', series: true, tag: [] })
  await change({ recurrence: null })
  expect(await keys()).toMatchObject({ series: false, due: null, end: '2027-03-08 21:00:00' })
  const where = [{ key: 'series', in: [true] }] as const
  expect((await storage.find('event', { where, order: 'id', limit: 9 })).map((one) => one.id)).toEqual([])
  expect(id).toBeGreaterThan(0)
})

test('its end follows each change of its dates', async () => {
  const { keys, change } = await openSeries('FREQ=WEEKLY')
  const ends = async (recurrence: object) => {
    await change({ recurrence })
    return (await keys())?.end
  }
  expect(await keys()).toMatchObject({ end: '9999-12-31 23:59:59', due: '2027-03-05 05:00:00' })
  expect(await ends({ rrule: 'FREQ=WEEKLY;COUNT=2' })).toBe('2027-03-15 21:00:00')
  expect(await ends({ rrule: 'FREQ=WEEKLY;UNTIL=20300101T000000' })).toBe('2029-12-31 21:00:00')
  expect(await ends({ rrule: 'FREQ=WEEKLY;COUNT=2', exdate: ['2027-03-15'] })).toBe('2027-03-08 21:00:00')
  expect(await ends({ rrule: 'FREQ=WEEKLY;COUNT=2', rdate: ['2031-01-01 10:00'] })).toBe(
    '2031-01-01 12:00:00',
  )
  expect(await ends({ rrule: 'FREQ=YEARLY;UNTIL=99980101T000000' })).toBe('9997-03-08 21:00:00')
  await change({
    end_date: '2027-03-08 22:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2', rdate: [], exdate: [] },
  })
  expect((await keys())?.end).toBe('2027-03-15 22:00:00')
})

test('what is not looked at again keeps its end as time passes', async () => {
  const { keys, ask, setTime } = await openSeries('FREQ=MONTHLY;UNTIL=20350101T000000')
  const before = await keys()
  setTime('2028-06-01T12:00:00Z')
  await ask('GET', '/events')
  const after = await keys()
  expect(after?.end).toBe(before?.end)
  expect(String(after?.due) > String(before?.due)).toBe(true)
})

test('no list shows it, nor counts it, but those that name it', async () => {
  const { ask, id, tag, venue } = await openSeries('FREQ=WEEKLY;COUNT=3')
  for (const query of [
    '',
    `tags=${tag}`,
    `venue=${venue}`,
    'search=jazz',
    'orderby=title',
    'status=publish',
  ]) {
    const { body } = await ask('GET', `/events?start_date=2020-01-01&end_date=2040-01-01&${query}`)
    expect([query, idsIn(body, 'events').includes(id), body.total]).toEqual([query, false, 3])
  }
  expect((await ask('GET', `/tags/${tag}`)).body.count).toBe(3)
  expect((await ask('GET', '/tags')).body.tags).toMatchObject([{ count: 3 }])
  expect(idsIn((await ask('GET', `/events?include=${id}`)).body, 'events')).toEqual([id])
  const next = await openSeries('FREQ=WEEKLY;COUNT=1', { status: 'draft' })
  expect((await next.ask('GET', '/tags?hide_empty=1')).body.total).toBe(0)
})

test('a place is not in use for a series whose dates are all gone', async () => {
  const { ask, venue } = await openSeries('FREQ=WEEKLY;COUNT=3')
  expect(idsIn((await ask('GET', '/venues?has_events=true')).body, 'venues')).toEqual([venue])
  const { body } = await ask('GET', '/events?start_date=2020-01-01')
  for (const one of idsIn(body, 'events')) await ask('DELETE', `/events/${one}`)
  expect(idsIn((await ask('GET', '/venues?has_events=true')).body, 'venues')).toEqual([])
})
