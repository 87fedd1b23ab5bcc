import { expect, test } from 'vitest'
import { at, listOf } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* What a dry run shows of the events themselves. */

const times = (day: string) => ({
  ...{ start_date: `2027-${day} 19:00:00`, end_date: `2027-${day} 20:00:00`, all_day: false },
})

test('a dry run shows what would come, change and go, as it then is', async () => {
  const { ask, all, sourceOf } = opened()
  const source = await sourceOf('a', [eventOn('0415', 'a'), eventOn('0416', 'b'), eventOn('0417', 'c')])
  await source.pull()
  const [a, b] = (await all()).map((event) => at(event, 'id'))
  source.serve([
    eventOn('0418', 'b', { SUMMARY: 'Moved' }),
    eventOn('0417', 'c'),
    eventOn('0419', 'd', { SUMMARY: 'Tom & <b>Jerry</b>' }),
  ])
  const { body } = await ask('POST', `/sources/${source.id}/pull?dry_run=1`)
  expect(body.events).toEqual([
    { change: 'changed', uid: 'b', id: b, title: 'Moved', ...times('04-18') },
    { change: 'gone', uid: 'a', id: a, title: 'Event a', ...times('04-15') },
    { change: 'new', uid: 'd', title: 'Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;', ...times('04-19') },
  ])
  expect((await source.pull()).events).toBeUndefined()
})

test('a dry run says why an event is known, if not by its UID', async () => {
  const { ask, make, all, sourceOf } = opened()
  const page = (name: string) => ({ URL: `https://a.example/${name}` })
  const repeats = { SUMMARY: 'Course', RRULE: 'FREQ=WEEKLY;COUNT=2' }
  const source = await sourceOf('a', [
    ...[eventOn('0415', 'a'), eventOn('0416', 'b'), eventOn('0417', 'c', page('c')), eventOn('0418', 'd')],
    ...[eventOn('0420', 'e1', { SUMMARY: 'Course' }), eventOn('0427', 'e2', { SUMMARY: 'Course' })],
  ])
  await source.pull()
  const ids = (await all()).map((event) => at(event, 'id'))
  const times = { start_date: '2027-04-19 19:00:00', end_date: '2027-04-19 20:00:00' }
  const ours = await make('events', {
    title: 'Event t',
    ...times,
    venue: { venue: 'Library' },
    status: 'publish',
  })
  const named = (name: string) => ({ SUMMARY: `Event ${name}` })
  source.serve([
    eventOn('0415', 'a2', named('a')),
    eventOn('0416', 'b2', { ...named('b'), DESCRIPTION: 'New' }),
    eventOn('0425', 'c2', { SUMMARY: 'New', ...page('c') }),
    eventOn('0428', 'd2', named('d')),
    ...[eventOn('0419', 't'), eventOn('0415', 'a3', named('a'))],
    eventOn('0420', 'e3', repeats),
  ])
  const { body } = await ask('POST', `/sources/${source.id}/pull?dry_run=1`)
  expect(body.error).toBeUndefined()
  expect(body.matches).toEqual([
    { uid: 'a2', id: ids[0], reason: 'unchanged' },
    { uid: 'b2', id: ids[1], reason: 'start' },
    { uid: 'e3', id: ids[4], reason: 'start' },
    { uid: 'c2', id: ids[2], reason: 'page' },
    { uid: 'd2', id: ids[3], reason: 'moved' },
    { uid: 'e2', id: ids[5], reason: 'date' },
    { uid: 'a3', id: ids[0], reason: 'twin' },
    { uid: 't', id: ours, reason: 'here' },
  ])
  expect((await source.pull()).matches).toBeUndefined()
})

test('and which events of a source are one', async () => {
  const { ask, sourceOf } = opened()
  const same = { SUMMARY: 'Choir' }
  const source = await sourceOf('a', [eventOn('0415', 'a', same), eventOn('0415', 'b', same)])
  const { body } = await ask('POST', `/sources/${source.id}/pull?dry_run=1`)
  expect(body.matches).toEqual([{ uid: 'b', id: at(body.attached, 0, 'id'), reason: 'twin' }])
})

test('at most 20 of each are shown, and a series is one', async () => {
  const { ask, server, sourceOf } = opened()
  const many = [...Array(25).keys()].map((n) => eventOn(`04${n + 5 < 10 ? '0' : ''}${n + 5}`, `n-${n}`))
  const source = await sourceOf('a', [eventOn('0401', 's', { RRULE: 'FREQ=DAILY;COUNT=30' }), ...many])
  const { body } = await ask('POST', `/sources/${source.id}/pull?dry_run=1`)
  expect(body.new).toBe(26)
  expect(listOf(body.events)).toHaveLength(20)
  expect(listOf(body.events).filter((event) => at(event, 'uid') === 's')).toHaveLength(1)
  expect(server.asked).toHaveLength(1)
})

test('a reading says which venue was taken for one that is here, also before it is done', async () => {
  const { ask, make, sourceOf } = opened()
  const id = await make('venues', { venue: 'Old Mill', city: 'Salem' })
  const source = await sourceOf('a', [
    eventOn('0415', 'a', { LOCATION: 'old mill' }),
    eventOn('0416', 'b', { LOCATION: 'New Mill' }),
    eventOn('0417', 'c', { LOCATION: 'New Mill' }),
  ])
  const taken = [{ kind: 'venue', id, name: 'Old Mill' }]
  expect((await ask('POST', `/sources/${source.id}/pull?dry_run=1`)).body.taken).toEqual(taken)
  expect((await source.pull()).taken).toEqual(taken)
  expect((await source.pull()).taken).toBeUndefined()
})
