import { describe, expect, test } from 'vitest'
import { eventTimes, keptDate } from '../../src/domain/event-times.ts'
import { resolveZone } from '../../src/domain/zones.ts'

const zoneOf = (name: string) => {
  const zone = resolveZone(name)
  if (zone === undefined) throw new TypeError(`${name} is no zone`)
  return zone
}
const berlin = zoneOf('Europe/Berlin')
const between = (start: string, end: string, all_day = false) =>
  eventTimes({ start: { wall: start }, end: { wall: end }, all_day }, 'Europe/Berlin', berlin)

describe('the times of an event', () => {
  test('are wall clocks, and what follows from them', () => {
    expect(between('2027-05-10 10:00:00', '2027-12-10 12:00:00')).toEqual({
      all_day: false,
      start: '2027-05-10 10:00:00',
      end: '2027-12-10 12:00:00',
      timezone: 'Europe/Berlin',
      utc_start: '2027-05-10 08:00:00',
      utc_end: '2027-12-10 11:00:00',
      start_offset: 7200,
      end_offset: 3600,
      timezone_abbr: 'CEST',
    })
  })

  test('may be given as instants', () => {
    const start = { epoch: Date.UTC(2027, 4, 10, 8) / 1000 }
    expect(eventTimes({ start, end: start, all_day: false }, 'Berlin', berlin)).toMatchObject({
      start: '2027-05-10 10:00:00',
      end: '2027-05-10 10:00:00',
      timezone: 'Berlin',
    })
  })

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

  test('may be one, but not end before they start', () => {
    expect(between('2027-05-10 10:00:00', '2027-05-10 10:00:00')).toBeDefined()
    expect(between('2027-05-10 10:00:00', '2027-05-10 09:59:59')).toBeUndefined()
    // By the wall clock an hour back; in truth, none.
    const first = { epoch: Date.UTC(2027, 9, 31, 0, 45) / 1000 }
    const later = { epoch: Date.UTC(2027, 9, 31, 1, 15) / 1000 }
    expect(eventTimes({ start: first, end: later, all_day: false }, 'x', berlin)).toMatchObject({
      start: '2027-10-31 02:45:00',
      end: '2027-10-31 02:15:00',
    })
    expect(eventTimes({ start: later, end: first, all_day: false }, 'x', berlin)).toBeUndefined()
  })
})

describe('a stored time', () => {
  test('is the instant where its offset still is the one of the zone, else the wall clock', () => {
    const wall = '2027-10-31 02:30:00'
    expect(keptDate(wall, 7200, berlin)).toEqual({ epoch: Date.UTC(2027, 9, 31, 0, 30) / 1000 })
    expect(keptDate(wall, 3600, berlin)).toEqual({ epoch: Date.UTC(2027, 9, 31, 1, 30) / 1000 })
    expect(keptDate(wall, 0, berlin)).toEqual({ wall })
    expect(keptDate('2027-05-10 10:00:00', -14_400, berlin)).toEqual({ wall: '2027-05-10 10:00:00' })
  })
})
