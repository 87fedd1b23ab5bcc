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
