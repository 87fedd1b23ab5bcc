import { createHash, pbkdf2Sync } from 'node:crypto'
import {
  basicPasswords,
  memoryPasswords,
  type PasswordOptions,
  type PasswordRecord,
  type PasswordStore,
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
  TOO_MANY,
  WRONG,
} from './asking.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Few rounds, so that the tests are quick. */
function open(options: PasswordOptions<Host> = { iterations: 1_000 }) {
  const kept: PasswordRecord[] = []
  const inner = memoryPasswords()
  const store: PasswordStore = {
    ...inner,
    put: (record) => {
      kept.push(record)
      return inner.put(record)
    },
  }
  const passwords = basicPasswords<Host>(store, options)
  return { kept, store, passwords, ...calendarOf(passwords.authenticate) }
}

describe('a password', () => {
  test('is whose it is, with or without its blanks, in capitals too', async () => {
    const { passwords, outcome } = open()
    const { id, password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    expect(password).toMatch(/^([a-km-np-z2-9]{4} ){8}[a-km-np-z2-9]{4}$/)
    expect(password.replaceAll(' ', '').slice(0, 12)).toBe(id)
    for (const typed of [password, password.replaceAll(' ', ''), ` ${password} `, password.toUpperCase()]) {
      expect(await outcome({ method: 'POST', authorization: basic('ann', typed) }), typed).toBe('201')
    }
    expect(await outcome({ authorization: basic('ann', password.slice(0, -1)) })).toBe(WRONG)
    expect(await outcome({ authorization: basic('bob', password) })).toBe(WRONG)
  })

  test.each([
    ['ann', 'ANN'],
    ['J\u00f6rg', 'jo\u0308rg'],
    ['Stra\u00dfe', 'STRASSE'],
    ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2'],
  ])('of %s is that of %s', async (user, typed) => {
    const { passwords, outcome } = open()
    const { password } = await passwords.issue({ user, principal: EDITOR })
    expect(await outcome({ authorization: basic(typed, password) })).toBe('200')
    expect(await outcome({ authorization: basic(`${typed}x`, password) })).toBe(WRONG)
  })

  test('is one of several of a user, and ends alone', async () => {
    const { passwords, outcome } = open()
    const phone = await passwords.issue({ user: 'ann', principal: EDITOR, name: 'phone' })
    const desk = await passwords.issue({ user: 'ann', principal: EDITOR, name: 'desk' })
    expect(await outcome({ authorization: basic('ann', phone.password) })).toBe('200')
    await passwords.revoke(phone.id)
    expect(await outcome({ authorization: basic('ann', phone.password) })).toBe(WRONG)
    expect(await outcome({ authorization: basic('ann', desk.password) })).toBe('200')
  })

  test('is stored as one SHA-256: 120 bits that chance made cannot be guessed', async () => {
    const { passwords, kept, outcome } = open({})
    const hashes = countSlowHashes()
    const { id, password } = await passwords.issue({ user: 'Ann', principal: EDITOR, name: 'phone' })
    const typed = password.replaceAll(' ', '')
    const hash = createHash('sha256').update(typed).digest('hex')
    expect(kept).toEqual([
      { id, user: 'ann', principal: EDITOR, name: 'phone', iterations: 0, hash, salt: '' },
    ])
    expect(JSON.stringify(kept)).not.toContain(typed.slice(12))
    expect(await outcome({ authorization: basic('ann', password) })).toBe('200')
    expect(hashes()).toBe(0)
  })

  test('that an earlier version issued is checked by the slow hash that it has', async () => {
    const { store, outcome } = open()
    const typed = 'abcdefghjkmn'.repeat(3)
    const salt = 'ab'.repeat(16)
    const hash = pbkdf2Sync(typed, salt, 2_000, 32, 'sha256').toString('hex')
    store.put({ id: 'abcdefghjkmn', user: 'ann', principal: EDITOR, name: '', hash, salt, iterations: 2_000 })
    const hashes = countSlowHashes()
    expect(await outcome({ authorization: basic('ann', typed) })).toBe('200')
    expect(hashes()).toBe(1)
    expect(await outcome({ authorization: basic('ann', `${typed.slice(0, -1)}x`) })).toBe(WRONG)
  })

  test('is listed for its user, without its hash, until it is revoked', async () => {
    const { passwords } = open()
    const phone = await passwords.issue({ user: 'Ann@Example.com', principal: EDITOR, name: 'phone' })
    const desk = await passwords.issue({ user: 'ann@example.com', principal: AUTHOR, name: 'desk' })
    await passwords.issue({ user: 'bob@example.com', principal: AUTHOR })
    const listed = await passwords.list('ANN@example.com')
    expect([...listed].sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { id: desk.id, user: 'ann@example.com', principal: AUTHOR, name: 'desk' },
      { id: phone.id, user: 'ann@example.com', principal: EDITOR, name: 'phone' },
    ])
    await passwords.revoke(desk.id)
    expect((await passwords.list('ann@example.com')).map(({ id }) => id)).toEqual([phone.id])
    expect(await passwords.list('nobody')).toEqual([])
  })

  test.each([
    ['an e-mail address', "ann.o'neill+kalends@mail.example.com"],
    ['as long as an e-mail address can be', `${'a'.repeat(64)}@${'b'.repeat(185)}.com`],
    ['blanks and punctuation', 'Ann  "the" <Editor>; x=1, y/2 %40'],
    ['an emoji', '\u{1f389}'],
  ])('can be of a user name that is, or has, %s', async (_what, user) => {
    const { passwords, outcome } = open()
    const { password } = await passwords.issue({ user, principal: EDITOR })
    expect(await outcome({ authorization: basic(user, password) })).toBe('200')
    expect(await outcome({ authorization: basic(`${user}x`, password) })).toBe(WRONG)
  })

  test.each([[''], ['a:b'], ['a\nb'], ['a\ufffdb'], ['a'.repeat(255)]])(
    'is not made for the user name %j',
    async (user) => {
      const { passwords } = open()
      await expect(passwords.issue({ user, principal: EDITOR })).rejects.toThrow(RangeError)
      await expect(passwords.choose({ user, principal: EDITOR, password: 'correct horse' })).rejects.toThrow(
        RangeError,
      )
    },
  )

  test.each([[999], [Number.NaN], [1_000.5]])('is not made with %s rounds', (iterations) => {
    expect(() => basicPasswords(memoryPasswords(), { iterations })).toThrow(RangeError)
  })
})

