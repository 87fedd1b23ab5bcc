import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDate } from '../../src/domain/date-text.ts'
import { fixedZone, resolveZone, type Zone } from '../../src/domain/zones.ts'

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
    ['2027/9/8', '2027-09-08 00:00:00'],
    ['05/06/2027', '2027-05-06 00:00:00'],
    ['5/6/2027', '2027-05-06 00:00:00'],
    ['06-05-2027', '2027-05-06 00:00:00'],
    ['06.05.2027', '2027-05-06 00:00:00'],
    ['8.9.2027', '2027-09-08 00:00:00'],
    ['31-12-2027', '2027-12-31 00:00:00'],
    ['20270505', '2027-05-05 00:00:00'],
    ['20270401', '2027-04-01 00:00:00'],
    ['20270505T101500', '2027-05-05 10:15:00'],
    ['20270505T1015', '2027-05-05 10:15:00'],
    ['20270505t10', '2027-05-05 10:00:00'],
    ['20270505 10:15', '2027-05-05 10:15:00'],
    ['2027-05', '2027-05-01 00:00:00'],
    ['2027-05 10:00', '2027-05-01 10:00:00'],
    ['2027-W20-1', '2027-05-17 00:00:00'],
    ['2027W201', '2027-05-17 00:00:00'],
    ['2027-W20', '2027-05-17 00:00:00'],
    ['2027w20', '2027-05-17 00:00:00'],
    ['2027-W20-7', '2027-05-23 00:00:00'],
    ['2027-W01-1', '2027-01-04 00:00:00'],
    ['2026-W53-7', '2027-01-03 00:00:00'],
    ['2025-W01-1', '2024-12-30 00:00:00'],
    ['2027-W20-1T10:00', '2027-05-17 10:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['2000-02-29', '2000-02-29 00:00:00'],
    ['0001-01-01', '0001-01-01 00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
    ['1970-01-01', '1970-01-01 00:00:00'],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual({ wall })
  })
})

