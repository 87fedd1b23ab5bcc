import { describe, expect, test } from 'vitest'
import { at, eventOf, expectRefusal, expectWrong, idOf, openCalendar } from './calendar.ts'

describe('dates', () => {
  const times = ({
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
  }: Readonly<Record<string, unknown>>) => [start_date, end_date, utc_start_date, utc_end_date]

  test('one of the two applies against the stored other one', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const later = await ask('PATCH', `/events/${id}`, { end_date: '2027-05-10 15:00' })
    expect(later.body).toMatchObject({ start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 15:00:00' })
    const sooner = await ask('PATCH', `/events/${id}`, { start_date: '2027-05-10 14:00' })
    expect(sooner.body).toMatchObject({ start_date: '2027-05-10 14:00:00', end_date: '2027-05-10 15:00:00' })
    expectWrong(await ask('PATCH', `/events/${id}`, { start_date: '2027-05-10 15:00:01' }), 'end_date')
    expectWrong(await ask('PATCH', `/events/${id}`, { end_date: '2027-05-10 13:59:59' }), 'end_date')
    expect((await ask('GET', `/events/${id}`)).body).toMatchObject({
      start_date: '2027-05-10 14:00:00',
      end_date: '2027-05-10 15:00:00',
    })
  })

  test('a time zone alone keeps the wall clock and recomputes UTC', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const { body } = await ask('PATCH', `/events/${id}`, { timezone: 'Asia/Tokyo' })
    expect(times(body)).toEqual([
      '2027-05-10 10:00:00',
      '2027-05-10 12:00:00',
      '2027-05-10 01:00:00',
      '2027-05-10 03:00:00',
    ])
    expect(body.timezone_abbr).toBe('JST')
    // By ID or slug, and together with one of the dates.
    const both = await ask('PATCH', '/events/by-slug/open-day', {
      timezone: 'UTC-3:30',
      end_date: '2027-05-10 13:00',
    })
    expect(times(both.body)).toEqual([
      '2027-05-10 10:00:00',
      '2027-05-10 13:00:00',
      '2027-05-10 13:30:00',
      '2027-05-10 16:30:00',
    ])
  })

  test('an end before the start is refused by name, together with every other fault', async () => {
    const { ask } = openCalendar()
    const early = eventOf({ end_date: '2027-05-10 09:00' })
    expectWrong(await ask('POST', '/events', early), 'end_date')
    const faults = { ...early, website: 'no', venue: 99, status: 'x', slug: 5 }
    expectWrong(await ask('POST', '/events', faults), 'end_date', 'website', 'venue', 'status', 'slug')
    const { title: _title, ...untitled } = early
    expectWrong(await ask('POST', '/events', untitled), 'end_date', 'title')
    expectWrong(await ask('POST', '/events', eventOf({ end_date: '2027-02-30' })), 'end_date')
    const allDay = eventOf({ all_day: true, end_date: '2027-05-10 08:00' })
    expect((await ask('POST', '/events', allDay)).body).toMatchObject({ end_date: '2027-05-10 23:59:59' })
    expectWrong(await ask('POST', '/events', { ...allDay, end_date: '2027-05-09 23:59' }), 'end_date')
  })

  test('what is missing and what is wrong come in one answer', async () => {
    const { ask } = openCalendar()
    const missing = await ask('POST', '/events', { description: 'x' })
    expectRefusal(missing, 400, 'rest_missing_callback_param')
    expect(at(missing.body, 'data', 'params')).toEqual(['title', 'start_date', 'end_date'])
    expectWrong(
      await ask('POST', '/events', { title: null, all_day: 'perhaps' }),
      'title',
      'start_date',
      'end_date',
      'all_day',
    )
  })

  test('an offset makes an instant, digits are seconds, eight of them a date', async () => {
    const { ask } = openCalendar()
    const cases: [start: string, shown: string][] = [
      ['2027-05-10T10:00:00Z', '2027-05-10 06:00:00'],
      ['2027-05-10T10:00:00+09:00', '2027-05-09 21:00:00'],
      ['1810000000', '2027-05-10 21:46:40'],
      ['20270510', '2027-05-10 00:00:00'],
      ['05/06/2027 9:30 pm', '2027-05-06 21:30:00'],
      ['06-05-2027', '2027-05-06 00:00:00'],
      ['6.5.2027', '2027-05-06 00:00:00'],
      ['tomorrow noon', '2027-03-02 12:00:00'],
      ['next friday', '2027-03-05 00:00:00'],
      ['+1 week 10:00', '2027-03-08 10:00:00'],
      ['2027-05-10 24:00', '2027-05-11 00:00:00'],
    ]
    for (const [start, shown] of cases) {
      const answer = await ask('POST', '/events', eventOf({ start_date: start, end_date: '2028-01-01' }))
      expect(answer.body.start_date, start).toBe(shown)
    }
    const inTokyo = eventOf({
      start_date: '2027-05-10T10:00:00Z',
      end_date: '2027-05-11',
      timezone: 'Asia/Tokyo',
    })
    expect((await ask('POST', '/events', inTokyo)).body.start_date).toBe('2027-05-10 19:00:00')
    for (const none of ['2027', '2027-05-10 25:00', '2027-05-10 10:00 there']) {
      expectWrong(await ask('POST', '/events', eventOf({ start_date: none })), 'start_date')
    }
    for (const none of [20270510, true, ['2027-05-10'], {}]) {
      expectWrong(await ask('POST', '/events', eventOf({ start_date: none })), 'start_date')
    }
  })

  test('a date without a year is of the year that it is in the zone of the event', async () => {
    const { ask, setTime } = openCalendar()
    const post = (start: string, fields: object = {}) =>
      ask('POST', '/events', eventOf({ start_date: start, end_date: '2028-12-31', ...fields }))
    expect((await post('May 10 7pm')).body.start_date).toBe('2027-05-10 19:00:00')
    expect((await post('05/10/27')).body.start_date).toBe('2027-05-10 00:00:00')
    expect((await post('first monday of june 2027')).body.start_date).toBe('2027-06-07 00:00:00')
    // In Tokyo it is 2028 already, which has this day; in New York it is not.
    setTime('2027-12-31T18:00:00Z')
    expectWrong(await post('29 Feb', { timezone: 'Asia/Tokyo' }), 'start_date')
    setTime('2029-01-01T02:00:00Z')
    const tokyo = { timezone: 'Asia/Tokyo', end_date: '2030-01-01' }
    expectWrong(await post('29 Feb', tokyo), 'start_date')
    const id = idOf((await post('2029-03-01', tokyo)).body)
    expectWrong(await ask('PATCH', `/events/${id}`, { start_date: '29 Feb' }), 'start_date')
    expectWrong(await ask('PATCH', `/events/${id}`, { date_utc: '29 Feb' }), 'date_utc')
  })

  test('a wall time that occurs twice is the first, one that does not moves on by the gap', async () => {
    const { ask } = openCalendar()
    const twice = eventOf({ start_date: '2027-11-07 01:30', end_date: '2027-11-07 01:30' })
    expect((await ask('POST', '/events', twice)).body.utc_start_date).toBe('2027-11-07 05:30:00')
    const paris = { timezone: 'Europe/Paris', start_date: '2027-10-31 02:30', end_date: '2027-10-31 02:30' }
    expect((await ask('POST', '/events', eventOf(paris))).body.utc_start_date).toBe('2027-10-31 00:30:00')
    const gap = eventOf({ start_date: '2027-03-14 02:30', end_date: '2027-03-14 02:45' })
    expect(times((await ask('POST', '/events', gap)).body)).toEqual([
      '2027-03-14 03:30:00',
      '2027-03-14 03:45:00',
      '2027-03-14 07:30:00',
      '2027-03-14 07:45:00',
    ])
    const fixed = eventOf({ timezone: 'UTC+4:30' })
    expect((await ask('POST', '/events', fixed)).body).toMatchObject({
      timezone: 'UTC+4:30',
      timezone_abbr: 'UTC+4:30',
      utc_start_date: '2027-05-10 05:30:00',
    })
    for (const none of ['UTCfoo', 'Mars/Olympus', 'EDT', ' Europe/Paris', 5, true])
      expectWrong(await ask('POST', '/events', eventOf({ timezone: none })), 'timezone')
  })

  test('an all-day event lasts until the day is over, also where its last hour occurs twice', async () => {
    const { ask } = openCalendar()
    const night = {
      timezone: 'America/Santiago',
      start_date: '2027-04-03',
      end_date: '2027-04-03',
      all_day: true,
    }
    const whole = ['2027-04-03 00:00:00', '2027-04-03 23:59:59', '2027-04-03 03:00:00', '2027-04-04 03:59:59']
    const { body } = await ask('POST', '/events', eventOf(night))
    expect(times(body)).toEqual(whole)
    const path = `/events/${idOf(body)}`
    const shown = await ask('GET', path)
    expect(at(shown.body, 'json_ld', 'endDate')).toBe('2027-04-03T23:59:59-04:00')
    for (const fields of [{ title: 'Longer' }, shown.body, { all_day: true }, { all_day: false }]) {
      expect(times((await ask('PUT', path, fields)).body)).toEqual(whole)
    }
    const ordinary = await ask(
      'POST',
      '/events',
      eventOf({ ...night, end_date: '2027-04-03 23:59:59', all_day: false }),
    )
    expect(ordinary.body.utc_end_date).toBe('2027-04-04 02:59:59')
    const made = await ask('PATCH', `/events/${idOf(ordinary.body)}`, { all_day: true })
    expect(times(made.body)).toEqual(whole)
    const moved = await ask('PATCH', path, { timezone: 'Asia/Tokyo', all_day: true })
    expect(times(moved.body).slice(2)).toEqual(['2027-04-02 15:00:00', '2027-04-03 14:59:59'])
    expect(times((await ask('PATCH', path, { timezone: 'America/Santiago' })).body)).toEqual(whole)
  })

  test('an instant is kept exactly, in an hour that the clock shows twice as well', async () => {
    const { ask } = openCalendar()
    const { body } = await ask(
      'POST',
      '/events',
      eventOf({ start_date: '2027-11-07T05:45:00Z', end_date: '2027-11-07T06:30:00Z' }),
    )
    const exact = ['2027-11-07 01:45:00', '2027-11-07 01:30:00', '2027-11-07 05:45:00', '2027-11-07 06:30:00']
    expect(times(body)).toEqual(exact)
    const path = `/events/${idOf(body)}`
    expect(times((await ask('PATCH', path, { title: 'Longer' })).body)).toEqual(exact)
    const later = await ask('PATCH', path, { start_date: '2027-11-07T05:40:00Z' })
    expect(later.body).toMatchObject({
      utc_start_date: '2027-11-07 05:40:00',
      utc_end_date: '2027-11-07 06:30:00',
    })
    // Elsewhere the clock shows it once, and the wall clock is what counts.
    const moved = await ask('PATCH', path, { timezone: 'UTC', end_date: '2027-11-07 02:00' })
    expect(moved.body).toMatchObject({
      utc_start_date: '2027-11-07 01:40:00',
      utc_end_date: '2027-11-07 02:00:00',
    })
  })
})

test('a time zone of null is that of the site, as an empty one is', async () => {
  const { ask } = openCalendar()
  for (const timezone of [null, '']) {
    const { body } = await ask('POST', '/events', eventOf({ timezone }))
    expect(body.timezone).toBe('America/New_York')
  }
})
