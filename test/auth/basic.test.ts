import {
  basicPasswords,
  memoryPasswords,
  type PasswordOptions,
  type PasswordRecord,
  type PasswordStore,
} from 'events-api/auth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { basic, calendarOf, countSlowHashes, EDITOR, expectAll, type Host, WRONG } from './asking.ts'

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

  test('is kept as 600,000 rounds of PBKDF2 unless said otherwise, with a salt of its own', async () => {
    const { passwords, kept, outcome } = open({})
    const { id, password } = await passwords.issue({ user: 'Ann', principal: EDITOR, name: 'phone' })
    expect(kept).toEqual([
      {
        id,
        user: 'ann',
        principal: EDITOR,
        name: 'phone',
        iterations: 600_000,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(JSON.stringify(kept)).not.toContain(password.replaceAll(' ', '').slice(12))
    expect(await outcome({ authorization: basic('ann', password) })).toBe('200')
    await passwords.issue({ user: 'Ann', principal: EDITOR })
    expect(kept[1]?.salt).not.toBe(kept[0]?.salt)
  })

  test('keeps its rounds when later ones get more', async () => {
    const { passwords, store } = open()
    const old = await passwords.issue({ user: 'ann', principal: EDITOR })
    const { outcome } = calendarOf(basicPasswords(store, { iterations: 2_000 }).authenticate)
    expect(await outcome({ authorization: basic('ann', old.password) })).toBe('200')
  })

  test.each([[''], ['a:b'], ['a\nb'], ['a\ufffdb'], ['a'.repeat(201)]])(
    'is not made for the user name %j',
    async (user) => {
      await expect(open().passwords.issue({ user, principal: EDITOR })).rejects.toThrow(RangeError)
    },
  )

  test.each([[999], [Number.NaN], [1_000.5]])('is not made with %s rounds', (iterations) => {
    expect(() => basicPasswords(memoryPasswords(), { iterations })).toThrow(RangeError)
  })
})

describe('what time tells', () => {
  test('a right password, a wrong one and one of nobody cost one slow hash each, of as many rounds', async () => {
    const { passwords, ask } = open()
    const { password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const wrong = `${password.slice(0, -4)}2222`
    const spy = vi.spyOn(crypto.subtle, 'deriveBits')
    const answers: string[] = []
    for (const [user, typed] of [
      ['ann', password],
      ['ann', wrong],
      ['bob', password],
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

  test('what comes at once with the same credentials shares one slow hash', async () => {
    const { passwords, outcome } = open()
    const { password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const hashes = countSlowHashes()
    const authorization = basic('ann', password)
    expectAll(await Promise.all(Array.from({ length: 40 }, () => outcome({ authorization }))), '200')
    expect(hashes()).toBe(1)
    expect(await outcome({ authorization })).toBe('200')
    expect(hashes()).toBe(2)
  })

  test('a password that is revoked during its slow hash is refused, to all that wait for it', async () => {
    const { passwords, outcome } = open()
    const { id, password } = await passwords.issue({ user: 'ann', principal: EDITOR })
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async (...given) => {
      await passwords.revoke(id)
      return derive(...given)
    })
    const authorization = basic('ann', password)
    expectAll(await Promise.all(Array.from({ length: 3 }, () => outcome({ authorization }))), WRONG)
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
    ['a user that is too long', encoded(`${'a'.repeat(201)}:b`)],
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
