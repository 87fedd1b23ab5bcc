import {
  type AttemptCounter,
  basicPasswords,
  bearerTokens,
  firstOf,
  memoryAttempts,
  memoryPasswords,
  memoryTokens,
} from 'kalends/auth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  basic,
  calendarOf,
  clockAt,
  countSlowHashes,
  EDITOR,
  expectAll,
  type Host,
  repeat,
  TOO_MANY,
  tally,
  WRONG,
} from './asking.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function open() {
  const clock = clockAt('2027-03-01T12:00:00Z')
  const attempts = memoryAttempts({ now: clock.now })
  const tokens = bearerTokens<Host>(memoryTokens(), { attempts, now: clock.now })
  const passwords = basicPasswords<Host>(memoryPasswords(), { attempts, iterations: 1_000 })
  const { token } = await tokens.issue({ principal: EDITOR })
  const { password } = await passwords.issue({ user: 'ann', principal: EDITOR })
  const calendar = calendarOf(firstOf(tokens.authenticate, passwords.authenticate))
  return {
    clock,
    ...calendar,
    good: `Bearer ${token}`,
    ann: basic('ann', password),
    wrongToken: (at = 0, ip?: string) =>
      calendar.outcome({ authorization: `Bearer wrong${at}`, ...(ip === undefined ? {} : { ip }) }),
    wrongPassword: (user: string, at = 0, ip?: string) =>
      calendar.outcome({ authorization: basic(user, `wrong${at}`), ...(ip === undefined ? {} : { ip }) }),
  }
}

/** Tokens whose store answers late, and counts how often it is asked. */
function watchedTokens() {
  const inner = memoryTokens()
  const store = { lookups: 0 }
  const tokens = bearerTokens<Host>({
    ...inner,
    get: async (hash) => {
      store.lookups++
      await new Promise((resolve) => setImmediate(resolve))
      return inner.get(hash)
    },
  })
  return { store, tokens, calendar: calendarOf(tokens.authenticate) }
}

describe('wrong tokens', () => {
  test('of one address are 100, then 429 with the seconds that are left, until the window ends', async () => {
    const { clock, wrongToken, ask, outcome, good } = await open()
    expectAll(await repeat(100, wrongToken), WRONG)
    clock.pass(300.5)
    expect(await wrongToken()).toBe(TOO_MANY)
    expect(await outcome({ authorization: good })).toBe(TOO_MANY)
    const response = await ask({ authorization: good })
    expect(response.headers.get('retry-after')).toBe('600')
    clock.pass(599.499)
    expect((await ask({ authorization: good })).headers.get('retry-after')).toBe('1')
    clock.pass(0.001)
    expect(await outcome({ authorization: good })).toBe('200')
    expect(await wrongToken()).toBe(WRONG)
  })

  test('do not touch other addresses, nor who sends no credentials', async () => {
    const { wrongToken, outcome, good } = await open()
    await repeat(101, wrongToken)
    expect(await outcome({ authorization: good, ip: '192.0.2.2' })).toBe('200')
    expect(await wrongToken(0, '192.0.2.2')).toBe(WRONG)
    expect(await outcome()).toBe('200')
  })

  test('count though good ones come between', async () => {
    const { wrongToken, outcome, good } = await open()
    await repeat(50, wrongToken)
    expect(await outcome({ authorization: good })).toBe('200')
    await repeat(50, wrongToken)
    expect(await wrongToken()).toBe(TOO_MANY)
  })

  test('that come at once all count; good ones that come at once never do', async () => {
    const { wrongToken, outcome, good } = await open()
    expectAll(await Promise.all(Array.from({ length: 300 }, () => outcome({ authorization: good }))), '200')
    expectAll(await Promise.all(Array.from({ length: 99 }, (_, at) => wrongToken(at))), WRONG)
    expect(await outcome({ authorization: good })).toBe('200')
    expect(await wrongToken()).toBe(WRONG)
    expect(await outcome({ authorization: good })).toBe(TOO_MANY)
  })

  test('leave room for good ones that come at once, however few may still fail', async () => {
    const { calendar, tokens } = watchedTokens()
    const good = await Promise.all(Array.from({ length: 150 }, () => tokens.issue({ principal: EDITOR })))
    await repeat(98, (at) => calendar.outcome({ authorization: `Bearer wrong${at}` }))
    const send = ({ token }: { token: string }) => calendar.outcome({ authorization: `Bearer ${token}` })
    expectAll(await Promise.all(good.map(send)), '200')
    const mixed = await Promise.all([
      ...good.slice(0, 20).map(send),
      ...['a', 'b', 'c', 'd'].map((token) => send({ token })),
      ...good.slice(0, 20).map(send),
    ])
    expect(tally(mixed.slice(0, 20))).toEqual({ 200: 20 })
    expect(tally(mixed.slice(20, 24))).toEqual({ [WRONG]: 2, [TOO_MANY]: 2 })
    expect(tally(mixed.slice(24))).toEqual({ [TOO_MANY]: 20 })
  })

  test('malformed ones are refused without being counted, as they try nothing', async () => {
    const { outcome, good } = await open()
    expectAll(await repeat(120, () => outcome({ authorization: 'Bearer "no token"' })), WRONG)
    expect(await outcome({ authorization: good })).toBe('200')
  })
})

