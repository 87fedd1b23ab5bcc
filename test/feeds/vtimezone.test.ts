import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { resolveZone } from '../../src/core/domain/time/zones.ts'
import { zoneTimes } from '../../src/core/present/ics/zone-times.ts'
import { Dice } from '../../src/testing/dice.ts'

/*
 * ical.js reads a time zone from its VTIMEZONE alone, and must find the offset that the zone data of the runtime has.
 */

const DATES = 5
const seconds = (iso: string) => Date.parse(iso) / 1000
const FROM = seconds('1950-01-01T00:00:00Z')
const TO = seconds('2099-12-31T00:00:00Z')

const utcOf = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** ical.js reads whole minutes. Liberia had seconds until 1972. */
const wholeMinutes = (offset = Number.NaN) => Math.trunc(offset / 60) * 60

/** The offset that the VTIMEZONE of a feed has for the events at these instants. */
function offsetsRead(timezone: string, instants: readonly number[]): number[] {
  const zone = resolveZone(timezone)
  if (zone === undefined) throw new Error(`no zone ${timezone}`)
  const events = instants.map((epoch) => ({
    timezone,
    all_day: false,
    start: utcOf(epoch + zone.offsetAt(epoch)),
    end: utcOf(epoch + zone.offsetAt(epoch)),
    utc_start: utcOf(epoch),
    utc_end: utcOf(epoch),
  }))
  const { vtimezones } = zoneTimes(events)
  const component = new ICAL.Component(ICAL.parse(vtimezones))
  const read = new ICAL.Timezone(component)
  return instants.map((epoch) => {
    const wall = utcOf(epoch + zone.offsetAt(epoch)).replace(' ', 'T')
    return read.utcOffset(ICAL.Time.fromDateTimeString(wall))
  })
}

describe('a VTIMEZONE has the offsets of the zone', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((name) => !/^(UTC|GMT|Etc\/(UTC|GMT))$/.test(name))

  test.each(zones)('%s', (name) => {
    const zone = resolveZone(name)
    const dice = new Dice(name.length * 7919)
    const instants = Array.from({ length: DATES }, () => FROM + dice.upTo(TO - FROM))
    for (const epoch of instants) {
      expect(offsetsRead(name, [epoch]), `${name} at ${utcOf(epoch)}`).toEqual([
        wholeMinutes(zone?.offsetAt(epoch)),
      ])
    }
  })

  test.each([
    ['Europe/Berlin', '1950-07-01', '2099-07-01'],
    ['Africa/Casablanca', '2015-01-01', '2035-12-31'],
    ['America/Sao_Paulo', '1980-01-01', '2030-01-01'],
    ['Pacific/Apia', '2009-01-01', '2013-01-01'],
    ['Australia/Lord_Howe', '1980-01-01', '2040-01-01'],
  ])('%s, for all events from %s to %s in one feed', (name, from, to) => {
    const [first, last] = [seconds(from), seconds(to)]
    const instants = Array.from(
      { length: 300 },
      (_, index) => first + Math.floor(((last - first) * index) / 299),
    )
    const zone = resolveZone(name)
    expect(offsetsRead(name, instants)).toEqual(instants.map((epoch) => wholeMinutes(zone?.offsetAt(epoch))))
  })
})

test('a zone whose times are all in UTC, since each occurs twice, makes no VTIMEZONE', () => {
  const event = (utc: string, start: string) => ({
    ...{ timezone: 'Europe/Berlin', all_day: false, start, end: start, utc_start: utc, utc_end: utc },
  })
  const twice = event('2027-10-31 00:30:00', '2027-10-31 02:30:00')
  expect(zoneTimes([twice]).vtimezones).toBe('')
  expect(zoneTimes([twice]).times(twice)).toBe('DTSTART:20271031T003000Z\r\n')
  const once = event('2027-05-10 17:00:00', '2027-05-10 19:00:00')
  expect(zoneTimes([twice, once]).vtimezones).toContain('TZID:Europe/Berlin')
  expect(zoneTimes([twice], { isSample: true }).vtimezones).toContain('TZID:Europe/Berlin')
})

test('events before 1900 and after 2099 are in UTC, and make no VTIMEZONE longer', () => {
  const eventAt = (utc: string) => ({
    timezone: 'America/New_York',
    all_day: false,
    start: utc,
    end: utc,
    utc_start: utc,
    utc_end: utc,
  })
  const near = eventAt('2027-05-01 16:00:00')
  const { vtimezones, times } = zoneTimes([
    eventAt('0001-01-03 10:00:00'),
    near,
    eventAt('9999-12-29 10:00:00'),
  ])
  expect(vtimezones).toBe(zoneTimes([near]).vtimezones)
  expect(times(near)).toContain(';TZID=America/New_York:')
  expect(times(eventAt('1899-12-31 23:59:59'))).toBe('DTSTART:18991231T235959Z\r\n')
  expect(times(eventAt('2100-01-01 00:00:00'))).toBe('DTSTART:21000101T000000Z\r\n')
})