describe('dates with the name of a month', () => {
  test.each([
    ['May 5, 2027', '2027-05-05 00:00:00'],
    ['may 5 2027', '2027-05-05 00:00:00'],
    ['MAY 5TH, 2027', '2027-05-05 00:00:00'],
    ['May 5,2027', '2027-05-05 00:00:00'],
    ['5 May 2027', '2027-05-05 00:00:00'],
    ['5 May, 2027', '2027-05-05 00:00:00'],
    ['5th of may 2027', '2027-05-05 00:00:00'],
    ['1st January 2028', '2028-01-01 00:00:00'],
    ['22nd dec 2027', '2027-12-22 00:00:00'],
    ['3rd Mar 2027', '2027-03-03 00:00:00'],
    ['8 September 2027', '2027-09-08 00:00:00'],
    ['Sep 8, 2027', '2027-09-08 00:00:00'],
    ['Sep. 8, 2027', '2027-09-08 00:00:00'],
    ['Sept 8, 2027', '2027-09-08 00:00:00'],
    ['8-Sep-2027', '2027-09-08 00:00:00'],
    ['2027-Sep-08', '2027-09-08 00:00:00'],
    ['September 2027', '2027-09-01 00:00:00'],
    ['Sep 2027 10:00', '2027-09-01 10:00:00'],
    ['July 1 2026 3pm', '2026-07-01 15:00:00'],
    ['1 apr 2027', '2027-04-01 00:00:00'],
    ['10 aug 2027', '2027-08-10 00:00:00'],
    ['Wed, 08 Sep 2027', '2027-09-08 00:00:00'],
    ['Wednesday 8 September 2027', '2027-09-08 00:00:00'],
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

describe('times of day', () => {
  test.each([
    ['2027-05-05 09:05', '2027-05-05 09:05:00'],
    ['2027-05-05 9:05', '2027-05-05 09:05:00'],
    ['2027-05-05 09:05:07', '2027-05-05 09:05:07'],
    ['2027-05-05T09:05:07', '2027-05-05 09:05:07'],
    ['2027-05-05t09:05', '2027-05-05 09:05:00'],
    ['2027-05-05T09', '2027-05-05 09:00:00'],
    ['2027-05-05T09:05:07.999', '2027-05-05 09:05:07'],
    ['2027-05-05 09:05:07,5', '2027-05-05 09:05:07'],
    ['05/06/2027 10:00', '2027-05-06 10:00:00'],
    ['06-05-2027 10:00', '2027-05-06 10:00:00'],
    ['06.05.2027 10:00', '2027-05-06 10:00:00'],
    ['May 5, 2027 9:30 pm', '2027-05-05 21:30:00'],
    ['May 5, 2027 9:30pm', '2027-05-05 21:30:00'],
    ['May 5, 2027 9:30:15 P.M.', '2027-05-05 21:30:15'],
    ['5 May 2027 23:00', '2027-05-05 23:00:00'],
    ['2027-05-05 10am', '2027-05-05 10:00:00'],
    ['10am 2027-05-05', '2027-05-05 10:00:00'],
    ['2027-05-05 12am', '2027-05-05 00:00:00'],
    ['2027-05-05 12 pm', '2027-05-05 12:00:00'],
    ['2027-05-05 12:30 am', '2027-05-05 00:30:00'],
    ['2027-05-05 noon', '2027-05-05 12:00:00'],
    ['2027-05-05 midnight', '2027-05-05 00:00:00'],
    ['2027-05-05 24:00', '2027-05-06 00:00:00'],
    ['2027-05-05T24:00:00', '2027-05-06 00:00:00'],
    ['20271231T240000', '2028-01-01 00:00:00'],
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
    ['2027-09-08t15:30:45z', '2027-09-08T15:30:45Z'],
    ['2027-09-08T15:30:45.123Z', '2027-09-08T15:30:45Z'],
    ['20270908T153045Z', '2027-09-08T15:30:45Z'],
    ['2027-03-05T10:00:00-05:00', '2027-03-05T15:00:00Z'],
    ['2027-03-05 10:00 -0500', '2027-03-05T15:00:00Z'],
    ['2027-03-05 10:00-05', '2027-03-05T15:00:00Z'],
    ['2027-01-02T03:04:05+05:00', '2027-01-01T22:04:05Z'],
    ['2027-03-05T10:00+05:30', '2027-03-05T04:30:00Z'],
    ['2027-03-05 10:00 America/New_York', '2027-03-05T15:00:00Z'],
    ['2027-07-05 10:00 america/new_york', '2027-07-05T14:00:00Z'],
    ['2027-07-05 10:00 America/Argentina/Buenos_Aires', '2027-07-05T13:00:00Z'],
    ['2027-07-05 Asia/Tokyo', '2027-07-04T15:00:00Z'],
    ['2027-10-31 02:30 Europe/Berlin', '2027-10-31T00:30:00Z'],
    ['2027-03-05 10:00 UTC', '2027-03-05T10:00:00Z'],
    ['2027-03-05 10:00 GMT', '2027-03-05T10:00:00Z'],
    ['2027-03-05 UTC', '2027-03-05T00:00:00Z'],
    ['2027-07-05 10:00 EST', '2027-07-05T15:00:00Z'],
    ['2027-07-05 10:00 PDT', '2027-07-05T17:00:00Z'],
    ['2027-07-05 10:00 CEST', '2027-07-05T08:00:00Z'],
    ['Wed, 08 Sep 2027 15:30:45 GMT', '2027-09-08T15:30:45Z'],
    ['Wed, 08 Sep 2027 15:30:45 +0200', '2027-09-08T13:30:45Z'],
    ['Wed Sep 08 2027 15:30:45 GMT+0200', '2027-09-08T13:30:45Z'],
    ['2027-05-05 24:00Z', '2027-05-06T00:00:00Z'],
    ['tomorrow 9am UTC', '2027-03-02T09:00:00Z'],
    ['now UTC', '2027-03-01T12:00:00Z'],
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
    ['1782900000', 1_782_900_000],
    ['@1809522000', 1_809_522_000],
    ['-86400', -86_400],
    ['@-86400', -86_400],
    ['@2027', 2027],
    ['@20270505', 20_270_505],
    ['-2027', -2027],
    ['0', 0],
    ['-0', 0],
    ['5', 5],
    ['12', 12],
    ['999', 999],
    ['86400', 86_400],
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
    ['tomorrow 11am', '2027-03-02 11:00:00'],
    ['9am tomorrow', '2027-03-02 09:00:00'],
    ['9:30 pm tomorrow', '2027-03-02 21:30:00'],
    ['tomorrow 24:00', '2027-03-03 00:00:00'],
    ['monday', '2027-03-01 00:00:00'],
    ['this monday', '2027-03-01 00:00:00'],
    ['next monday', '2027-03-08 00:00:00'],
    ['last monday', '2027-02-22 00:00:00'],
    ['previous monday', '2027-02-22 00:00:00'],
    ['next monday noon', '2027-03-08 12:00:00'],
    ['noon next monday', '2027-03-08 12:00:00'],
    ['tuesday', '2027-03-02 00:00:00'],
    ['tues', '2027-03-02 00:00:00'],
    ['wed 10:00', '2027-03-03 10:00:00'],
    ['thurs', '2027-03-04 00:00:00'],
    ['friday', '2027-03-05 00:00:00'],
    ['this friday', '2027-03-05 00:00:00'],
    ['next friday', '2027-03-05 00:00:00'],
    ['next fri 9am', '2027-03-05 09:00:00'],
    ['last friday', '2027-02-26 00:00:00'],
    ['sat', '2027-03-06 00:00:00'],
    ['Sunday', '2027-03-07 00:00:00'],
    ['last sunday', '2027-02-28 00:00:00'],
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
    ['+1week', '2027-03-08 07:00:00'],
    ['+ 1 week', '2027-03-08 07:00:00'],
    // An unencoded plus in a query arrives as a blank.
    [' 1 week', '2027-03-08 07:00:00'],
    ['+1 week 10:00', '2027-03-08 10:00:00'],
    ['+1 week noon', '2027-03-08 12:00:00'],
    ['+1 week 2 days', '2027-03-10 07:00:00'],
    ['+1 week +2 days', '2027-03-10 07:00:00'],
    ['+1 week+2 days', '2027-03-10 07:00:00'],
    ['+1 week -2 days', '2027-03-06 07:00:00'],
    ['-2 days', '2027-02-27 07:00:00'],
    ['3 weeks ago', '2027-02-08 07:00:00'],
    ['1 month 2 days ago', '2027-01-30 07:00:00'],
    ['-1 week ago', '2027-03-08 07:00:00'],
    ['+90 minutes', '2027-03-01 08:30:00'],
    ['+1 min', '2027-03-01 07:01:00'],
    ['+30 secs', '2027-03-01 07:00:30'],
    ['-8 hours', '2027-02-28 23:00:00'],
    ['+1 fortnight', '2027-03-15 07:00:00'],
    ['+1 month', '2027-04-01 07:00:00'],
    ['+1 year', '2028-03-01 07:00:00'],
    ['-1 year', '2026-03-01 07:00:00'],
    ['+24 months', '2029-03-01 07:00:00'],
    ['next week', '2027-03-08 07:00:00'],
    ['next month', '2027-04-01 07:00:00'],
    ['next year', '2028-03-01 07:00:00'],
    ['next day', '2027-03-02 07:00:00'],
    ['next hour', '2027-03-01 08:00:00'],
    ['last week', '2027-02-22 07:00:00'],
    ['last month', '2027-02-01 07:00:00'],
    ['last year 10:00', '2026-03-01 10:00:00'],
    ['this week', '2027-03-01 07:00:00'],
    ['now +1 hour', '2027-03-01 08:00:00'],
    ['today +1 week', '2027-03-08 00:00:00'],
    ['tomorrow +1 hour', '2027-03-02 01:00:00'],
    ['tomorrow 10:00 +1 week', '2027-03-09 10:00:00'],
    ['2027-05-05 10:00 +1 day', '2027-05-06 10:00:00'],
    ['2027-05-05 +1 month', '2027-06-05 00:00:00'],
    ['wednesday +1 week', '2027-03-10 00:00:00'],
    ['2027-01-31 +1 month', '2027-03-03 00:00:00'],
    ['2028-01-31 +1 month', '2028-03-02 00:00:00'],
    ['2028-02-29 +1 year', '2029-03-01 00:00:00'],
    ['2027-03-31 -1 month', '2027-03-03 00:00:00'],
    ['2027-05-05 10:00 UTC +1 day', undefined],
  ])('%s', (text, wall) => {
    expect(read(text)).toEqual(wall === undefined ? { epoch: epochOf('2027-05-06T10:00:00Z') } : { wall })
  })

  test.each([
    ['first day of next month', '2027-04-01 07:00:00'],
    ['first day of next month 00:00', '2027-04-01 00:00:00'],
    ['first day of next month noon', '2027-04-01 12:00:00'],
    ['last day of next month', '2027-04-30 07:00:00'],
    ['last day of last month', '2027-02-28 07:00:00'],
    ['last day of month', '2027-03-31 07:00:00'],
    ['first day of this month midnight', '2027-03-01 00:00:00'],
    ['first day of +2 months', '2027-05-01 07:00:00'],
    ['last day of may 2027', '2027-05-31 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['last day of 2027-02', '2027-02-28 00:00:00'],
    ['first day of january 2028', '2028-01-01 00:00:00'],
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
    'later',
    'never',
    'someday',
    'garbage',
    'not a date',
    'true',
    'x',
    'y',
    'z',
    'a',
    'T',
    'may',
    'week',
    'month',
    'ago',
    'next',
    'next may',
    'first day of',
    'last day of',
    'last day of tomorrow',
    'last day of 5 may 2027',
    'last day of next week',
    'UTC',
    'America/New_York',
    // Days that do not exist
    '2027-02-30',
    '2027-02-29',
    '2100-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-05-00',
    '2027-05-32',
    '31/12/2027',
    '12-31-2027',
    '32.1.2027',
    '30 February 2027',
    'Feb 30, 2027',
    '2027-13',
    '2027-W53-1',
    '2027-W00-1',
    '2027-W20-8',
    '0000-00-00',
    '0000-01-01',
    '0000-W10-1',
    '10000-01-01',
    '99999-01-01',
    'Mon, 08 Sep 2027',
    // Times that do not exist
    '2027-05-05 25:00',
    '2027-05-10 25:00',
    '2027-05-05 24:00:01',
    '2027-05-05 24:01',
    '2027-05-05 10:75',
    '2027-05-05 10:60',
    '2027-05-05 10:00:60',
    '2027-05-05 10:5',
    '2027-05-05 13pm',
    '2027-05-05 0am',
    '2027-05-05 00:30 am',
    '2027-05-05T1',
    '2027-05-05T101',
    '2027-05-05T10:00:00.',
    // Times without a day
    '10:30',
    '10am',
    '9:30 pm',
    'T10:30',
    '10:30 UTC',
    '10:30Z',
    '10:30+02:00',
    // Rests
    '2027-05-10 foo',
    '2027-05-10x',
    '2027-05-1010:00',
    '2027-05-10,',
    ',2027-05-10',
    '2027-05-10,,10:00',
    '2027-05-10 10',
    '2027-05-10 10:00 10:00',
    '2027-05-10 2027-05-11',
    'today tomorrow',
    'tomorrow 2027-05-10',
    'tomorrow monday',
    'next monday 2027-03-08',
    'noon 10:00',
    '2027-05-10 10:00Z UTC',
    '2027-05-10 10:00 +24:00',
    '2027-05-10 10:00 +02:60',
    '2027-05-10 10:00 Europe/Nowhere',
    '2027-05-10 10:00 XYZ',
    '2027-05-10 -05',
    '2027-5/6',
    '2027-05/06',
    '5-6.2027',
    '27-05-05',
    '05/06/27',
    '05/06',
    'May 5',
    '5 May',
    'mayor 5, 2027',
    '+1',
    '+1 apple',
    '+1 weekday',
    '+1.5 weeks',
    'next apple',
    "2027-05-10' OR 1=1",
    '2027-05-10\u00a010:00',
    '２０２７-05-10',
    '2027\u201305\u201310',
    '\u0000',
    // Results outside the calendar
    '9999-12-31 24:00',
    '9999-12-31 +1 day',
    '0001-01-01 -1 second',
    '+9000 years',
    '-3000 years',
    '+999999999 years',
    '+999999999 years 999999999 years',
    '-999999999 weeks',
    '9999-12-31 23:59 -05:00',
    '0001-01-01 00:00 +05:00',
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
  const words = fc.constantFrom(
    ...[
      '2027-05-10',
      '20270505',
      'T10:00',
      '10:00',
      '9am',
      'noon',
      'now',
      'tomorrow',
      'next',
      'last',
      'friday',
    ],
    ...[
      'day',
      'of',
      'may',
      '2027',
      '5th',
      '+1',
      '-3',
      'week',
      'months',
      'ago',
      'Z',
      '+05:30',
      'EST',
      ',',
      '@',
      'w20',
    ],
    ...['Europe/Berlin', '999999999', 'first', 'month', '.', '-', '/', ':', '', 'UTC', 'year'],
  )
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join('')),
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

  test('the longest texts take no time', () => {
    const start = performance.now()
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
      for (let turn = 0; turn < 100; turn += 1) readDate(part.repeat(128).slice(0, 128), HERE)
    }
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('with days that run over', () => {
  const read = (text: string) =>
    readDate(text, { now: new Date('2027-03-01T12:00:00Z'), zone: fixedZone('UTC', 0), runsOver: true })

  test.each([
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-02-31 10:00', '2027-03-03 10:00:00'],
    ['31.4.2027', '2027-05-01 00:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
  ])('%s is %s', (text, wall) => expect(read(text)).toEqual({ wall }))

  test.each(['2027-05-32', '2027-13-01', '31/12/2027', '2027-02-00'])('%s is still no date', (text) =>
    expect(read(text)).toBeUndefined(),
  )
})