describe('wrong passwords', () => {
  test('of one user at one address are 10, then 429 before any slow hash', async () => {
    const { wrongPassword, outcome, ann } = await open()
    const hashes = countSlowHashes()
    expectAll(await repeat(10, (at) => wrongPassword('ann', at)), WRONG)
    expect(hashes()).toBe(10)
    expect(await wrongPassword('ANN')).toBe(TOO_MANY)
    expect(await outcome({ authorization: ann })).toBe(TOO_MANY)
    expect(hashes()).toBe(10)
  })

  test('do not lock out other addresses, nor other users at this address', async () => {
    const { wrongPassword, outcome, ann } = await open()
    await repeat(11, (at) => wrongPassword('ann', at))
    expect(await outcome({ authorization: ann, ip: '192.0.2.2' })).toBe('200')
    expect(await wrongPassword('bob')).toBe(WRONG)
    expect(await outcome({ authorization: ann })).toBe(TOO_MANY)
  })

  test('of a user are forgotten with the first good one, those of the address are not', async () => {
    const { wrongPassword, outcome, ann } = await open()
    for (let round = 0; round < 11; round++) {
      expectAll(await repeat(9, (at) => wrongPassword('ann', at)), WRONG)
      expect(await outcome({ authorization: ann })).toBe('200')
    }
    // 99 so far.
    expect(await wrongPassword('ann')).toBe(WRONG)
    expect(await outcome({ authorization: ann })).toBe(TOO_MANY)
    expect(await outcome({ authorization: ann, ip: '192.0.2.2' })).toBe('200')
  })

  test('of many users at one address are 100 in all', async () => {
    const { wrongPassword } = await open()
    const hashes = countSlowHashes()
    expectAll(await repeat(100, (at) => wrongPassword(`user ${at}`)), WRONG)
    expect(await wrongPassword('another')).toBe(TOO_MANY)
    expect(hashes()).toBe(100)
  })

  test('that were refused with 429 for a user do not add up to a locked address', async () => {
    const { wrongPassword, outcome, good } = await open()
    await repeat(10, (at) => wrongPassword('ann', at))
    expectAll(await repeat(150, (at) => wrongPassword('ann', at)), TOO_MANY)
    expect(await outcome({ authorization: good })).toBe('200')
    expect(await wrongPassword('bob')).toBe(WRONG)
  })

  test('10 at once count as 10 where all are the same and share a hash', async () => {
    const { wrongPassword, outcome, ann } = await open()
    const hashes = countSlowHashes()
    expectAll(await Promise.all(Array.from({ length: 10 }, () => wrongPassword('ann'))), WRONG)
    expect(hashes()).toBe(1)
    expect(await outcome({ authorization: ann })).toBe(TOO_MANY)
  })

  test('however many at once, no more than the limit are hashed', async () => {
    const { wrongPassword } = await open()
    const hashes = countSlowHashes()
    const found = await Promise.all(Array.from({ length: 60 }, (_, at) => wrongPassword('ann', at)))
    expect(tally(found)).toEqual({ [WRONG]: 10, [TOO_MANY]: 50 })
    expect(hashes()).toBe(10)
  })

  test('a failing store counts no attempt', async () => {
    const { outcome } = calendarOf(
      basicPasswords<Host>(
        { ...memoryPasswords(), get: () => Promise.reject(new Error('database away')) },
        { iterations: 1_000, perUser: 1 },
      ).authenticate,
    )
    expectAll(await repeat(3, () => outcome({ authorization: basic('ann', 'x') })), '500 rest_internal_error')
  })
})

