import { describe, expect, test } from 'vitest'
import { createThrottle, memoryAttempts } from '../../src/core/access/throttle.ts'
import type { AttemptCounter } from '../../src/types/index.ts'

const request = new Request('https://calendar.example/')
const keyOf = (host: unknown) => createThrottle({}).keysOf(request, host)[0]
const placeOf = (ip: string) => keyOf({ ip })

describe('attempts are counted', () => {
  test('by the address, and by the user at it', () => {
    const throttle = createThrottle<{ ip: string }, true>({})
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
        new RangeError(`${name}: ${Object.values(options)[0]} is not a whole number from 1 to Infinity`),
      )
    expect(() => memoryAttempts({ window: 0 })).toThrow(
      new RangeError('window: 0 is not a whole number from 1 to Infinity'),
    )
    expect(() => memoryAttempts({ size: -1 })).toThrow(
      new RangeError('size: -1 is not a whole number from 1 to Infinity'),
    )
  })
})

describe('with a counter that answers late, as one on a server does', () => {
  const later = () => new Promise((resolve) => setImmediate(resolve))

  function open(perUser: number) {
    const inner = memoryAttempts()
    const attempts: AttemptCounter = {
      add: async (key, amount) => {
        await later()
        return inner.add(key, amount)
      },
      reset: async (key) => {
        await later()
        return inner.reset(key)
      },
    }
    const throttle = createThrottle<unknown, true>({ attempts, perUser, perAddress: 20 })
    const keys = throttle.keysOf(request, { ip: '192.0.2.7' }, 'ann')
    let checks = 0
    const ask = (isRight: boolean) =>
      throttle
        .reserve(keys, async () => {
          checks++
          await later()
          return isRight ? true : null
        })
        .then(String, () => 'refused')
    return { ask, attempts, keys, checks: () => checks }
  }

  test('right guesses that come at once wait for each other, and leave nothing counted', async () => {
    const { ask, attempts, keys, checks } = open(3)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(true)))
    expect(new Set(answers)).toEqual(new Set(['true']))
    expect(checks()).toBe(40)
    for (const key of keys) expect((await attempts.add(key, 0)).count).toBe(0)
  })

  test('wrong guesses that come at once are looked at as often as the limit says', async () => {
    const { ask, attempts, keys, checks } = open(3)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(false)))
    expect(answers.filter((answer) => answer === 'null')).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(37)
    expect(checks()).toBe(3)
    for (const key of keys) expect((await attempts.add(key, 0)).count).toBe(3)
  })

  test('a check that throws counts for nothing, and lets the next one in', async () => {
    const { attempts, keys } = open(1)
    const throttle = createThrottle<unknown, true>({ attempts, perUser: 1 })
    const broken = () =>
      throttle.reserve(keys, async () => {
        await later()
        throw new Error('away')
      })
    const answers = await Promise.allSettled([broken(), broken(), throttle.reserve(keys, async () => true)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    for (const key of keys) expect((await attempts.add(key, 0)).count).toBe(0)
  })
})
