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
  const authenticate = wordpressPasswords<Host>({ find, ...options })
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

  test('takes as long to refuse for an unknown user as for one with an old hash', async () => {
    const digests = await import('../../src/domain/digest.ts')
    const compared = vi.spyOn(digests, 'isSameDigest')
    const count = async (hashes: readonly string[], name: string): Promise<number> => {
      compared.mockClear()
      expect(await open(hashes).outcome({ authorization: basic(name, 'wrong') })).toBe(WRONG)
      return compared.mock.calls.filter(([, made]) => made.startsWith('$P$B')).length
    }
    expect(await count([ANN_OLD], 'ann')).toBe(1)
    expect(await count([ANN_NEW], 'ann')).toBe(1)
    expect(await count([], 'ann')).toBe(1)
    expect(await count([], 'carl')).toBe(1)
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
