import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { abbreviationAt } from '../../src/core/domain/time/zone-letters.ts'
import {
  addDays,
  addMonths,
  atInstant,
  atWall,
  endOfDay,
  type Moment,
  resolveZone,
  startOfDay,
  UTC,
  type Zone,
} from '../../src/core/domain/time/zones.ts'
import { words } from '../setup/words.ts'

function zoneNamed(name: string): Zone {
  const zone = resolveZone(name)
  if (zone === undefined) throw new Error(`no zone ${name}`)
  return zone
}

const withLetters = (name: string, momentIn: (zone: Zone) => Moment) => {
  const zone = zoneNamed(name)
  const moment = momentIn(zone)
  return { ...moment, abbreviation: abbreviationAt(zone, moment.epoch) }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('names of zones', () => {
  test.each(
    words(`
      America/New_York america/new_york EUROPE/ROME America/Argentina/Buenos_Aires Asia/Kolkata US/Eastern
      Etc/GMT+5 Japan UTC utc Etc/UTC GMT UTC+0 UTC-12 UTC+14 utc+5
    `),
  )('%s is a zone', (name) => {
    expect(resolveZone(name)).toBeDefined()
  })

  test.each([
    ['CET', 1, 2],
    ['MET', 1, 2],
    ['EET', 2, 3],
    ['WET', 0, 1],
    ['UCT', 0, 0],
    ['GMT', 0, 0],
  ])('%s is a zone of the tz database: UTC+%i in January, UTC+%i in July', (name, january, july) => {
    for (const spelling of [name, name.toLowerCase()]) {
      const zone = resolveZone(spelling)
      const offsets = [0, 6].map((month) => zone?.offsetAt(Date.UTC(2027, month, 1) / 1000))
      expect(offsets, spelling).toEqual([january * 3600, july * 3600])
    }
  })

  test.each([
    '',
    ' Europe/Rome ',
    'Europe/Rome ',
    ...words('Europe/Nowhere Z A EDT IST +05:30 GMT+5 UTC+'),
    'UTC +5',
    ...words(`
      UTC+5:3 UTC+5:60 UTC+5.3 UTC+0530 UTC+14:01 UTC+15 UTC-13 Factory localtime __proto__ America
      /etc/passwd ../UTC
    `),
    'Asia/To\u212ayo',
    `Europe/${'x'.repeat(10_000)}`,
  ])('%j is no zone', (name) => {
    expect(resolveZone(name)).toBeUndefined()
  })

  test('a name is resolved once, whatever its case', () => {
    expect(resolveZone('EUROPE/Vienna')).toBe(resolveZone('europe/vienna'))
  })

  test('a name that lower case would turn into a known one stays unknown', () => {
    expect(resolveZone('asia/tokyo')).toBeDefined()
    expect(resolveZone('Asia/To\u212ayo')).toBeUndefined()
  })
})

describe('UTC with an offset is exact, and abbreviated by itself (D11)', () => {
  test.each([
    ['UTC+0', 0],
    ['UTC-0', 0],
    ['UTC+5', 300],
    ['UTC+5:30', 330],
    ['UTC+5.5', 330],
    ['UTC+5.75', 345],
    ['UTC-0:15', -15],
    ['UTC-3.5', -210],
    ['UTC-4.25', -255],
    ['UTC-12:00', -720],
    ['UTC+14:00', 840],
    ['utc+9', 540],
  ])('%s is %i minutes', (name, minutes) => {
    for (const wall of ['2027-01-12 18:00:00', '2027-05-12 18:00:00']) {
      expect(withLetters(name, (zone) => atWall(wall, zone))).toMatchObject({
        wall,
        offset: minutes * 60,
        abbreviation: name,
      })
    }
  })
})

describe('wall clocks in zones', () => {
  test.each([
    // wall clock, zone, UTC, abbreviation
    ['2027-05-12 18:00:00', 'America/New_York', '2027-05-12 22:00:00', 'EDT'],
    ['2027-01-12 18:00:00', 'America/New_York', '2027-01-12 23:00:00', 'EST'],
    ['2027-05-12 18:00:00', 'Pacific/Honolulu', '2027-05-13 04:00:00', 'HST'],
    ['2027-05-12 18:00:00', 'Europe/London', '2027-05-12 17:00:00', 'BST'],
    ['2027-01-12 18:00:00', 'Europe/London', '2027-01-12 18:00:00', 'GMT'],
    ['2027-05-12 18:00:00', 'Europe/Dublin', '2027-05-12 17:00:00', 'IST'],
    ['2027-05-12 18:00:00', 'Africa/Johannesburg', '2027-05-12 16:00:00', 'SAST'],
    ['2027-05-12 18:00:00', 'Asia/Kolkata', '2027-05-12 12:30:00', 'IST'],
    ['2027-05-12 18:00:00', 'Asia/Kathmandu', '2027-05-12 12:15:00', '+0545'],
    ['2027-05-12 18:00:00', 'Asia/Tokyo', '2027-05-12 09:00:00', 'JST'],
    ['2027-05-12 18:00:00', 'Asia/Shanghai', '2027-05-12 10:00:00', 'CST'],
    ['2027-01-12 18:00:00', 'Australia/Sydney', '2027-01-12 07:00:00', 'AEDT'],
    ['2027-01-12 18:00:00', 'Pacific/Kiritimati', '2027-01-12 04:00:00', '+14'],
    ['2027-01-12 18:00:00', 'America/Sao_Paulo', '2027-01-12 21:00:00', '-03'],
    ['2027-01-12 18:00:00', 'America/St_Johns', '2027-01-12 21:30:00', 'NST'],
    ['2027-01-12 18:00:00', 'EST', '2027-01-12 23:00:00', 'EST'],
    ['2027-01-12 18:00:00', 'Etc/GMT+5', '2027-01-12 23:00:00', '-05'],
    ['2027-05-12 18:00:00', 'UTC', '2027-05-12 18:00:00', 'UTC'],
    ['2027-05-12 18:00:00', 'GMT', '2027-05-12 18:00:00', 'GMT'],
  ])('%s in %s is %s UTC, %s', (wall, name, utc, abbreviation) => {
    expect(withLetters(name, (zone) => atWall(wall, zone))).toMatchObject({ wall, utc, abbreviation })
  })

  test.each([
    ['America/New_York', '2027-11-07 01:30:00', '2027-11-07 05:30:00', 'EDT'],
    ['Europe/Berlin', '2027-10-31 02:30:00', '2027-10-31 00:30:00', 'CEST'],
    ['Europe/Berlin', '2027-10-31 02:59:59', '2027-10-31 00:59:59', 'CEST'],
    ['Europe/London', '2027-10-31 01:30:00', '2027-10-31 00:30:00', 'BST'],
    ['Australia/Sydney', '2027-04-04 02:30:00', '2027-04-03 15:30:00', 'AEDT'],
    ['Australia/Lord_Howe', '2027-04-04 01:45:00', '2027-04-03 14:45:00', '+11'],
    ['America/Sao_Paulo', '2018-02-17 23:30:00', '2018-02-18 01:30:00', '-02'],
    // A whole day that came twice.
    ['Pacific/Kwajalein', '1969-09-30 12:00:00', '1969-09-30 01:00:00', '+11'],
  ])('in %s %s is %s UTC, %s: the first, where it occurs twice (D11)', (name, wall, utc, abbreviation) => {
    expect(withLetters(name, (zone) => atWall(wall, zone))).toMatchObject({ wall, utc, abbreviation })
  })

  test.each([
    ['America/New_York', '2027-03-14 02:30:00', '2027-03-14 03:30:00', '2027-03-14 07:30:00'],
    ['America/New_York', '2027-03-14 01:59:59', '2027-03-14 01:59:59', '2027-03-14 06:59:59'],
    ['Europe/Berlin', '2027-03-28 02:30:00', '2027-03-28 03:30:00', '2027-03-28 01:30:00'],
    ['Australia/Lord_Howe', '2027-10-03 02:15:00', '2027-10-03 02:45:00', '2027-10-02 15:45:00'],
    // Midnight itself is skipped.
    ['America/Sao_Paulo', '2018-11-04 00:00:00', '2018-11-04 01:00:00', '2018-11-04 03:00:00'],
    // A whole day was skipped: to the other side of the date line.
    ['Pacific/Apia', '2011-12-30 00:00:00', '2011-12-31 00:00:00', '2011-12-30 10:00:00'],
    ['Pacific/Apia', '2011-12-29 23:59:59', '2011-12-29 23:59:59', '2011-12-30 09:59:59'],
    ['Pacific/Apia', '2011-12-31 00:00:00', '2011-12-31 00:00:00', '2011-12-30 10:00:00'],
  ])('in %s %s becomes %s, %s UTC (D11)', (name, wall, moved, utc) => {
    expect(atWall(wall, zoneNamed(name))).toMatchObject({ wall: moved, utc })
  })

  test('local mean time is kept to the second', () => {
    expect(withLetters('Europe/Paris', (zone) => atWall('1800-06-01 12:00:00', zone))).toEqual({
      wall: '1800-06-01 12:00:00',
      utc: '1800-06-01 11:50:39',
      epoch: Date.UTC(1800, 5, 1, 11, 50, 39) / 1000,
      offset: 561,
      abbreviation: 'LMT',
    })
  })

  test('an instant is shown in its zone', () => {
    expect(withLetters('America/New_York', (zone) => atInstant(1_803_902_400, zone))).toEqual({
      wall: '2027-03-01 07:00:00',
      utc: '2027-03-01 12:00:00',
      epoch: 1_803_902_400,
      offset: -18_000,
      abbreviation: 'EST',
    })
    expect(atInstant(-1, zoneNamed('UTC')).wall).toBe('1969-12-31 23:59:59')
  })

  test('the second pass of a doubled hour can be reached as an instant', () => {
    const epoch = Date.UTC(2027, 9, 31, 1, 30) / 1000
    const second = withLetters('Europe/Berlin', (zone) => atInstant(epoch, zone))
    expect(second).toMatchObject({ wall: '2027-10-31 02:30:00', abbreviation: 'CET' })
  })

  test('at the ends of the calendar texts stay within it, and nothing throws', () => {
    const last = atWall('9999-12-31 23:59:59', zoneNamed('America/New_York'))
    expect(last).toMatchObject({ wall: '9999-12-31 23:59:59', utc: '9999-12-31 23:59:59' })
    expect(last.epoch).toBe(253_402_300_799 + 5 * 3600)
    expect(atInstant(last.epoch, zoneNamed('America/New_York'))).toEqual(last)
    const first = atWall('0001-01-01 00:00:00', zoneNamed('UTC+14'))
    expect(first).toMatchObject({ wall: '0001-01-01 00:00:00', utc: '0001-01-01 00:00:00' })
    expect(atInstant(first.epoch, zoneNamed('UTC+14'))).toEqual(first)
  })

  test.each([Number.NaN, 0.5, 1e15, Number.POSITIVE_INFINITY])('%d is no instant', (epoch) => {
    expect(() => atInstant(epoch, zoneNamed('UTC'))).toThrow(RangeError)
  })

  test.each(['', '2027-05-10', '2027-05-10T00:00:00', '2027-5-1 0:0:0'])('%j is no wall clock', (wall) => {
    expect(() => atWall(wall, zoneNamed('UTC'))).toThrow(RangeError)
  })

  test.each(['Asia/Tokyo', 'America/Los_Angeles'])(
    'the zone of the machine, %s, plays no part',
    (machine) => {
      vi.stubEnv('TZ', machine)
      expect(new Date(Date.UTC(2027, 0, 1)).getHours()).not.toBe(0)
      expect(atWall('2027-10-31 02:30:00', zoneNamed('Europe/Berlin')).utc).toBe('2027-10-31 00:30:00')
      expect(atWall('2027-03-14 02:30:00', zoneNamed('America/New_York')).wall).toBe('2027-03-14 03:30:00')
      expect(atInstant(1_803_902_400, zoneNamed('UTC')).wall).toBe('2027-03-01 12:00:00')
    },
  )
})

describe('every instant in every zone', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'UTC+5:30', 'UTC-12', 'UTC+14']
  const anyZone = fc.constantFrom(...zones).map(zoneNamed)
  const anyEpoch = fc.oneof(
    fc.integer({ min: -4_000_000_000, max: 4_500_000_000 }),
    fc.integer({ min: -62_135_510_400, max: 253_402_214_400 }),
  )

  test('all zones that the runtime knows are resolved', () => {
    for (const name of zones) expect(resolveZone(name), name).toBeDefined()
  })

  test('a wall clock leads back to its instant, or to the first of two', () => {
    fc.assert(
      fc.property(anyEpoch, anyZone, (epoch, zone) => {
        const there = atInstant(epoch, zone)
        const back = atWall(there.wall, zone)
        expect(back.wall).toBe(there.wall)
        expect(back.epoch).toBeLessThanOrEqual(epoch)
        // The only way not to return is that the clock was put back in between, by just so much.
        expect(epoch - back.epoch).toBe(back.offset - there.offset)
      }),
      { numRuns: 500 },
    )
  })

  test('whatever the wall clock, the answer is a time that occurs, no earlier than asked', () => {
    fc.assert(
      fc.property(anyEpoch, anyZone, (seconds, zone) => {
        const wall = atInstant(seconds, zoneNamed('UTC')).wall
        const found = atWall(wall, zone)
        expect(found.wall >= wall).toBe(true)
        expect(atInstant(found.epoch, zone)).toEqual(found)
      }),
      { numRuns: 500 },
    )
  })
})

