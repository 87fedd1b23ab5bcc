import {
  type Authenticator,
  basicPasswords,
  firstOf,
  memoryAttempts,
  memoryPasswords,
  session,
  type WordPressPasswordOptions,
  type WordPressUser,
  wordpressPasswords,
} from 'kalends/auth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  AUTHOR,
  basic,
  calendarOf,
  clockAt,
  countSlowHashes,
  EDITOR,
  expectAll,
  type Host,
  ORIGIN,
  repeat,
  TOO_MANY,
  WRONG,
} from './asking.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/*
 * The hashes were made with `hashlib.blake2b` and `hashlib.md5` of Python, by the descriptions of WordPress and phpass.
 * `test12345` is the example that phpass publishes.
 */
const ANN = 'Zz9a Yy8b Xx7c Ww6d Vv5e Uu4f'
const ANN_NEW = '$generic$ZP2WiqU5OM-wQW5AzbKIw-p1gmF4Aad9OA_bbt0D'
const ANN_OLD = '$P$Bs4ltS4lttITp7ylvHRPgtUVes1k/..'
const BOB = 'abcd1234EFGH5678ijkl9012'
const BOB_NEW = '$generic$-r4FB5NrhNs1VZlhj9uMueqVu30SZqjhd5q-NUtA'
const EMPTY = '$generic$XJQGK2eUryTa4vHbU0bDv1Ml3wGPwaC1ATczq0o_'

const write = { method: 'POST' }

function open(hashes: readonly string[] = [ANN_NEW], options: Partial<WordPressPasswordOptions<Host>> = {}) {
  const asked: string[] = []
  const users: Record<string, WordPressUser> = {
    ann: { principal: EDITOR, hashes },
    'ann@example.com': { principal: EDITOR, hashes },
    bob: { principal: AUTHOR, hashes: [BOB_NEW] },
  }
  const find = (name: string) => {
    asked.push(name)
    return users[name.toLowerCase()]
  }
  const authenticate = wordpressPasswords<Host>({ find, portableHashes: 3, ...options })
  return { asked, authenticate, ...calendarOf(authenticate) }
}

