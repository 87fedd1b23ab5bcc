import { describe, expect, test } from 'vitest'
import { at } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* Publishers change how they write what repeats: as one event with a rule, or as an event for each date. */

const called = { SUMMARY: 'Yoga' }
const EVERY_WEEK = 'FREQ=WEEKLY;UNTIL=20270428T235959'
const weekly = (begin: string, more = {}) =>
  eventOn(begin, 'series', { ...called, RRULE: EVERY_WEEK, ...more })
const single = (day: string, more = {}) => eventOn(day, `single-${day}`, { ...called, ...more })
const WEDNESDAYS = ['0217', '0224', '0303', '0310', '0317', '0324', '0331', '0407', '0414', '0421', '0428']
const from = (day: string) => WEDNESDAYS.filter((one) => one >= day)
/** So that never more than half of the source is gone. */
const others = ['0501', '0502', '0503', '0504', '0505', '0506'].map((day) => eventOn(day, `other-${day}`))

const MIDDLE = '2027-04-10T12:00:00Z'

function town() {
  const { sourceOf, events, ...calendar } = opened()
  return {
    ...calendar,
    source: (entries: readonly ReturnType<typeof eventOn>[], fields = {}) =>
      sourceOf('a', [...entries, ...others], fields),
    /** The days of what is called Yoga, with what is said of each. */
    yoga: async () =>
      (await events()).flatMap((line) => {
        const [, month, day, , more = ''] = /^Yoga 2027-(..)-(..) (\S+)(.*)$/.exec(line) ?? []
        return month === undefined ? [] : [`${month}${day}${more}`]
      }),
  }
}

describe('single events that become a series', () => {
  test.each(['0303', '0407'])('are there once, if the series begins at %s', async (begin) => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source(from('0303').map((day) => single(day)))
    await pull()
    setTime(MIDDLE)
    serve([weekly(begin), ...others])
    const { error, refused } = await pull()
    expect([error, refused]).toEqual([undefined, []])
    expect(await yoga()).toEqual(from('0303'))
  })

  test('are there once if they are all that the calendar has', async () => {
    const { sourceOf, events } = opened()
    const { pull, serve } = await sourceOf(
      'a',
      from('0303').map((day) => single(day)),
    )
    await pull()
    serve([weekly('0303')])
    expect((await pull()).error).toBeUndefined()
    expect(await events()).toHaveLength(from('0303').length)
  })

  test('are there once if what is gone is to stay', async () => {
    const { source, yoga } = town()
    const { pull, serve } = await source(
      from('0407').map((day) => single(day)),
      { keep_gone: true },
    )
    await pull()
    serve([weekly('0407'), ...others])
    await pull()
    expect(await yoga()).toEqual(from('0407'))
  })

  test('come again, each once, when they are single again', async () => {
    const { source, yoga } = town()
    const singles = from('0407').map((day) => single(day))
    const { pull, serve } = await source(singles)
    await pull()
    for (const entries of [[weekly('0407')], singles, [weekly('0407')], singles]) {
      serve([...entries, ...others])
      await pull()
      expect(await yoga()).toEqual(from('0407'))
    }
  })

  test('do not take the place of the series when it moves and gets another UID', async () => {
    const { source, yoga } = town()
    const { pull, serve } = await source(from('0407').map((day) => single(day)))
    await pull()
    serve([weekly('0407'), ...others])
    await pull()
    serve([eventOn('0415', 'moved', { ...called, RRULE: 'FREQ=WEEKLY;COUNT=2' }), ...others])
    expect(await pull()).toMatchObject({ new: 0, changed: 1, gone: 0 })
    expect(await yoga()).toEqual(['0415', '0422'])
  })

  test('are cancelled where the series has no date', async () => {
    const { source, yoga } = town()
    const { pull, serve } = await source(from('0407').map((day) => single(day)))
    await pull()
    serve([weekly('0407', { EXDATE: '20270421T190000' }), ...others])
    await pull()
    expect(await yoga()).toEqual(['0407', '0414', '0421 canceled', '0428'])
  })

  test('of another zone are the same dates', async () => {
    const { source, yoga } = town()
    const { pull, serve } = await source([
      single('0407', { DTSTART: '20270407T230000Z', DTEND: '20270408T000000Z' }),
      single('0414', { DTSTART: '20270414T230000Z', DTEND: '20270415T000000Z' }),
    ])
    await pull()
    serve([weekly('0407'), ...others])
    await pull()
    expect(await yoga()).toEqual(from('0407'))
  })
})