describe('steps on the calendar', () => {
  test.each([
    ['2027-03-01 07:00:00', -1, '2027-02-28 07:00:00'],
    ['2028-02-28 23:59:59', 1, '2028-02-29 23:59:59'],
    ['2027-12-31 00:00:00', 1, '2028-01-01 00:00:00'],
    ['2100-02-28 00:00:00', 1, '2100-03-01 00:00:00'],
    ['1970-01-01 00:00:00', -719_162, '0001-01-01 00:00:00'],
    ['9999-12-31 10:00:00', 1, '9999-12-31 23:59:59'],
    ['0001-01-01 10:00:00', -1, '0001-01-01 00:00:00'],
  ])('%s and %i days is %s', (wall, days, result) => {
    expect(addDays(wall, days)).toBe(result)
  })

  test.each([
    ['2027-03-01 07:00:00', 24, '2029-03-01 07:00:00'],
    ['2027-01-31 07:00:00', 1, '2027-03-03 07:00:00'],
    ['2028-01-31 07:00:00', 1, '2028-03-02 07:00:00'],
    ['2028-02-29 07:00:00', 24, '2030-03-01 07:00:00'],
    ['2027-03-31 07:00:00', -1, '2027-03-03 07:00:00'],
    ['2027-01-15 07:00:00', -1, '2026-12-15 07:00:00'],
    ['2027-12-15 07:00:00', 1, '2028-01-15 07:00:00'],
    ['9999-12-15 07:00:00', 1, '9999-12-31 23:59:59'],
  ])('%s and %i months is %s', (wall, months, result) => {
    expect(addMonths(wall, months)).toBe(result)
  })

  test('a day begins at midnight and ends a second before the next', () => {
    expect(startOfDay('2027-05-10 13:14:15')).toBe('2027-05-10 00:00:00')
    expect(endOfDay('2027-05-10 13:14:15')).toBe('2027-05-10 23:59:59')
  })
})

