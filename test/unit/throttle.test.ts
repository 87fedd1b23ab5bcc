import { describe, expect, test } from 'vitest'
import { createThrottle, memoryAttempts } from '../../src/access/throttle.ts'

const request = new Request('https://calendar.example/')
const keyOf = (host: unknown) => createThrottle({}).keysOf(request, host)[0]
const placeOf = (ip: string) => keyOf({ ip })

describe('attempts are counted', () => {
  test('by the address, and by the user at it', () => {
    const throttle = createThrottle<{ ip: string }>({})
    const host = { ip: '192.0.2.7' }
    expect(throttle.keysOf(request, host)).toEqual(['address 192.0.2.7'])
    expect(throttle.keysOf(request, host, 'ann')).toEqual(['address 192.0.2.7', 'user 192.0.2.7 ann'])
  })

  test('as one client where no address is known', () => {
    for (const host of [undefined, null, 'text', {}, { ip: 7 }, { ip: undefined }])
      expect(keyOf(host)).toBe('address unknown')
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:0db8:0001:0000:3:4:5:6', '2001:db8:1:0'],
    ['2001:db8::', '2001:db8:0:0'],
    ['2001:db8::5:6', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['2001::1:2:3:4:5:6', '2001:0:1:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['::1:2:3:4:5:6:7', '0:1:2:3'],
    ['64:ff9b::ffff:192.0.2.7', '64:ff9b:0:0'],
    ['::ffff:192.0.2.7:80', '0:0:0:0'],
    ['2001:1000:1:200::', '2001:1000:1:200'],
  ])('%s is %s', (ip, place) => {
    expect(placeOf(ip)).toBe(`address ${place}`)
  })

  test('within limits that can be meant', () => {
    for (const [options, name] of [
      [{ perAddress: 0 }, 'perAddress'],
      [{ perUser: 1.5 }, 'perUser'],
    ] as const)
      expect(() => createThrottle(options)).toThrow(
        new RangeError(`${name}: ${Object.values(options)[0]} is no positive whole number`),
      )
    expect(() => memoryAttempts({ window: 0 })).toThrow(
      new RangeError('window: 0 is no positive whole number'),
    )
    expect(() => memoryAttempts({ size: -1 })).toThrow(new RangeError('size: -1 is no positive whole number'))
  })
})