describe('a password that its user chose', () => {
  const CHOSEN = 'Correct Horse: Staple \u00e9'

  test('is good as it was typed, whatever its accents are made of', async () => {
    const { passwords, outcome } = open()
    await passwords.choose({ user: 'ann@example.com', principal: EDITOR, password: CHOSEN })
    for (const typed of [CHOSEN, CHOSEN.normalize('NFD')]) {
      expect(await outcome({ method: 'POST', authorization: basic('Ann@example.com', typed) })).toBe('201')
    }
    for (const typed of [CHOSEN.toLowerCase(), ` ${CHOSEN}`, CHOSEN.replaceAll(' ', ''), '']) {
      expect(await outcome({ authorization: basic('ann@example.com', typed) }), typed).toBe(WRONG)
    }
    expect(await outcome({ authorization: basic('bob@example.com', CHOSEN) })).toBe(WRONG)
  })

  test('is stored as 600,000 rounds of PBKDF2 unless told otherwise, with a salt of its own', async () => {
    const { passwords, kept, outcome } = open({})
    const { id } = await passwords.choose({ user: 'Ann', principal: EDITOR, password: CHOSEN, name: 'own' })
    expect(kept).toEqual([
      {
        id,
        user: 'ann',
        principal: EDITOR,
        name: 'own',
        iterations: 600_000,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(await outcome({ authorization: basic('ann', CHOSEN) })).toBe('200')
    await passwords.choose({ user: 'bob', principal: EDITOR, password: CHOSEN })
    expect(kept[1]?.salt).not.toBe(kept[0]?.salt)
    expect(kept[1]?.id).not.toBe(id)
  })

  test('keeps its rounds when later ones get more', async () => {
    const { passwords, store } = open()
    await passwords.choose({ user: 'ann', principal: EDITOR, password: CHOSEN })
    const { outcome } = calendarOf(basicPasswords(store, { iterations: 2_000 }).authenticate)
    expect(await outcome({ authorization: basic('ann', CHOSEN) })).toBe('200')
  })

  test('takes the place of the one that was chosen before, beside those that were issued', async () => {
    const { passwords, outcome } = open()
    const issued = await passwords.issue({ user: 'ann', principal: EDITOR })
    const first = await passwords.choose({ user: 'ann', principal: EDITOR, password: CHOSEN })
    expect(await outcome({ authorization: basic('ann', CHOSEN) })).toBe('200')
    const second = await passwords.choose({ user: 'ANN', principal: EDITOR, password: 'another one' })
    expect(second.id).toBe(first.id)
    expect(await outcome({ authorization: basic('ann', CHOSEN) })).toBe(WRONG)
    expect(await outcome({ authorization: basic('ann', 'another one') })).toBe('200')
    expect((await passwords.list('ann')).map(({ id }) => id).sort()).toEqual([issued.id, second.id].sort())
    await passwords.revoke(second.id)
    expect(await outcome({ authorization: basic('ann', 'another one') })).toBe(WRONG)
    expect(await outcome({ authorization: basic('ann', issued.password) })).toBe('200')
  })

  test.each([
    ['short', '1234567'],
    ['too long', 'a'.repeat(129)],
    ['of several lines', 'correct\nhorse'],
    ['of the form of those that are issued', 'ABCD efgh jkmn abcd efgh jkmn abcd efgh jkmn'],
  ])('is refused when it is %s', async (_what, password) => {
    const { passwords, kept } = open()
    await expect(passwords.choose({ user: 'ann', principal: EDITOR, password })).rejects.toThrow(RangeError)
    expect(kept).toEqual([])
  })
})

describe('what time tells', () => {
  test('guesses of chosen passwords cost one slow hash each, with as many rounds for unknown users as for known ones', async () => {
    const { passwords, ask } = open()
    await passwords.choose({ user: 'ann', principal: EDITOR, password: 'correct horse' })
    const spy = vi.spyOn(crypto.subtle, 'deriveBits')
    const answers: string[] = []
    for (const [user, typed] of [
      ['ann', 'correct horse'],
      ['ann', 'guess'],
      ['nobody', 'guess'],
      ['nobody', ''],
    ] as const) {
      spy.mockClear()
      const response = await ask({ authorization: basic(user, typed) })
      answers.push(`${response.status} ${await response.text()}`)
      expect(spy.mock.calls.map(([algorithm]) => algorithm)).toEqual([
        expect.objectContaining({ name: 'PBKDF2', hash: 'SHA-256', iterations: 1_000 }),
      ])
    }
    expect(answers[0]).toMatch(/^200/)
    expect(new Set(answers.slice(1)).size).toBe(1)
    expect(answers[1]).toContain('rest_invalid_credentials')
  })

  test('guesses of issued ones cost none, and are answered as all others', async () => {
    const { passwords, ask } = open()
    const { password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const hashes = countSlowHashes()
    const answers = new Set<string>()
    for (const [user, typed] of [
      ['ann', `${password.slice(0, -4)}2222`],
      ['bob', password],
      ['nobody', 'abcd'.repeat(9)],
    ] as const) {
      const response = await ask({ authorization: basic(user, typed) })
      answers.add(`${response.status} ${await response.text()}`)
    }
    expect([...answers]).toEqual([expect.stringContaining('rest_invalid_credentials')])
    expect(hashes()).toBe(0)
  })

  test('what comes at once with the same credentials shares one slow hash', async () => {
    const { passwords, outcome } = open({ iterations: 1_000, cacheMaxAge: 0 })
    await passwords.choose({ user: 'ann', principal: EDITOR, password: 'correct horse' })
    const hashes = countSlowHashes()
    const authorization = basic('ann', 'correct horse')
    expectAll(await Promise.all(Array.from({ length: 40 }, () => outcome({ authorization }))), '200')
    expect(hashes()).toBe(1)
    expect(await outcome({ authorization })).toBe('200')
    expect(hashes()).toBe(2)
  })

  test('a password that is revoked during its slow hash is refused, to all that wait for it, and not remembered', async () => {
    const { passwords, outcome } = open()
    const { id } = await passwords.choose({ user: 'ann', principal: EDITOR, password: 'correct horse' })
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...given) => {
      await passwords.revoke(id)
      return derive(...given)
    })
    const authorization = basic('ann', 'correct horse')
    expectAll(await Promise.all(Array.from({ length: 3 }, () => outcome({ authorization }))), WRONG)
    expect(await outcome({ authorization })).toBe(WRONG)
  })
})

describe('credentials that were right', () => {
  function watched(options: PasswordOptions<Host> = {}) {
    const clock = clockAt('2027-03-01T12:00:00Z')
    const inner = memoryPasswords()
    const reads: string[] = []
    const store: PasswordStore = {
      ...inner,
      get: (id) => {
        reads.push(id)
        return inner.get(id)
      },
    }
    const passwords = basicPasswords<Host>(store, { now: clock.now, iterations: 1_000, ...options })
    return { clock, reads, store, inner, passwords, ...calendarOf(passwords.authenticate) }
  }

  test.each(['issued', 'chosen'])('are remembered for five minutes: %s', async (kind) => {
    const { clock, reads, passwords, outcome } = watched()
    let password = 'correct horse'
    if (kind === 'issued') ({ password } = await passwords.issue({ user: 'ann', principal: EDITOR }))
    else await passwords.choose({ user: 'ann', principal: EDITOR, password })
    const authorization = basic('ann', password)
    expect(await outcome({ method: 'POST', authorization })).toBe('201')
    const hashes = countSlowHashes()
    reads.length = 0
    clock.pass(299.999)
    for (const ip of ['192.0.2.1', '192.0.2.2']) {
      expect(await outcome({ method: 'POST', authorization, ip })).toBe('201')
    }
    expect({ reads, hashes: hashes() }).toEqual({ reads: [], hashes: 0 })
    // From when they were looked at, not from when they were last used.
    clock.pass(0.001)
    expect(await outcome({ authorization })).toBe('200')
    expect(reads).not.toEqual([])
    expect(hashes()).toBe(kind === 'issued' ? 0 : 1)
  })

  test('are forgotten when the password is revoked, others are not', async () => {
    const { reads, passwords, outcome } = watched()
    const phone = await passwords.issue({ user: 'ann', principal: EDITOR })
    const desk = await passwords.issue({ user: 'ann', principal: EDITOR })
    for (const { password } of [phone, desk]) await outcome({ authorization: basic('ann', password) })
    await passwords.revoke(phone.id)
    reads.length = 0
    expect(await outcome({ authorization: basic('ann', desk.password) })).toBe('200')
    expect(reads).toEqual([])
    expect(await outcome({ authorization: basic('ann', phone.password) })).toBe(WRONG)
  })

  test('of another process that revokes them are refused within five minutes', async () => {
    const { clock, store, passwords, outcome } = watched()
    const { id, password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const authorization = basic('ann', password)
    expect(await outcome({ authorization })).toBe('200')
    await basicPasswords(store).revoke(id)
    clock.pass(300)
    expect(await outcome({ authorization })).toBe(WRONG)
  })

  test('are not remembered where `cacheMaxAge` is 0', async () => {
    const { store, passwords, outcome } = watched({ cacheMaxAge: 0 })
    const { id, password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const authorization = basic('ann', password)
    expect(await outcome({ authorization })).toBe('200')
    await basicPasswords(store).revoke(id)
    expect(await outcome({ authorization })).toBe(WRONG)
  })

  test('do not open a door for guesses: an address that has guessed too often is refused with them, too', async () => {
    const { passwords, outcome } = watched({ perUser: 2 })
    await passwords.choose({ user: 'ann', principal: EDITOR, password: 'correct horse' })
    const authorization = basic('ann', 'correct horse')
    expect(await outcome({ authorization, ip: '192.0.2.2' })).toBe('200')
    for (const guess of ['guess 1', 'guess 2']) {
      expect(await outcome({ authorization: basic('ann', guess) })).toBe(WRONG)
    }
    expect(await outcome({ authorization })).toBe(TOO_MANY)
    expect(await outcome({ authorization, ip: '192.0.2.2' })).toBe('200')
  })

  test.each([[-1], [301], [1.5], [Number.NaN]])('cannot be remembered for %s seconds', (cacheMaxAge) => {
    expect(() => basicPasswords(memoryPasswords(), { cacheMaxAge })).toThrow(RangeError)
  })
})

describe('malformed credentials are 401 without a slow hash', () => {
  const encoded = (bytes: string | number[]) => `Basic ${Buffer.from(bytes).toString('base64')}`
  test.each([
    ['no value', 'Basic'],
    ['no base64', 'Basic !!!!'],
    ['a length that base64 does not have', 'Basic YTpiY'],
    ['base64 without its padding', 'Basic YTpiYw'],
    ['base64url', 'Basic YTo_Pz8-'],
    ['no colon', encoded('ann')],
    ['no user', encoded(':secret')],
    ['nothing at all in it', 'Basic ===='],
    ['a control character in the user', encoded('a\u0000nn:secret')],
    ['a line break in the password', encoded('ann:sec\nret')],
    ['a delete character', encoded('ann:sec\u007fret')],
    ['a C1 control character', encoded('ann:sec\u0085ret')],
    ['no UTF-8', encoded([0x61, 0xff, 0x3a, 0x62])],
    ['a user that is too long', encoded(`${'a'.repeat(255)}:b`)],
    ['a password that is too long', encoded(`ann:${'b'.repeat(1_000)}`)],
    ['two values', `${encoded('ann:b')}, ${encoded('bob:b')}`],
    ['two words', 'Basic YTpi YTpi'],
    ['another scheme', 'Bearer YTpi'],
  ])('%s', async (_what, authorization) => {
    const { outcome, faults } = open()
    const hashes = countSlowHashes()
    expect(await outcome({ authorization })).toBe(WRONG)
    expect(hashes()).toBe(0)
    expect(faults).toEqual([])
  })

  test('and a password may have colons in it, which decides nothing before the hash', async () => {
    const { outcome } = open()
    const hashes = countSlowHashes()
    expect(await outcome({ authorization: basic('ann', 'a:b:c') })).toBe(WRONG)
    expect(hashes()).toBe(1)
  })
})
