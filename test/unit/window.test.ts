import { describe, expect, test } from 'vitest'
import { readWindow } from '../../src/domain/window.ts'
import { fixedZone } from '../../src/domain/zones.ts'

const now = new Date('2027-03-01T23:30:00Z')
/** Where it is already 2 March. */
const zone = fixedZone('UTC+5', 5 * 3600)

function windowOf(
  given: Parameters<typeof readWindow>[0],
  options: { strict?: boolean; isNamed?: boolean } = {},
) {
  const refused: string[] = []
  const { strict = false, isNamed = false } = options
  const window = readWindow(given, { strict, isNamed, now, zone }, (name) => refused.push(name))
  return refused.length === 0 ? window : { window, refused }
}

const DEFAULT = { start_date: '2027-03-01 00:00:00', end_date: '2029-03-02 23:59:59' }

describe('the window of a list', () => {
  test('is from yesterday for two years, in the zone of the site', () => {
    expect(windowOf({})).toEqual(DEFAULT)
  })

  test('is moved by a bound of its own at either end', () => {
    expect(windowOf({ start_date: '2027-05-10 15:00' })).toEqual({
      ...DEFAULT,
      start_date: '2027-05-10 00:00:00',
    })
    expect(windowOf({ end_date: '2027-05-10 15:00' })).toEqual({
      ...DEFAULT,
      end_date: '2027-05-10 23:59:59',
    })
  })

  test.each(['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const)(
    '%s takes the default away, and means the end of its day',
    (name) => {
      expect(windowOf({ [name]: '2027-05-10 15:00' })).toEqual({ [name]: '2027-05-10 23:59:59' })
      expect(windowOf({ [name]: '2027-05-10', start_date: '2027-05-01' })).toEqual({
        [name]: '2027-05-10 23:59:59',
        start_date: '2027-05-01 00:00:00',
      })
    },
  )

  test('has no days where events are named, but the relative bounds', () => {
    expect(windowOf({}, { isNamed: true })).toEqual({})
    expect(
      windowOf(
        { start_date: '2027-05-01', end_date: '2027-05-02', ends_after: '2027-05-03' },
        { isNamed: true },
      ),
    ).toEqual({ ends_after: '2027-05-03 23:59:59' })
  })

  test('is exact, in the zone of the site, where that is asked for', () => {
    expect(windowOf({ starts_after: '2027-05-10 15:00' }, { strict: true })).toEqual({
      starts_after: '2027-05-10 15:00:00',
    })
    expect(windowOf({ start_date: '2027-05-10 15:00Z', end_date: '2027-05-11' }, { strict: true })).toEqual({
      start_date: '2027-05-10 20:00:00',
      end_date: '2027-05-11 00:00:00',
    })
  })

  test('of whole days reads in UTC, and an instant belongs to its day there', () => {
    expect(windowOf({ starts_after: 'today' })).toEqual({ starts_after: '2027-03-01 23:59:59' })
    expect(windowOf({ starts_after: 'today' }, { strict: true })).toEqual({
      starts_after: '2027-03-02 00:00:00',
    })
    expect(windowOf({ starts_after: '2027-05-10 23:00-02:00' })).toEqual({
      starts_after: '2027-05-11 23:59:59',
    })
  })

  test('takes days that a month does not have', () => {
    expect(windowOf({ ends_before: '2027-02-31' })).toEqual({ ends_before: '2027-03-03 23:59:59' })
    expect(windowOf({ ends_before: '2027-02-31' }, { strict: true })).toEqual({
      ends_before: '2027-03-03 00:00:00',
    })
  })

  test('names every bound that is no date', () => {
    expect(windowOf({ start_date: 'x', ends_after: 'y', end_date: '2027-05-10' })).toEqual({
      window: { end_date: '2027-05-10 23:59:59' },
      refused: ['start_date', 'ends_after'],
    })
    expect(windowOf({ starts_before: 'x' }, { strict: true })).toMatchObject({ refused: ['starts_before'] })
  })
})
