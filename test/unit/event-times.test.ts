import { describe, expect, test } from 'vitest'
import { eventTimes, unchangedDate } from '../../src/core/domain/records/event-times.ts'
import { resolveZone } from '../../src/core/domain/time/zones.ts'

const zoneOf = (name: string) => {
  const zone = resolveZone(name)
  if (zone === undefined) throw new TypeError(`${name} is no zone`)
  return zone
}
const berlin = zoneOf('Europe/Berlin')
const between = (start: string, end: string, all_day = false) =>
  eventTimes({ start: { wall: start }, end: { wall: end }, all_day }, 'Europe/Berlin', berlin)

describe('the times of an event', () => {
  test('of whole days go from the first second of the first to the last of the last', () => {
    expect(between('2027-05-10 10:00:00', '2027-05-11 09:00:00', true)).toMatchObject({
      all_day: true,
      start: '2027-05-10 00:00:00',
      end: '2027-05-11 23:59:59',
      utc_start: '2027-05-09 22:00:00',
      utc_end: '2027-05-11 21:59:59',
    })
    expect(between('2027-05-10 10:00:00', '2027-05-10 09:00:00', true)).toBeDefined()
    expect(between('2027-05-10 10:00:00', '2027-05-09 23:00:00', true)).toBeUndefined()
  })

  test.each([
    // The clock goes back from midnight to 23:00, on the evening of the day.
    ['America/Santiago', '2027-04-03', '2027-04-03 03:00:00', '2027-04-04 03:59:59', 25],
    ['Asia/Beirut', '2021-10-30', '2021-10-29 21:00:00', '2021-10-30 21:59:59', 25],
    ['Atlantic/Azores', '1946-10-05', '1946-10-05 01:00:00', '1946-10-06 01:59:59', 25],
    ['Europe/Lisbon', '1946-10-05', '1946-10-04 23:00:00', '1946-10-05 23:59:59', 25],
    // From one minute past midnight to 23:01.
    ['America/St_Johns', '2010-11-06', '2010-11-06 02:30:00', '2010-11-07 03:29:59', 25],
    // From 1:00 to midnight, on the morning of the day.
    ['America/Havana', '2027-11-07', '2027-11-07 04:00:00', '2027-11-08 04:59:59', 25],
    ['Europe/Berlin', '2027-10-31', '2027-10-30 22:00:00', '2027-10-31 22:59:59', 25],
    ['Europe/Berlin', '2027-03-28', '2027-03-27 23:00:00', '2027-03-28 21:59:59', 23],
    ['America/Santiago', '2027-04-04', '2027-04-04 04:00:00', '2027-04-05 03:59:59', 24],
    // This day came twice.
    ['Pacific/Kwajalein', '1969-09-30', '1969-09-29 13:00:00', '1969-10-01 11:59:59', 47],
  ])('of a whole day in %s, %s, are %s to %s UTC: %i hours', (name, day, utc_start, utc_end, hours) => {
    const wall = `${day} 12:00:00`
    const times = eventTimes({ start: { wall }, end: { wall }, all_day: true }, name, zoneOf(name))
    expect(times).toMatchObject({ start: `${day} 00:00:00`, end: `${day} 23:59:59`, utc_start, utc_end })
    expect((Date.parse(`${utc_end}Z`) - Date.parse(`${utc_start}Z`) + 1000) / 3_600_000).toBe(hours)
  })
})

describe('a stored time', () => {
  test('is the instant where its offset still is the one of the zone, else the wall clock', () => {
    const wall = '2027-10-31 02:30:00'
    expect(unchangedDate(wall, 7200, berlin)).toEqual({ epoch: Date.UTC(2027, 9, 31, 0, 30) / 1000 })
    expect(unchangedDate(wall, 3600, berlin)).toEqual({ epoch: Date.UTC(2027, 9, 31, 1, 30) / 1000 })
    expect(unchangedDate(wall, 0, berlin)).toEqual({ wall })
    expect(unchangedDate('2027-05-10 10:00:00', -14_400, berlin)).toEqual({ wall: '2027-05-10 10:00:00' })
  })
})