describe('a zone', () => {
  const letters = (name: string, epoch = Date.UTC(2027, 0, 1) / 1000) => {
    const zone = resolveZone(name)
    return zone === undefined ? undefined : [zone.name, zone.offsetAt(epoch), abbreviationAt(zone, epoch)]
  }

  test('has a name, an offset and an abbreviation', () => {
    expect(letters('europe/berlin')).toEqual(['Europe/Berlin', 3600, 'CET'])
    expect(letters('europe/berlin', Date.UTC(2027, 6, 1) / 1000)).toEqual(['Europe/Berlin', 7200, 'CEST'])
    expect(letters('europe/berlin')).toEqual(['Europe/Berlin', 3600, 'CET'])
    expect(letters('Asia/Kathmandu')).toEqual([expect.any(String), 20_700, '+0545'])
    expect(letters('America/Argentina/Buenos_Aires')?.slice(1)).toEqual([-10_800, '-03'])
    // Runtimes differ in which of two names is the zone's own.
    expect(letters('est5edt')?.slice(1)).toEqual([-18_000, 'EST'])
    expect(letters('CET')?.slice(1)).toEqual([3600, 'CET'])
    expect(letters('wet')?.slice(1)).toEqual([0, 'WET'])
    expect(letters('gmt')).toEqual(['GMT', 0, 'GMT'])
    expect(letters('etc/utc')).toEqual(['UTC', 0, 'UTC'])
    expect(letters('UTC+5')).toEqual(['UTC+5', 18_000, 'UTC+5'])
    expect(letters('UTC-5:30')).toEqual(['UTC-5:30', -19_800, 'UTC-5:30'])
    expect(letters('UTC+5.75')).toEqual(['UTC+5.75', 20_700, 'UTC+5.75'])
  })

  test('an instant is a whole second, within a day of the years 1 to 9999', () => {
    const [first, last] = [-62_135_596_800, 253_402_300_799]
    for (const epoch of [first - 86_400, last + 86_400]) expect(atInstant(epoch, UTC).epoch).toBe(epoch)
    for (const epoch of [first - 86_401, last + 86_401, 0.5, Number.NaN])
      expect(() => atInstant(epoch, UTC)).toThrow(new RangeError(`not an instant: ${epoch}`))
  })
})
