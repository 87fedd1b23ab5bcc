import { describe, expect, test } from 'vitest'
import { atInstant, resolveZone, UTC } from '../../src/domain/zones.ts'

describe('zones', () => {
  const letters = (name: string, epoch = Date.UTC(2027, 0, 1) / 1000) => {
    const zone = resolveZone(name)
    return zone === undefined ? undefined : [zone.name, zone.offsetAt(epoch), zone.abbreviationAt(epoch)]
  }

  test('have names, offsets and letters', () => {
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

  test.each([
    '',
    'x',
    'Nowhere/Land',
    'EDT',
    '+05:00',
    'aUTC+5',
    'UTC+',
    'UTC+15',
    'UTC-13',
    'Europe/',
    'a/UTC+1',
  ])('%j is none', (name) => {
    expect(resolveZone(name)).toBeUndefined()
  })

  test('are the same however often they are asked for, among however many', () => {
    const first = resolveZone('Europe/Berlin')
    expect(resolveZone('EUROPE/berlin')).toBe(first)
    for (const name of Intl.supportedValuesOf('timeZone')) expect(resolveZone(name), name).toBeDefined()
    for (const name of Intl.supportedValuesOf('timeZone'))
      expect(resolveZone(name.toUpperCase())).toBeDefined()
    expect(resolveZone('Europe/Berlin')?.offsetAt(0)).toBe(3600)
  })

  test('an instant is a whole second, within a day of the years 1 to 9999', () => {
    const [first, last] = [-62_135_596_800, 253_402_300_799]
    for (const epoch of [first - 86_400, last + 86_400]) expect(atInstant(epoch, UTC).epoch).toBe(epoch)
    for (const epoch of [first - 86_401, last + 86_401, 0.5, Number.NaN])
      expect(() => atInstant(epoch, UTC)).toThrow(new RangeError(`not an instant: ${epoch}`))
  })
})
