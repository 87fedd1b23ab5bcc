import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDate } from '../../src/core/domain/time/date-text.ts'
import { atInstant, fixedZone, resolveZone, UTC, type Zone } from '../../src/core/domain/time/zones.ts'
import { words } from '../setup/words.ts'

function zoneNamed(name: string): Zone {
  const zone = resolveZone(name)
  if (zone === undefined) throw new Error(`no zone ${name}`)
  return zone
}

// A Monday, 07:00 in New York.
const NOW = new Date('2027-03-01T12:00:00Z')
const HERE = { now: NOW, zone: zoneNamed('America/New_York') }

const read = (text: string, now = NOW, zone = 'America/New_York') =>
  readDate(text, { now, zone: zoneNamed(zone) })
const epochOf = (iso: string) => Date.parse(iso) / 1000

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('dates in figures', () => {
  test.each([
    ['2027-05-05', '2027-05-05 00:00:00'],
    ['2027-9-8', '2027-09-08 00:00:00'],
    ['2027/09/08', '2027-09-08 00:00:00'],
    ['05/06/2027', '2027-05-06 00:00:00'],
    ['06-05-2027', '2027-05-06 00:00:00'],
    ['8.9.2027', '2027-09-08 00:00:00'],
    ['31-12-2027', '2027-12-31 00:00:00'],
    ['20270505', '2027-05-05 00:00:00'],
    ['20270505T101500', '2027-05-05 10:15:00'],
    ['20270505t10', '2027-05-05 10:00:00'],
    ['2027-05', '2027-05-01 00:00:00'],
    ['2027-05 10:00', '2027-05-01 10:00:00'],
    ['2027-W20-1', '2027-05-17 00:00:00'],
    ['2027W201', '2027-05-17 00:00:00'],
    ['2027-W20', '2027-05-17 00:00:00'],
    ['2027-W20-7', '2027-05-23 00:00:00'],
    ['2027-W01-1', '2027-01-04 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['2025-W01-1', '2024-12-30 00:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['0001-01-01', '0001-01-01 00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })
})

describe('dates with the name of a month', () => {
  test.each([
    ['May 5, 2027', '2027-05-05 00:00:00'],
    ['MAY 5TH, 2027', '2027-05-05 00:00:00'],
    ['5 May 2027', '2027-05-05 00:00:00'],
    ['5. May 2027', '2027-05-05 00:00:00'],
    ['10.May 2027 10:00', '2027-05-10 10:00:00'],
    ['5th of may 2027', '2027-05-05 00:00:00'],
    ['1st January 2028', '2028-01-01 00:00:00'],
    ['Sep. 8, 2027', '2027-09-08 00:00:00'],
    ['Sept 8, 2027', '2027-09-08 00:00:00'],
    ['8-Sep-2027', '2027-09-08 00:00:00'],
    ['2027-Sep-08', '2027-09-08 00:00:00'],
    ['September 2027', '2027-09-01 00:00:00'],
    ['July 1 2026 3pm', '2026-07-01 15:00:00'],
    ['Wed, 08 Sep 2027', '2027-09-08 00:00:00'],
    ['wed. 2027-09-08 15:30', '2027-09-08 15:30:00'],
    ['September 8, 2027, 9:30 pm', '2027-09-08 21:30:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test.each([
    ['january', 'jan', 1],
    ['february', 'feb', 2],
    ['march', 'mar', 3],
    ['april', 'apr', 4],
    ['may', 'may', 5],
    ['june', 'jun', 6],
    ['july', 'jul', 7],
    ['august', 'aug', 8],
    ['september', 'sep', 9],
    ['october', 'oct', 10],
    ['november', 'nov', 11],
    ['december', 'dec', 12],
  ])('%s and %s are month %i', (long, short, month) => {
    const wall = `2027-${String(month).padStart(2, '0')}-07 00:00:00`
    expect(read(`7 ${long} 2027`)).toEqual({ wall })
    expect(read(`${short} 7, 2027`)).toEqual({ wall })
  })
})

describe('dates without a year are of the year that it is now', () => {
  test.each([
    ['May 10', '2027-05-10 00:00:00'],
    ['10 May', '2027-05-10 00:00:00'],
    ['10-May', '2027-05-10 00:00:00'],
    ['05/10', '2027-05-10 00:00:00'],
    ['05/10 19:30', '2027-05-10 19:30:00'],
    ['May 10, 7:30 pm', '2027-05-10 19:30:00'],
    ['May 10 7pm', '2027-05-10 19:00:00'],
    ['10 May 10 am', '2027-05-10 10:00:00'],
    ['Monday, May 10', '2027-05-10 00:00:00'],
    ['10 May +1 week', '2027-05-17 00:00:00'],
    ['10 May 10 days', '2027-05-20 00:00:00'],
    ['10 May 12 hours', '2027-05-10 12:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test('by the clock of the zone', () => {
    const newYear = new Date('2027-12-31T18:00:00Z')
    expect(read('29 Feb', newYear)).toBeUndefined()
    expect(read('29 Feb', newYear, 'Asia/Tokyo')).toEqual({ wall: '2028-02-29 00:00:00' })
    expect(read('May 10 10:00 Asia/Tokyo', newYear)).toEqual({ epoch: epochOf('2028-05-10T10:00:00+09:00') })
  })
})

describe('two figures of a year are of 1970 to 2069', () => {
  test.each([
    ['05/10/27', '2027-05-10 00:00:00'],
    ['05/10/69', '2069-05-10 00:00:00'],
    ['05/10/70', '1970-05-10 00:00:00'],
    ['05/10/27 7pm', '2027-05-10 19:00:00'],
    ['10.5.27', '2027-05-10 00:00:00'],
    ['10 May 27', '2027-05-10 00:00:00'],
    ['May 10, 27', '2027-05-10 00:00:00'],
    ['May 10 27 10:00', '2027-05-10 10:00:00'],
    ['Mon, 10 May 27 10:00', '2027-05-10 10:00:00'],
    // A day, not a year.
    ['May 27', '2027-05-27 00:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })
})

describe('a day of a month', () => {
  test.each([
    ['first monday of june 2027', '2027-06-07 00:00:00'],
    ['second monday of june 2027', '2027-06-14 00:00:00'],
    ['third friday of June 2027', '2027-06-18 00:00:00'],
    ['fourth wed of jun 2027', '2027-06-23 00:00:00'],
    ['fifth wednesday of june 2027', '2027-06-30 00:00:00'],
    ['last monday of june 2027', '2027-06-28 00:00:00'],
    ['last wednesday of june 2027', '2027-06-30 00:00:00'],
    ['last sunday of 2027-02', '2027-02-28 00:00:00'],
    ['first monday of june', '2027-06-07 00:00:00'],
    ['first monday of june 2027 7:30 pm', '2027-06-07 19:30:00'],
    ['first monday of next month', '2027-04-05 00:00:00'],
    ['last friday of this month noon', '2027-03-26 12:00:00'],
    ['last friday of month', '2027-03-26 00:00:00'],
    ['first monday of +2 months', '2027-05-03 00:00:00'],
    ['first monday of june 2027 +1 week', '2027-06-14 00:00:00'],
    ['last day of february', '2027-02-28 00:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test('is that of the month after, also on a 31st', () => {
    expect(read('first monday of next month', new Date('2027-01-31T12:00:00Z'))).toEqual({
      wall: '2027-02-01 00:00:00',
    })
  })

  test('may be an instant', () => {
    expect(read('first monday of june 2027 10:00 UTC')).toEqual({ epoch: epochOf('2027-06-07T10:00:00Z') })
  })
})

describe('times of day', () => {
  test.each([
    ['2027-05-05 09:05', '2027-05-05 09:05:00'],
    ['2027-05-05 09:05:07', '2027-05-05 09:05:07'],
    ['2027-05-05T09:05:07', '2027-05-05 09:05:07'],
    ['2027-05-05T09', '2027-05-05 09:00:00'],
    ['2027-05-05T09:05:07.999', '2027-05-05 09:05:07'],
    ['2027-05-05 09:05:07,5', '2027-05-05 09:05:07'],
    ['May 5, 2027 9:30pm', '2027-05-05 21:30:00'],
    ['May 5, 2027 9:30:15 P.M.', '2027-05-05 21:30:15'],
    ['2027-05-05 10am', '2027-05-05 10:00:00'],
    ['10am 2027-05-05', '2027-05-05 10:00:00'],
    ['2027-05-05 12am', '2027-05-05 00:00:00'],
    ['2027-05-05 12:30 am', '2027-05-05 00:30:00'],
    ['2027-05-05 noon', '2027-05-05 12:00:00'],
    ['2027-05-05 midnight', '2027-05-05 00:00:00'],
    ['2027-05-05 24:00', '2027-05-06 00:00:00'],
    ['10:30 2027-05-05', '2027-05-05 10:30:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test.each([' 2027-05-05 10:00 ', '\t2027-05-05\n10:00', '2027-05-05     10:00'])(
    'blanks around and between do not matter: %j',
    (text) => {
      expect(read(text)).toEqual({ wall: '2027-05-05 10:00:00' })
    },
  )
})

describe('a zone in the text makes it an instant (D10)', () => {
  test.each([
    ['2027-09-08T15:30:45Z', '2027-09-08T15:30:45Z'],
    ['2027-09-08T15:30:45.123Z', '2027-09-08T15:30:45Z'],
    ['20270908T153045Z', '2027-09-08T15:30:45Z'],
    ['2027-03-05T10:00:00-05:00', '2027-03-05T15:00:00Z'],
    ['2027-03-05 10:00 -0500', '2027-03-05T15:00:00Z'],
    ['2027-01-02T03:04:05+05:00', '2027-01-01T22:04:05Z'],
    ['2027-03-05 10:00 America/New_York', '2027-03-05T15:00:00Z'],
    ['2027-07-05 10:00 America/Argentina/Buenos_Aires', '2027-07-05T13:00:00Z'],
    ['2027-07-05 Asia/Tokyo', '2027-07-04T15:00:00Z'],
    ['2027-10-31 02:30 Europe/Berlin', '2027-10-31T00:30:00Z'],
    ['2027-03-05 10:00 UTC', '2027-03-05T10:00:00Z'],
    ['2027-07-05 10:00 EST', '2027-07-05T15:00:00Z'],
    ['2027-07-05 10:00 PDT', '2027-07-05T17:00:00Z'],
    // Letters mean one offset all year, as PHP reads them.
    ['2027-07-05 10:00 CEST', '2027-07-05T08:00:00Z'],
    ['2027-07-05 10:00 CET', '2027-07-05T09:00:00Z'],
    ['2027-07-05 10:00 EEST', '2027-07-05T07:00:00Z'],
    ['2027-07-05 10:00 MET', '2027-07-05T09:00:00Z'],
    ['2027-07-05 10:00 WET', '2027-07-05T10:00:00Z'],
    ['2027-07-05 10:00 UCT', '2027-07-05T10:00:00Z'],
    ['Wed, 08 Sep 2027 15:30:45 GMT', '2027-09-08T15:30:45Z'],
    ['Wed, 08 Sep 2027 15:30:45 +0200', '2027-09-08T13:30:45Z'],
    ['Wed Sep 08 2027 15:30:45 GMT+0200', '2027-09-08T13:30:45Z'],
    ['2027-05-05 24:00Z', '2027-05-06T00:00:00Z'],
    ['tomorrow 9am UTC', '2027-03-02T09:00:00Z'],
    ['now Asia/Tokyo', '2027-03-01T12:00:00Z'],
  ])('%s', (text, iso) => {
    expect(read(text)).toEqual({ epoch: epochOf(iso) })
  })

  test('words count in the zone that is named', () => {
    const evening = new Date('2027-03-01T20:00:00Z')
    expect(read('today', evening)).toEqual({ wall: '2027-03-01 00:00:00' })
    expect(read('today Asia/Tokyo', evening)).toEqual({ epoch: epochOf('2027-03-02T00:00:00+09:00') })
  })
})

describe('figures alone are Unix seconds, save 4 and 8 of them (D10)', () => {
  test.each([
    ['1809522000', 1_809_522_000],
    ['@1809522000', 1_809_522_000],
    ['@-86400', -86_400],
    ['@2027', 2027],
    ['@20270505', 20_270_505],
    ['-2027', -2027],
    ['0', 0],
    ['-0', 0],
    ['5', 5],
    ['1234567', 1_234_567],
    ['253402300799', 253_402_300_799],
    ['-62135596800', -62_135_596_800],
  ])('%s', (text, epoch) => {
    expect(read(text)).toEqual({ epoch })
  })

  test.each(['2027', '0000', '20271301', '20270230', '99999999', '253402300800', '-62135596801', '+86400'])(
    '%s is refused',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )

  test.each(['20270505101500', '9'.repeat(40), '@', '-', '@-', '--5', '1.5', '1e9', '@1.5', '0x10', '1 2'])(
    '%s is refused too',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )
})

describe('words, counted from now in the zone', () => {
  test.each([
    ['now', '2027-03-01 07:00:00'],
    ['today', '2027-03-01 00:00:00'],
    ['Today 10:00', '2027-03-01 10:00:00'],
    ['midnight', '2027-03-01 00:00:00'],
    ['noon', '2027-03-01 12:00:00'],
    ['today noon', '2027-03-01 12:00:00'],
    ['yesterday', '2027-02-28 00:00:00'],
    ['yesterday noon', '2027-02-28 12:00:00'],
    ['tomorrow', '2027-03-02 00:00:00'],
    ['tomorrow 9am', '2027-03-02 09:00:00'],
    ['tomorrow 24:00', '2027-03-03 00:00:00'],
    ['monday', '2027-03-01 00:00:00'],
    ['this monday', '2027-03-01 00:00:00'],
    ['next monday', '2027-03-08 00:00:00'],
    ['last monday', '2027-02-22 00:00:00'],
    ['next monday noon', '2027-03-08 12:00:00'],
    ['tues', '2027-03-02 00:00:00'],
    ['wed 10:00', '2027-03-03 10:00:00'],
    ['thurs', '2027-03-04 00:00:00'],
    ['friday', '2027-03-05 00:00:00'],
    ['next friday', '2027-03-05 00:00:00'],
    ['sat', '2027-03-06 00:00:00'],
    ['Sunday', '2027-03-07 00:00:00'],
    ['friday next week', '2027-03-12 00:00:00'],
    ['next week monday', '2027-03-08 00:00:00'],
    ['friday last week', '2027-02-26 00:00:00'],
    ['sunday this week 10:00', '2027-03-07 10:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test('a day of next week is counted from Monday, also late in the week', () => {
    const saturday = new Date('2027-03-06T12:00:00Z')
    expect(read('monday next week', saturday)).toEqual({ wall: '2027-03-08 00:00:00' })
    expect(read('sunday this week', saturday)).toEqual({ wall: '2027-03-07 00:00:00' })
    expect(read('monday this week', saturday)).toEqual({ wall: '2027-03-01 00:00:00' })
  })

  test.each([
    ['Asia/Tokyo', '2027-03-02 00:00:00'],
    ['America/New_York', '2027-03-01 00:00:00'],
    ['UTC', '2027-03-01 00:00:00'],
    ['UTC+14', '2027-03-02 00:00:00'],
  ])('today in %s', (zone, wall) => {
    expect(read('today', new Date('2027-03-01T15:30:00Z'), zone)).toEqual({ wall })
  })

  test('now is to the second, rounded down, also before 1970', () => {
    expect(read('now', new Date(1_803_902_400_999), 'UTC')).toEqual({ wall: '2027-03-01 12:00:00' })
    expect(read('now', new Date(-1), 'UTC')).toEqual({ wall: '1969-12-31 23:59:59' })
  })
})

describe('steps', () => {
  test.each([
    ['+1 week', '2027-03-08 07:00:00'],
    ['+ 1 week', '2027-03-08 07:00:00'],
    // An unencoded plus in a query arrives as a blank.
    [' 1 week', '2027-03-08 07:00:00'],
    ['+1 week 10:00', '2027-03-08 10:00:00'],
    ['+1 week 2 days', '2027-03-10 07:00:00'],
    ['+1 week+2 days', '2027-03-10 07:00:00'],
    ['+1 week -2 days', '2027-03-06 07:00:00'],
    ['3 weeks ago', '2027-02-08 07:00:00'],
    ['1 month 2 days ago', '2027-01-30 07:00:00'],
    ['-1 week ago', '2027-03-08 07:00:00'],
    ['+90 minutes', '2027-03-01 08:30:00'],
    ['+30 secs', '2027-03-01 07:00:30'],
    ['-8 hours', '2027-02-28 23:00:00'],
    ['+1 fortnight', '2027-03-15 07:00:00'],
    ['+1 month', '2027-04-01 07:00:00'],
    ['+1 year', '2028-03-01 07:00:00'],
    ['next week', '2027-03-08 07:00:00'],
    ['next month', '2027-04-01 07:00:00'],
    ['next day', '2027-03-02 07:00:00'],
    ['last week', '2027-02-22 07:00:00'],
    ['last year 10:00', '2026-03-01 10:00:00'],
    ['now +1 hour', '2027-03-01 08:00:00'],
    ['tomorrow +1 hour', '2027-03-02 01:00:00'],
    ['tomorrow 10:00 +1 week', '2027-03-09 10:00:00'],
    ['2027-05-05 +1 month', '2027-06-05 00:00:00'],
    ['wednesday +1 week', '2027-03-10 00:00:00'],
    ['2028-01-31 +1 month', '2028-03-02 00:00:00'],
    ['2028-02-29 +1 year', '2029-03-01 00:00:00'],
    ['2027-03-31 -1 month', '2027-03-03 00:00:00'],
    ['2027-05-05 10:00 UTC +1 day', undefined],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual(wall === undefined ? { epoch: epochOf('2027-05-06T10:00:00Z') } : { wall })
  })

  test.each([
    ['first day of next month', '2027-04-01 07:00:00'],
    ['first day of next month noon', '2027-04-01 12:00:00'],
    ['last day of next month', '2027-04-30 07:00:00'],
    ['last day of month', '2027-03-31 07:00:00'],
    ['first day of +2 months', '2027-05-01 07:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['last day of 2027-02', '2027-02-28 00:00:00'],
    ['First Day of January 2028 10am', '2028-01-01 10:00:00'],
    ['last day of may 2027 -1 day', '2027-05-30 00:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })

  test('the month after a 31st is the next one, when its first or last day is asked for', () => {
    const january = new Date('2027-01-31T12:00:00Z')
    expect(read('first day of next month', january)).toEqual({ wall: '2027-02-01 07:00:00' })
    expect(read('last day of next month', january)).toEqual({ wall: '2027-02-28 07:00:00' })
    expect(read('next month', january)).toEqual({ wall: '2027-03-03 07:00:00' })
  })
})

describe('refused', () => {
  test.each([
    '',
    ' ',
    'soon',
    'not a date',
    ...words('x T may ago next'),
    'next may',
    'first day of',
    'last day of',
    'last day of tomorrow',
    'last day of next week',
    'UTC',
    'America/New_York',
    // Days that do not exist
    '2027-02-30',
    ...words('2100-02-29 2027-04-31 2027-13-01 2027-05-32 31/12/2027 12-31-2027'),
    '30 February 2027',
    ...words('2027-13 2027-W53-1 2027-W20-8 0000-00-00 0000-W10-1 10000-01-01'),
    'Mon, 08 Sep 2027',
    // Times that do not exist
    '2027-05-05 25:00',
    '2027-05-05 24:00:01',
    '2027-05-05 24:01',
    '2027-05-05 10:60',
    '2027-05-05 10:00:60',
    '2027-05-05 10:5',
    '2027-05-05 13pm',
    '2027-05-05 0am',
    '2027-05-05T1',
    '2027-05-05T10:00:00.',
    // Times without a day
    '10:30',
    '10am',
    'T10:30',
    '10:30 UTC',
    // Rests
    '2027-05-10 foo',
    '2027-05-1010:00',
    '2027-05-10,',
    '2027-05-10,,10:00',
    '2027-05-10 10',
    '2027-05-10 10:00 10:00',
    'today tomorrow',
    'tomorrow monday',
    'noon 10:00',
    '2027-05-10 10:00Z UTC',
    '2027-05-10 10:00 +24:00',
    '2027-05-10 10:00 +02:60',
    '2027-05-10 10:00 Europe/Nowhere',
    '2027-05-10 -05',
    ...words('2027-5/6 5-6.2027 27-05-05 13/05 05/06:30 05/06/127'),
    '31 June',
    'Feb 29',
    'May 5 7',
    '5 May 127',
    'May 10:00',
    'May 10 days',
    'Tuesday, May 10',
    'mayor 5, 2027',
    // Days that a month is to have, without the month, or that it does not have
    'first monday of',
    'first monday of tomorrow',
    'first monday of next week',
    'fifth monday of june 2027',
    'first monday june 2027',
    'first monday of first monday of june 2027',
    'monday first monday of june 2027',
    'first weekday of june 2027',
    'second day of june 2027',
    'june',
    'june next year',
    '+1',
    '+1 apple',
    '+1.5 weeks',
    "2027-05-10' OR 1=1",
    '2027-05-10\u00a010:00',
    '２０２７-05-10',
    '2027\u201305\u201310',
    '\u0000',
    // Results outside the calendar
    '9999-12-31 24:00',
    '9999-12-31 +1 day',
    '+9000 years',
    '+999999999 years',
    '-999999999 weeks',
    '9999-12-31 23:59 -05:00',
    '9999-W52-7',
  ])('%j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('long texts, at once', () => {
    expect(read(`2027-05-10${' '.repeat(118)}`)).toEqual({ wall: '2027-05-10 00:00:00' })
    expect(read(`2027-05-10${' '.repeat(119)}`)).toBeUndefined()
    expect(read('+1 day '.repeat(1000))).toBeUndefined()
  })
})

describe('nothing else plays a part', () => {
  const samples = ['now', 'tomorrow 9am', 'next friday', '2027-10-31 02:30', '+1 week', 'last day of month']

  test.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Apia'])(
    'not the zone of the machine: %s',
    (machine) => {
      const expected = samples.map((text) => read(text))
      vi.stubEnv('TZ', machine)
      expect(new Date(Date.UTC(2027, 0, 1)).getHours()).not.toBe(0)
      expect(samples.map((text) => read(text))).toEqual(expected)
      expect(read('2027-10-31 02:30 Europe/Berlin')).toEqual({ epoch: epochOf('2027-10-31T00:30:00Z') })
    },
  )

  test("not today's date", () => {
    const expected = samples.map((text) => read(text))
    vi.useFakeTimers({ now: new Date('2031-12-31T23:59:59Z') })
    expect(samples.map((text) => read(text))).toEqual(expected)
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...words(`
      2027-05-10 20270505 T10:00 10:00 9am noon now tomorrow next last friday day of may 2027 5th +1 -3 week months
      ago Z +05:30 EST , @ w20 Europe/Berlin 999999999 first monday 27 05/10 month . - / : UTC year
    `),
  )
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(' ')),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  )

  test('never throws, and what is read is in form and range', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const date = readDate(text, HERE)
        if (date === undefined) return
        if (date.wall === undefined) {
          expect(Number.isSafeInteger(date.epoch)).toBe(true)
          expect(Math.abs(date.epoch)).toBeLessThan(2.6e11)
        } else expect(date.wall).toMatch(/^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d$/)
      }),
      { numRuns: 3000 },
    )
  })

  test('a wall clock is read as itself', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (at) => {
          const wall = at.toISOString().slice(0, 19).replace('T', ' ')
          expect(readDate(wall, HERE)).toEqual({ wall })
          expect(readDate(at.toISOString(), HERE)).toEqual({ epoch: Math.floor(at.getTime() / 1000) })
        },
      ),
    )
  })

  test('the longest texts take as long as their length says', () => {
    for (const part of [
      '1',
      '+1 day ',
      'a',
      ' ',
      '1:',
      'a/',
      '9:00:00.',
      'last ',
      '1-',
      'may ',
      't1',
      ', ',
    ]) {
      const millisecondsOf = (length: number): number => {
        const text = part.repeat(length).slice(0, length)
        const start = process.cpuUsage()
        for (let turn = 0; turn < 100; turn += 1) readDate(text, HERE)
        return process.cpuUsage(start).user / 1000
      }
      // Four times the text. A pattern that tries every way to split it would take thousands of times as long.
      const isQuick = () => millisecondsOf(128) < 64 * Math.max(millisecondsOf(32), 1)
      expect(isQuick() || isQuick() || isQuick(), part).toBe(true)
    }
  })
})

describe('as a bound of a list', () => {
  const read = (text: string) =>
    readDate(text, { now: new Date('2027-03-01T12:00:00Z'), zone: fixedZone('UTC', 0), asBound: true })

  test.each([
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-02-31 10:00', '2027-03-03 10:00:00'],
    ['31.4.2027', '2027-05-01 00:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
  ])('%s is %s', (text, wall) => expect(read(text)).toEqual({ wall }))

  test.each(['2027-05-32', '2027-13-01', '31/12/2027', '2027-02-00', '0000-13-01', '0000-01-32', '0000'])(
    '%s is still no date',
    (text) => expect(read(text)).toBeUndefined(),
  )

  const OF_THE_YEAR_0 = [
    ...['0000-01-01', '0000-12-31 23:59:59', '0000-01-01T00:00:00Z', '0000-01-01T00:00:00+09:00', '0000-06'],
    ...[
      '01/01/0000',
      '1.1.0000',
      '00000101',
      'Jan 1, 0000',
      '0000-W01-1',
      '0000-00-00',
      '0000-00-00 00:00:00',
    ],
  ]

  test.each(OF_THE_YEAR_0)('%s, of the year 0, is since ever', (text) =>
    expect(read(text)).toEqual({ wall: '0000-01-01 00:00:00' }),
  )

  test('so is what lies before the year 1 by its steps or its zone', () => {
    for (const text of ['0001-01-01 -1 day', '-3000 years', '0001-01-01T00:00:00+02:00']) {
      expect(read(text), text).toEqual({ wall: '0000-01-01 00:00:00' })
    }
    expect(read('0001-01-01')).toEqual({ wall: '0001-01-01 00:00:00' })
  })

  test.each(OF_THE_YEAR_0)('%s is no date of a record', (text) =>
    expect(
      readDate(text, { now: new Date('2027-03-01T12:00:00Z'), zone: fixedZone('UTC', 0) }),
    ).toBeUndefined(),
  )
})

describe('in the middle of a week', () => {
  // A Wednesday.
  const now = new Date('2027-05-12T12:00:00Z')
  const read = (text: string, asBound = false) => {
    const date = readDate(text, { now, zone: UTC, asBound })
    return date?.wall ?? (date?.epoch === undefined ? undefined : atInstant(date.epoch, UTC).utc)
  }

  test.each([
    ['monday', '2027-05-17 00:00:00'],
    ['wednesday', '2027-05-12 00:00:00'],
    ['next week monday', '2027-05-17 00:00:00'],
    ['next week friday', '2027-05-21 00:00:00'],
    ['this week monday', '2027-05-10 00:00:00'],
    ['next week this monday', '2027-05-17 00:00:00'],
    ['next week last monday', '2027-05-17 00:00:00'],
    ['next week next wednesday', '2027-05-26 00:00:00'],
    ['next month friday', '2027-06-18 00:00:00'],
    ['next month monday', '2027-06-14 00:00:00'],
    ['last wednesday', '2027-05-05 00:00:00'],
    ['2027-05-10 1 am', '2027-05-10 01:00:00'],
    ['2027-05-10 12 am', '2027-05-10 00:00:00'],
    ['2 hours ago', '2027-05-12 10:00:00'],
    ['2027-05-10 10:00 3 hours ago', '2027-05-10 07:00:00'],
    ['2027-05-10 10:00+23:00', '2027-05-09 11:00:00'],
    ['2027-05-10 10:00-23', '2027-05-11 09:00:00'],
    ['2027-05-10 10:00+00:59', '2027-05-10 09:01:00'],
    ['0001-w02-1', '0001-01-08 00:00:00'],
    ['last day of next month', '2027-06-30 12:00:00'],
    ['first day of next year', '2028-05-01 12:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toBe(wall)
  })

  test.each([
    'monday tuesday',
    '2027-05-10 0 am',
    '2027-05-10 13 pm',
    '2027-05-10 10:00+24:00',
    '2027-05-10 10:00+00:60',
    '0000-w02-1',
    '2027-w54',
    '2027-w20 2027-w21',
    'first day of 2027-w20',
    'first day of last day of month',
    'first day of next month tomorrow',
    'last day of next month friday',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('where days run over, so does the hour after midnight', () => {
    expect(read('2027-05-10 24:59:59', true)).toBe('2027-05-11 00:59:59')
    expect(read('2027-05-10 25:00', true)).toBeUndefined()
    expect(read('2027-02-31', true)).toBe('2027-03-03 00:00:00')
    expect(read('2027-02-32', true)).toBeUndefined()
    expect(read('2027-02-00', true)).toBeUndefined()
  })
})
