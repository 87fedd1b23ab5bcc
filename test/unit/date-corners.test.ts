import { describe, expect, test } from 'vitest'
import { readDate } from '../../src/domain/date-text.ts'
import { atInstant, UTC } from '../../src/domain/zones.ts'

describe('dates', () => {
  // A Wednesday.
  const now = new Date('2027-05-12T12:00:00Z')
  const read = (text: string, runsOver = false) => {
    const date = readDate(text, { now, zone: UTC, runsOver })
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
    ['2027-05-10 +1 year', '2028-05-10 00:00:00'],
    ['2027-05-10 1 am', '2027-05-10 01:00:00'],
    ['2027-05-10 12 am', '2027-05-10 00:00:00'],
    ['2027-05-10 24:00', '2027-05-11 00:00:00'],
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
    '10:00',
    'utc',
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
    '2027-05-10 24:30',
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
