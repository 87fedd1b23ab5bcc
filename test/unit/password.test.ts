import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../src/core/domain/records/password.ts'

describe('passwords of events', () => {
  test('are kept as salted PBKDF2 of 100,000 rounds, and nothing of the text itself', async () => {
    const stored = await hashPassword('swordfish')
    expect(stored).toMatch(/^pbkdf2:100000:[\da-f]{32}:[\da-f]{64}$/)
    expect(await hashPassword('swordfish')).not.toBe(stored)
  })

  test('open with themselves and with nothing else', async () => {
    const stored = await hashPassword('päss wörd')
    expect(await isPassword('päss wörd', stored)).toBe(true)
    for (const wrong of ['', 'päss wör', 'päss wörd ', 'PÄSS WÖRD']) {
      expect(await isPassword(wrong, stored), wrong).toBe(false)
    }
  })

  // RFC 7914, section 11: PBKDF2-HMAC-SHA-256 of "passwd" and "salt", one round, its first 32 bytes.
  test('are hashed as the standard says', async () => {
    const hash = '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
    expect(await isPassword('passwd', `pbkdf2:1:73616c74:${hash}`)).toBe(true)
  })

  test('every character of the hash counts, and its length', async () => {
    const hash = '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
    for (let at = 0; at < hash.length; at++) {
      const other = hash.slice(0, at) + (hash[at] === '0' ? '1' : '0') + hash.slice(at + 1)
      expect(await isPassword('passwd', `pbkdf2:1:73616c74:${other}`), other).toBe(false)
    }
    expect(await isPassword('passwd', `pbkdf2:1:73616c74:${hash}0`)).toBe(false)
    expect(await isPassword('passwd', 'pbkdf2:1:73616c74:')).toBe(false)
    expect(await isPassword('passwd', 'pbkdf2:1:73616c74')).toBe(false)
  })
})