describe('a password that WordPress made', () => {
  test.each([
    ['6.8 and later', [ANN_NEW], ANN],
    ['earlier versions', [ANN_OLD], ANN],
    ['phpass with fewer rounds', ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'], 'test12345'],
    ['several', ['$generic$', BOB_NEW, '$P$BTownHall2kZtvIxh/c.DPXFdSmmYa.', ANN_OLD, ANN_NEW], ANN],
  ])('is right by the hash of %s', async (_, hashes, password) => {
    const { outcome } = open(hashes)
    expect(await outcome({ ...write, authorization: basic('ann', password) })).toBe('201')
    expect(await outcome({ authorization: basic('ann', `${password}x`) })).toBe(WRONG)
    expect(await outcome({ authorization: basic('ann', password.toLowerCase()) })).toBe(
      password === password.toLowerCase() ? '200' : WRONG,
    )
    expect(await outcome({ authorization: basic('bob', password) })).toBe(WRONG)
  })

  test('is the same with and without its blanks, by login name and by e-mail address', async () => {
    const { outcome, asked } = open()
    for (const typed of [ANN, ANN.replaceAll(' ', ''), ` ${ANN.replaceAll(' ', '-')} `]) {
      for (const name of ['ann', 'Ann', 'Ann@Example.com']) {
        expect(await outcome({ ...write, authorization: basic(name, typed) }), typed).toBe('201')
      }
    }
    expect(new Set(asked)).toEqual(new Set(['ann', 'Ann', 'Ann@Example.com']))
  })

  test.each([
    ['of a login password', '$wp$2y$10$Uis7tKzYGkOOxRHqPW3T2uyrZtJnNZ4dh1BvT9vPrgEM1w5TyHV5i'],
    ['bcrypt', '$2y$10$Uis7tKzYGkOOxRHqPW3T2uyrZtJnNZ4dh1BvT9vPrgEM1w5TyHV5i'],
    ['the password itself', ANN.replaceAll(' ', '')],
    ['cut off', ANN_NEW.slice(0, -1)],
    ['cut off portable', ANN_OLD.slice(0, -1)],
    ['with 2^30 rounds', ANN_OLD.replace('$P$B', '$P$S')],
    ['empty', ''],
  ])('is wrong by a hash that is %s', async (_, hash) => {
    const { outcome, faults } = open([hash])
    expect(await outcome({ authorization: basic('ann', ANN) })).toBe(WRONG)
    expect(faults).toEqual([])
  })

  test('without a letter is that of no user', async () => {
    const { outcome } = open([ANN_NEW])
    expect(await outcome({ authorization: basic('ann', ' - ') })).toBe(WRONG)
    expect(await open([EMPTY]).outcome({ authorization: basic('ann', '') })).toBe(WRONG)
  })
})

describe('the work of a guess', () => {
  /** Notes each run of rounds, and whose it is. */
  async function countRounds() {
    const { Md5Chain } = await import('../../src/auth/md5-chain.ts')
    const runs: { readonly chain: unknown; readonly times: number }[] = []
    const run = Md5Chain.prototype.run
    vi.spyOn(Md5Chain.prototype, 'run').mockImplementation(function (this: typeof Md5Chain.prototype, times) {
      runs.push({ chain: this, times })
      run.call(this, times)
    })
    return runs
  }
  const sumOf = (runs: readonly { readonly times: number }[]) =>
    runs.reduce((sum, { times }) => sum + times, 0)

  const portable = (at: number, rounds = 'B') => `$P$${rounds}${String(at).padStart(8, '0')}${'x'.repeat(22)}`
  const many = (count: number, rounds?: string) =>
    Array.from({ length: count }, (_, at) => portable(at, rounds))

  test.each([
    ['unknown', 'carl', []],
    ['without a hash', 'ann', []],
    ['with a new hash', 'ann', [ANN_NEW]],
    ['with an old hash', 'ann', [ANN_OLD]],
    ['with 20 old hashes', 'ann', many(20)],
    ['with 1,000 old hashes', 'ann', many(1_000)],
    ['with old hashes of few rounds', 'ann', many(20, '7')],
    ['with old hashes of many rounds', 'ann', many(20, 'I')],
    ['with all of them', 'ann', [ANN_NEW, ...many(3, 'C'), ...many(5, '8'), ANN_OLD]],
  ])('is the same for a user who is %s', async (_, name, hashes) => {
    const runs = await countRounds()
    const { outcome } = open(hashes, { portableHashes: undefined })
    expect(await outcome({ authorization: basic(name, 'wrong') })).toBe(WRONG)
    expect(sumOf(runs)).toBe(20 * 8_192)
  })

  test('is as much as the host sets; old hashes beyond that fit no password, and new ones always do', async () => {
    const runs = await countRounds()
    const hashes = [...many(2), ANN_OLD, ANN_NEW]
    const one = open(hashes, { portableHashes: 2 })
    expect(await one.outcome({ authorization: basic('ann', 'wrong') })).toBe(WRONG)
    expect(sumOf(runs.splice(0))).toBe(2 * 8_192)
    expect(await one.outcome({ authorization: basic('ann', ANN) })).toBe('200')
    expect(
      await open(hashes.slice(0, 3), { portableHashes: 2 }).outcome({ authorization: basic('ann', ANN) }),
    ).toBe(WRONG)
    expect(
      await open(hashes.slice(0, 3), { portableHashes: 3 }).outcome({ authorization: basic('ann', ANN) }),
    ).toBe('200')
    runs.length = 0
    expect(await open([ANN_OLD], { portableHashes: 0 }).outcome({ authorization: basic('ann', ANN) })).toBe(
      WRONG,
    )
    expect(runs).toEqual([])
    for (const portableHashes of [-1, 1.5, 101, Number.NaN]) {
      expect(() => open([], { portableHashes })).toThrow(RangeError)
    }
  })

  test('gives way every 4,096 rounds, so that others have their turn', async () => {
    const runs = await countRounds()
    let turns = 0
    let isOver = false
    const other = () => {
      turns++
      if (!isOver) setImmediate(other)
    }
    const { outcome } = open(many(20), { portableHashes: 20 })
    setImmediate(other)
    expect(await outcome({ authorization: basic('ann', 'wrong') })).toBe(WRONG)
    isOver = true
    expect(Math.max(...runs.map(({ times }) => times))).toBe(4_096)
    expect(turns).toBeGreaterThan(20)
  })

  test('is done for one guess after the other, and refused where too many wait', async () => {
    const runs = await countRounds()
    const { outcome } = open(many(1), { portableHashes: 1 })
    const guesses = Array.from({ length: 40 }, (_, at) =>
      outcome({
        authorization: basic(at % 2 === 0 ? 'ann' : `nobody${at}`, `wrong${at}`),
        ip: `192.0.2.${at}`,
      }),
    )
    // A new hash needs no turn.
    expect(await outcome({ authorization: basic('bob', BOB) })).toBe('200')
    const outcomes = await Promise.all(guesses)
    expect(outcomes.filter((one) => one === WRONG)).toHaveLength(33)
    expect(outcomes.filter((one) => one === '503 rest_overloaded')).toHaveLength(7)
    const order = runs.map(({ chain }) => chain).filter((chain, at, all) => chain !== all[at - 1])
    expect(order).toHaveLength(new Set(order).size)
    // Room again, and what was refused was no guess.
    expect(await outcome({ authorization: basic('ann', 'wrong') })).toBe(WRONG)
  })
})

describe('the usual limits', () => {
  test('a user is looked up once in five minutes, or as the host sets', async () => {
    const clock = clockAt('2027-03-01T12:00:00Z')
    const { outcome, asked } = open([ANN_NEW], { now: clock.now })
    const authorization = basic('ann', ANN)
    await outcome({ authorization })
    clock.pass(299)
    expect(await outcome({ ...write, authorization })).toBe('201')
    expect(asked).toEqual(['ann'])
    clock.pass(1)
    expect(await outcome({ authorization })).toBe('200')
    expect(asked).toEqual(['ann', 'ann'])
    const uncached = open([ANN_NEW], { cacheMaxAge: 0 })
    expectAll(await repeat(3, () => uncached.outcome({ authorization })), '200')
    expect(uncached.asked).toHaveLength(3)
    expect(() => open([], { cacheMaxAge: 301 })).toThrow(RangeError)
  })

  test('wrong passwords are counted by user and address, and by address for unknown users', async () => {
    const { outcome, asked } = open([ANN_NEW], { perUser: 3, perAddress: 5 })
    const guess = (user: string, at: number) => outcome({ authorization: basic(user, `wrong${at}`) })
    expectAll(await repeat(3, (at) => guess(at === 1 ? 'ANN' : 'ann', at)), WRONG)
    expect(await outcome({ authorization: basic('ann', ANN) })).toBe(TOO_MANY)
    expect(asked).toHaveLength(3)
    expectAll(await repeat(2, (at) => guess(`nobody${at}`, at)), WRONG)
    expect(await outcome({ authorization: basic('bob', BOB) })).toBe(TOO_MANY)
    expect(await outcome({ authorization: basic('ann', ANN), ip: '192.0.2.2' })).toBe('200')
  })

  test('a fault of the host is a fault, and no guess', async () => {
    const { outcome, faults } = open([], {
      perAddress: 1,
      find: () => {
        throw new Error('no database')
      },
    })
    expectAll(await repeat(3, () => outcome({ authorization: basic('ann', ANN) })), '500 rest_internal_error')
    expect(faults).toHaveLength(3)
  })
})

describe('beside our own passwords, in any order', () => {
  const orders = (a: Authenticator<Host>, b: Authenticator<Host>) => [
    firstOf<Host>(a, b),
    firstOf<Host>(b, a),
    firstOf<Host>(firstOf<Host>(a), b),
    firstOf<Host>(
      b,
      firstOf<Host>(() => null, a),
    ),
  ]

  async function both(options: Partial<WordPressPasswordOptions<Host>> = {}) {
    const { authenticate, asked } = open([ANN_NEW], options)
    const own = basicPasswords<Host>(memoryPasswords(), { iterations: 1_000, ...options })
    await own.choose({ user: 'ann', principal: EDITOR, password: 'correct horse' })
    await own.choose({ user: 'dora', principal: AUTHOR, password: 'battery staple' })
    const { password } = await own.issue({ user: 'dora', principal: AUTHOR })
    return { asked, own, issued: password, ways: orders(authenticate, own.authenticate) }
  }

  test('each password is right, also the two of one user', async () => {
    const { ways, issued } = await both()
    for (const way of ways) {
      const { outcome } = calendarOf(way)
      expect(await outcome({ ...write, authorization: basic('ann', ANN) })).toBe('201')
      expect(await outcome({ ...write, authorization: basic('ann', 'correct horse') })).toBe('201')
      for (const password of ['battery staple', issued]) {
        expect(await outcome({ authorization: basic('dora', password) })).toBe('200')
      }
      expect(await outcome({ authorization: basic('bob', BOB) })).toBe('200')
      for (const [user, password] of [
        ['ann', 'wrong'],
        ['dora', ANN],
        ['dora', 'correct horse'],
        ['nobody', ANN],
      ] as const) {
        expect(await outcome({ authorization: basic(user, password) })).toBe(WRONG)
      }
      expect(await outcome({ authorization: 'Bearer a' })).toBe(WRONG)
      expect(await outcome()).toBe('200')
    }
  })

  test('a wrong one is counted once, a right one never', async () => {
    const attempts = memoryAttempts()
    const { ways } = await both({ attempts, perUser: 4, cacheMaxAge: 0 })
    for (const [at, way] of ways.entries()) {
      const { outcome } = calendarOf(way)
      const ip = `192.0.2.${10 + at}`
      expectAll(await repeat(4, (n) => outcome({ ip, authorization: basic('ann', `wrong${n}`) })), WRONG)
      expect((await attempts.add(`address ${ip}`, 0)).count).toBe(4)
      expect(await outcome({ ip, authorization: basic('ann', ANN) })).toBe(TOO_MANY)
      const right = [basic('bob', BOB), basic('dora', 'battery staple')]
      const many = right.flatMap((authorization) =>
        Array.from({ length: 12 }, () => outcome({ ip, authorization })),
      )
      expectAll(await Promise.all(many), '200')
      expect((await attempts.add(`address ${ip}`, 0)).count).toBe(4)
    }
  })

  test('a cached one needs no slow hash, wherever it stands', async () => {
    const { ways } = await both()
    for (const way of ways) {
      const { outcome } = calendarOf(way)
      await outcome({ authorization: basic('bob', BOB) })
      const hashes = countSlowHashes()
      const before = hashes()
      expectAll(await repeat(3, () => outcome({ authorization: basic('bob', BOB) })), '200')
      expect(hashes() - before).toBe(0)
    }
  })

  test('a password that was revoked is wrong at once, whichever asks for it', async () => {
    const { ways, own, issued } = await both()
    const opened = ways.map(calendarOf)
    for (const { outcome } of opened)
      expect(await outcome({ authorization: basic('dora', issued) })).toBe('200')
    await own.revoke(issued.replaceAll(' ', '').slice(0, 12))
    for (const { outcome } of opened)
      expect(await outcome({ authorization: basic('dora', issued) })).toBe(WRONG)
  })

  test('wrong ones do not fall through to a session', async () => {
    const { ways } = await both()
    const sessions = session<Host>((request) => (request.headers.has('cookie') ? AUTHOR : null))
    const headers = { cookie: 'sid=1', origin: ORIGIN }
    for (const way of ways) {
      const { outcome } = calendarOf(firstOf<Host>(way, sessions))
      expect(await outcome({ headers, authorization: basic('nobody', 'wrong') })).toBe(WRONG)
      expect(await outcome({ headers })).toBe('200')
    }
  })
})