describe('which address', () => {
  const one = async (ips: readonly [string | undefined, string | undefined]) => {
    const passwords = basicPasswords<Host>(memoryPasswords(), {
      iterations: 1_000,
      perAddress: 1,
      address: (request) => request.headers.get('x-client') ?? undefined,
    })
    const { outcome } = calendarOf(passwords.authenticate)
    const found: string[] = []
    for (const ip of ips) {
      const headers: Record<string, string> = ip === undefined ? {} : { 'x-client': ip }
      found.push(await outcome({ headers, authorization: basic(`user ${found.length}`, 'x') }))
    }
    return found[1] === TOO_MANY
  }

  test.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.11', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:DB8:1:2::1', '2001:0db8:0001:0002::7', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:9::1', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['::1', '0:0:0:0::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    [undefined, undefined, true],
    [undefined, '192.0.2.1', false],
  ])('%s and %s are one: %s', async (a, b, isOne) => {
    expect(await one([a, b])).toBe(isOne)
  })
})

describe('the counter in memory', () => {
  test('is bounded: what was longest untouched is forgotten first', async () => {
    const attempts = memoryAttempts({ size: 3 })
    for (const key of ['a', 'b', 'c', 'a', 'd']) await attempts.add(key, 1)
    const counts = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (key) => (await attempts.add(key, 0)).count),
    )
    expect(counts).toEqual([2, 0, 1, 1])
  })

  test('never counts below zero, nor keeps what it only reads', async () => {
    const attempts = memoryAttempts({ size: 1 })
    await attempts.add('a', 1)
    expect((await attempts.add('b', 0)).count).toBe(0)
    expect((await attempts.add('b', -1)).count).toBe(0)
    expect((await attempts.add('a', 0)).count).toBe(1)
    expect((await attempts.add('a', -1)).count).toBe(0)
    expect((await attempts.add('a', 1)).count).toBe(1)
  })

  test('runs its window from the first attempt, not from the last', async () => {
    const clock = clockAt('2027-03-01T12:00:00Z')
    const attempts = memoryAttempts({ window: 60, now: clock.now })
    expect(await attempts.add('a', 1)).toEqual({ count: 1, seconds: 60 })
    clock.pass(45)
    expect(await attempts.add('a', 1)).toEqual({ count: 2, seconds: 15 })
    clock.pass(15)
    expect(await attempts.add('a', 1)).toEqual({ count: 1, seconds: 60 })
  })

  test.each([[{ window: 0 }], [{ size: 0 }], [{ window: 1.5 }], [{ size: Number.NaN }]])(
    'refuses %j',
    (options) => {
      expect(() => memoryAttempts(options)).toThrow(RangeError)
    },
  )
})

test.each([[{ perUser: 0 }], [{ perAddress: -1 }]])(
  'limits that cannot be meant are refused: %j',
  (limits) => {
    expect(() => basicPasswords(memoryPasswords(), limits)).toThrow(RangeError)
    expect(() => bearerTokens(memoryTokens(), limits)).toThrow(RangeError)
  },
)

test('a counter of the host, shared by two processes, counts for both', async () => {
  const inner = memoryAttempts()
  const keys = new Set<string>()
  const attempts: AttemptCounter = {
    add: async (key, amount) => {
      keys.add(key)
      return inner.add(key, amount)
    },
    reset: async (key) => inner.reset(key),
  }
  const [one, two] = [1, 2].map(() =>
    calendarOf(
      basicPasswords<Host>(memoryPasswords(), { attempts, iterations: 1_000, perUser: 2 }).authenticate,
    ),
  )
  const authorization = basic('ann', 'top-secret')
  expect(await one?.outcome({ authorization })).toBe(WRONG)
  expect(await two?.outcome({ authorization })).toBe(WRONG)
  expect(await one?.outcome({ authorization })).toBe(TOO_MANY)
  expect(await two?.outcome({ authorization })).toBe(TOO_MANY)
  expect([...keys]).toEqual(['address 192.0.2.1', 'user 192.0.2.1 ann'])
})