describe('a series that becomes an event for each date', () => {
  test.each(['0217', '0407', '0414'])(
    'and began at %s keeps what is over, and has each date once',
    async (begin) => {
      const { source, setTime, yoga } = town()
      const { pull, serve } = await source([weekly(begin)])
      await pull()
      const before = await yoga()
      setTime(MIDDLE)
      serve([...from('0414').map((day) => single(day)), ...others])
      expect((await pull()).error).toBeUndefined()
      expect(await yoga()).toEqual(before)
    },
  )

  test('has each date once if those that are over are single, too', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0217')])
    await pull()
    setTime(MIDDLE)
    serve([...from('0217').map((day) => single(day)), ...others])
    await pull()
    expect(await yoga()).toEqual(from('0217'))
  })

  test('is there once if both are in the calendar for a while, and follows the single ones then', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0217')])
    await pull()
    setTime(MIDDLE)
    const singles = from('0414').map((day) => single(day))
    serve([weekly('0217'), ...singles, ...others])
    await pull()
    expect(await yoga()).toEqual(from('0217'))
    serve([...singles, ...others])
    await pull()
    expect(await yoga()).toEqual(from('0217'))
    serve([...singles.slice(1), single('0414', { STATUS: 'CANCELLED' }), ...others])
    await pull()
    expect(await yoga()).toEqual([
      ...from('0217').filter((day) => day < '0414'),
      '0414 canceled',
      '0421',
      '0428',
    ])
  })

  test('has each date once if one of the single ones goes at the same time', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0217')])
    await pull()
    setTime(MIDDLE)
    serve([weekly('0217'), ...from('0414').map((day) => single(day)), ...others])
    await pull()
    serve([single('0414'), single('0428'), ...others])
    expect(await pull()).toMatchObject({ gone: 1 })
    expect(await yoga()).toEqual(from('0217').filter((day) => day !== '0421'))
  })

  test('is a series again, each date once, when it is one again', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0217')])
    await pull()
    setTime(MIDDLE)
    const singles = from('0414').map((day) => single(day))
    for (const entries of [singles, [weekly('0217')], singles, [weekly('0217')]]) {
      serve([...entries, ...others])
      await pull()
      expect(await yoga()).toEqual(from('0217'))
    }
  })

  test('stays without the dates that are not listed yet, which come later', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0217')])
    await pull()
    setTime(MIDDLE)
    serve([single('0414'), ...others])
    await pull()
    expect(await yoga()).toEqual([...from('0217').filter((day) => day <= '0414')])
    serve([single('0414'), single('0421'), ...others])
    await pull()
    expect(await yoga()).toEqual([...from('0217').filter((day) => day <= '0421')])
  })

  test('is cancelled if an event of its name has another time', async () => {
    const { source, setTime, yoga } = town()
    const { pull, serve } = await source([weekly('0407')])
    await pull()
    setTime(MIDDLE)
    serve([single('0416'), ...others])
    await pull()
    expect(await yoga()).toEqual(['0407', '0414 canceled', '0416', '0421 canceled', '0428 canceled'])
  })

  test('that nobody has published yet waits once for each date', async () => {
    const { source, setTime, yoga, all } = town()
    const { pull, serve } = await source([weekly('0217')], { status: 'pending' })
    await pull()
    setTime(MIDDLE)
    serve([...from('0414').map((day) => single(day)), ...others])
    await pull()
    expect(await yoga()).toEqual(from('0217'))
    expect((await all()).every((event) => at(event, 'status') === 'pending')).toBe(true)
  })
})

test('events that somebody has changed here are not lost when they become a series', async () => {
  const { source, ask, all, yoga } = town()
  const { pull, serve } = await source(from('0407').map((day) => single(day)))
  await pull()
  const second = (await all()).find((event) => at(event, 'start_date') === '2027-04-14 19:00:00')
  await ask('PATCH', `/events/${at(second, 'id')}`, { title: 'Yoga for beginners' })
  serve([weekly('0407'), ...others])
  await pull()
  expect(await yoga()).toEqual(['0407', '0414', '0421', '0428'])
  const { body } = await ask('GET', '/events?status=trash&start_date=2027-01-01')
  expect(JSON.stringify(body)).toContain('Yoga for beginners')
})
